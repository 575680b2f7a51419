import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordedSpans } from '../support/recorded.ts'
import { createTestTail } from '../support/tail-service.ts'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url))
/** What real packages wrote, in every vocabulary that was recorded. */
const FILES = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^[\w-]+\/[\w-]+\.jsonl$/.test(file))
  // Jaeger's is in a format that no sender speaks.
  .filter((file) => readFileSync(FIXTURES + file, 'utf8').startsWith('{"resourceSpans"'))
  .sort()

type Told = Readonly<Record<string, unknown>>

/** What the command prints about all of the recordings. */
const checked = findingsOfCheck()

function findingsOfCheck(): readonly Told[] {
  const files = FILES.map((file) => FIXTURES + file)
  const { stdout, stderr } = spawnSync(process.execPath, [MAIN, 'check', '--format', 'json', ...files], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (stdout === '') throw new Error(`check said nothing: ${stderr}`)
  return JSON.parse(stdout).findings
}

/** What both say about a finding, in the same order. The state and when it was told of are the service's own. */
function told(findings: readonly object[]): readonly Told[] {
  const [pattern = {}] = checked
  const names = Object.keys(pattern).filter((name) => name !== 'state')
  return findings
    .map((finding) => {
      const plain: Told = JSON.parse(JSON.stringify(finding))
      return Object.fromEntries(names.map((name) => [name, plain[name]]))
    })
    .sort((a, b) => String(a.id).localeCompare(String(b.id)))
}

test('the recordings have something in them', () => {
  expect(FILES.length).toBeGreaterThan(20)
  expect(checked.length).toBeGreaterThan(20)
})

const spans = FILES.map((file) => file.replace('.jsonl', '').split('/')).flatMap(
  ([dialect = '', name = '']) => recordedSpans(dialect, name),
)

/** Senders hold spans for so long at most. */
const LATEST_MS = 20_000

test('REQ-25 REQ-38 the service finds in what real packages wrote what `toolspan check` finds, in any order and batching', {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(spans, { minLength: spans.length }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom('json' as const, 'protobuf' as const),
      (shuffled, size, format) => {
        const tail = createTestTail()
        for (let at = 0; at < shuffled.length; at += size) {
          tail.sendSpans(shuffled.slice(at, at + size), format)
          tail.pass((LATEST_MS * size) / shuffled.length)
        }
        tail.service.finish()
        expect(told(tail.closed())).toEqual(told(checked))
        expect(tail.faults).toEqual([])
      },
    ),
    { numRuns: 6 },
  )
})

test('and in the very bytes of the recordings', () => {
  const tail = createTestTail()
  for (const file of FILES) {
    for (const line of readFileSync(FIXTURES + file, 'utf8')
      .trimEnd()
      .split('\n'))
      expect(tail.send(new TextEncoder().encode(line), 'json')).toMatchObject({ rejected: 0 })
  }
  tail.service.finish()
  expect(told(tail.closed())).toEqual(told(checked))
})
