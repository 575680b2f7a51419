// npm run bench:rules: what it takes to judge one trace, by its form and size, beside parsing the same trace as JSON.
//   --quick   a smoke run that shows that everything runs; its figures mean nothing and miss no limit
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { createJudge } from '../../src/tail/judge.ts'
import { quantile } from '../statistics.ts'
import { SHAPES } from './shapes.ts'

/** Issue 6: a trace of 10,000 spans in 50 ms, and no more than 2.2 times as long for twice the spans. */
const SPANS = 10_000
const LIMIT_MS = 50
const LIMIT_GROWTH = 2.2
/** By how much a limit has to be missed before it counts: what one machine differs from run to run. */
const NOISE = 0.05

const { values } = parseArgs({ options: { quick: { type: 'boolean' } } })
const isQuick = values.quick === true
const rounds = isQuick ? 1 : 15
const count = isQuick ? 500 : SPANS
/**
 * How many traces are judged in one go, half as many of twice the size: one that is judged alone mostly ends before
 * anybody collects its garbage, and one of twice the size does not.
 */
const IN_ONE_GO = isQuick ? 2 : 8

/** The last figure tells what the machine makes of twice the memory: nothing could be more even than parsing. */
const HEADS = ['x parse', 'ms', 'limit', '2n / n', 'limit', 'parsing', 'findings', '']
console.log(
  `node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, ${count} spans\n`,
)
console.log(line('', HEADS))
let isMissed = false
for (const { title, spans } of SHAPES) {
  // What is judged comes out of a parser: texts that a program puts together are reached by a detour.
  const text = JSON.stringify(spans(count))
  const doubleText = JSON.stringify(spans(2 * count))
  const once: readonly SpanInput[] = JSON.parse(text)
  const double: readonly SpanInput[] = JSON.parse(doubleText)
  const [parseMs = 0, parseDoubleMs = 0, onceMs = 0, doubleMs = 0] = timed([
    { work: () => JSON.parse(text), times: IN_ONE_GO },
    { work: () => JSON.parse(doubleText), times: IN_ONE_GO / 2 },
    { work: () => judge(once), times: IN_ONE_GO },
    { work: () => judge(double), times: IN_ONE_GO / 2 },
  ])
  const growth = doubleMs / onceMs
  const misses = onceMs > LIMIT_MS * (1 + NOISE) || growth > LIMIT_GROWTH * (1 + NOISE)
  isMissed ||= misses
  const cells = [
    (onceMs / parseMs).toFixed(2),
    onceMs.toFixed(1),
    `<= ${LIMIT_MS}`,
    growth.toFixed(2),
    `<= ${LIMIT_GROWTH}`,
    (parseDoubleMs / parseMs).toFixed(2),
    String(judge(once)),
    misses ? 'MISSED' : 'held',
  ]
  console.log(line(title, cells))
}
if (isQuick) console.log('\na quick run: its figures mean nothing')
else if (isMissed) {
  console.log(`\na limit is missed by more than ${NOISE * 100} %`)
  process.exitCode = 1
}

/** A piece of work, and how often it is done in one go. */
interface Work {
  readonly work: () => unknown
  readonly times: number
}

/** For each piece of work what once takes in milliseconds: the tenth percentile of all goes, which take turns. */
function timed(works: readonly Work[]): readonly number[] {
  const timesMs = works.map((): number[] => [])
  for (let round = 0; round < rounds + 1; round++) {
    for (const [at, { work, times }] of works.entries()) {
      const startedMs = performance.now()
      for (let done = 0; done < times; done++) work()
      // The first round warms up.
      if (round >= 1 || isQuick) timesMs[at]?.push((performance.now() - startedMs) / times)
    }
  }
  return timesMs.map((each) => quantile(each, 0.1))
}

function judge(spans: readonly SpanInput[]): number {
  const judged = createJudge()
  for (const span of spans) judged.add(span)
  return judged.findings().length
}

function line(title: string, cells: readonly string[]): string {
  return (title.padEnd(42) + cells.map((cell) => cell.padStart(10)).join('')).trimEnd()
}
