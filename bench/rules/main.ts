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

const HEADS = ['x parse', 'ms', 'limit', '2n / n', 'limit', 'findings', '']
console.log(
  `node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, ${count} spans\n`,
)
console.log(line('', HEADS))
let isMissed = false
for (const { title, spans } of SHAPES) {
  const once = spans(count)
  const double = spans(2 * count)
  const text = JSON.stringify(once)
  const [parseMs = 0, onceMs = 0, doubleMs = 0] = timed([
    () => JSON.parse(text),
    () => judge(once),
    () => judge(double),
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

/** The tenth percentile of each piece of work in milliseconds, the pieces taking turns. */
function timed(works: readonly (() => unknown)[]): readonly number[] {
  const times = works.map((): number[] => [])
  for (let round = 0; round < rounds + 3; round++) {
    for (const [at, work] of works.entries()) {
      const startedMs = performance.now()
      work()
      // The first three rounds warm up.
      if (round >= 3 || isQuick) times[at]?.push(performance.now() - startedMs)
    }
  }
  return times.map((each) => quantile(each, 0.1))
}

function judge(spans: readonly SpanInput[]): number {
  const judged = createJudge()
  for (const span of spans) judged.add(span)
  return judged.findings().length
}

function line(title: string, cells: readonly string[]): string {
  return (title.padEnd(42) + cells.map((cell) => cell.padStart(10)).join('')).trimEnd()
}
