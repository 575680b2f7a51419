import { expect } from 'vitest'
import { judgeBytes } from '../../support/judge-bytes.ts'

/** What is said of an input names it, and where there is a place in it a line or a byte, and says what was wrong. */
const TOLD = /^in(?::[1-9]\d*|: byte \d+)?: \S.+/

/** Nobody waits longer for an input of a few kilobytes. */
const MAX_MS = 10_000

/** Judges an input and expects an answer: spans that were judged, or words on what was wrong, and no crash. */
export async function expectAnswer(bytes: Uint8Array) {
  const startMs = performance.now()
  const judged = await judgeBytes(bytes)
  expect(performance.now() - startMs).toBeLessThan(MAX_MS)
  for (const line of judged.told) {
    expect(line).toMatch(TOLD)
    expect(line.length).toBeLessThan(1000)
    expect(line).not.toMatch(
      /is not a function|is not iterable|undefined \(|Cannot read|Maximum call stack|stack/,
    )
  }
  for (const { finding } of judged.findings) expect(finding.summary).not.toContain('[object')
  return judged
}
