import { closeSync, openSync, writeSync } from 'node:fs'
import type { MadeSpan } from './made-span.ts'
import { otlpLine } from './otlp-line.ts'
import { createRandom } from './random.ts'
import { makeRun } from './run.ts'

/** What a written file holds. */
export interface FileFacts {
  readonly bytes: number
  readonly lines: number
  readonly spans: number
  readonly runs: number
  /** Shares of all spans. */
  readonly toolShare: number
  readonly bodyShare: number
}

/** Runs that go on at the same time, so that the spans of one lie among those of others. */
const RUNS_AT_ONCE = 40
const SPANS_A_LINE = 256
const START_MS = Date.UTC(2026, 0, 15, 9)

/** Writes OTLP/JSON lines of made-up runs until the file has so many bytes. */
export function writeFile(path: string, bytesWanted: number): FileFacts {
  const file = openSync(path, 'w')
  const random = createRandom(20260115)
  const under: MadeSpan[][] = []
  let startMs = START_MS
  const facts = { bytes: 0, lines: 0, spans: 0, runs: 0, tools: 0, bodies: 0 }
  while (facts.bytes < bytesWanted) {
    const line: MadeSpan[] = []
    while (line.length < SPANS_A_LINE) {
      while (under.length < RUNS_AT_ONCE) {
        startMs += 40
        under.push(makeRun(random, startMs).reverse())
        facts.runs += 1
      }
      const index = random.between(0, under.length - 1)
      const span = under[index]?.pop()
      if (span === undefined) under.splice(index, 1)
      else line.push(span)
    }
    const text = otlpLine(line)
    writeSync(file, text)
    facts.bytes += Buffer.byteLength(text)
    facts.lines += 1
    facts.spans += line.length
    facts.tools += line.filter(({ isTool }) => isTool).length
    facts.bodies += line.filter(({ hasBody }) => hasBody).length
  }
  closeSync(file)
  return { ...facts, toolShare: facts.tools / facts.spans, bodyShare: facts.bodies / facts.spans }
}
