// npm run bench:tail: what `toolspan tail` does a CPU-second, as a part of what a server does that reads and discards.
// Every rule and the journal are on. Runs take turns, and the middle one of each counts.
//   --spans N    spans of one run (default 2000000)
//   --rounds N   how often each is run (default 3)
//   --core N     the core that servers are pinned to; what loads them keeps off it (default: none)
//   --held N     spans of the run that measures memory (default 1000000)
//   --rows TEXT  only the rows whose names hold one of these texts, such as "long-lived,stall" (default: all)
// Beside it the Collector's tail_sampling takes the same bodies, where it was built: npm run test:stack -- --build.
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chosenRows } from '../chosen-rows.ts'
import { inLargeBodies, type Load, makeLoad } from './load/bodies.ts'
import { whatProductFinds } from './load/what-product-finds.ts'
import {
  type Measured,
  measureChurnBytes,
  measureCollector,
  measureCollectorHeldBytes,
  measureFloor,
  measureHeldBytes,
  measureTail,
  type Way,
} from './measure.ts'
import { keepOffCore } from './process-meter.ts'
import { whyNoCollector } from './servers/collector.ts'

const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '2000000' },
    rounds: { type: 'string', default: '3' },
    core: { type: 'string' },
    held: { type: 'string', default: '1000000' },
    rows: { type: 'string', default: '' },
  },
})
if (values.core !== undefined) keepOffCore(values.core)
const BODIES = 100
const few = makeLoad({ shape: 'few resources', bodies: BODIES })
const many = makeLoad({ shape: 'many resources', bodies: BODIES })
/** Half of its spans are tools, and none is left out of what is read. */
const calls = makeLoad({ shape: 'many resources', bodies: BODIES, isCallsOnly: true })
const large = inLargeBodies(many, 16_000_000)
const LONG_LIVED = 0.02
/** Beside the others, and held against no limit. */
const CALLS = 'tail, every span needs facts'
const noCollector = whyNoCollector()
const common = { spans: Number(values.spans), core: values.core }

/** Everything that is measured, by name. */
const WAYS: readonly {
  readonly name: string
  readonly way: Way
  readonly measure?: (way: Way) => Promise<Measured>
}[] = [
  { name: 'floor', way: { ...common, load: many }, measure: measureFloor },
  { name: 'floor, few resources', way: { ...common, load: few }, measure: measureFloor },
  { name: 'tail', way: { ...common, load: many } },
  { name: 'tail, few resources', way: { ...common, load: few } },
  { name: 'tail, gzip', way: { ...common, load: many, isGzipped: true } },
  { name: 'tail, gRPC', way: { ...common, load: many, isGrpc: true } },
  { name: 'tail, no journal', way: { ...common, load: many, isInMemory: true } },
  { name: CALLS, way: { ...common, load: calls } },
  // One such body has more than twenty thousand spans.
  { name: 'tail, bodies of 16 MB', way: { ...common, load: large, maxSpans: 1_000_000 } },
  ...(noCollector === undefined
    ? [
        { name: 'Collector', way: { ...common, load: many }, measure: measureCollector },
        { name: 'Collector, few resources', way: { ...common, load: few }, measure: measureCollector },
      ]
    : []),
]

/** The ways in which the tail is loaded. */
const TAILS = WAYS.map(({ name }) => name).filter((name) => name.startsWith('tail'))
const held = { ...common, spans: Number(values.held) }
const longLived = {
  ...held,
  spans: 3 * held.spans,
  load: makeLoad({ shape: 'many resources', bodies: BODIES, isCallsOnly: true, longLived: LONG_LIVED }),
}
/** What is measured in bytes a span held, by name. */
const MEMORIES: ReadonlyMap<string, () => Promise<number>> = new Map([
  ['held', () => measureHeldBytes({ ...held, load: calls })],
  ['long-lived', () => measureChurnBytes(longLived)],
  ['held by the Collector', () => measureCollectorHeldBytes({ ...held, load: calls })],
])
const runs = new Map<string, Measured[]>(WAYS.map(({ name }) => [name, []]))
const bytes = new Map<string, number>()

function paceOf(name: string): number {
  const paces = (runs.get(name) ?? []).map(({ spansPerCpuSecond }) => spansPerCpuSecond).sort((a, b) => a - b)
  return paces[Math.floor(paces.length / 2)] ?? Number.NaN
}

function bytesOf(name: string): number {
  return bytes.get(name) ?? Number.NaN
}

function stallMsOf(name: string): number {
  return 1000 * Math.max(...(runs.get(name) ?? []).map((one) => one.stallS ?? 0))
}

interface Row {
  readonly name: string
  /** The names of what has to be measured for it. */
  readonly of: readonly string[]
  readonly value: () => number
  readonly limit: number
  readonly isMost?: boolean
}

/** One pace as a part of another. */
function ratio(name: string, a: string, b: string, limit: number): Row {
  return { name, of: [a, b], value: () => paceOf(a) / paceOf(b), limit }
}

/** What is held against a limit, the ratios first. */
const ROWS: readonly Row[] = [
  ratio('tail ÷ floor, many resources', 'tail', 'floor', 0.2),
  ratio('tail ÷ floor, few resources', 'tail, few resources', 'floor, few resources', 0.2),
  ratio('gzip ÷ plain', 'tail, gzip', 'tail', 0.55),
  ratio('gRPC ÷ HTTP', 'tail, gRPC', 'tail', 0.85),
  ratio('with journal ÷ without', 'tail', 'tail, no journal', 0.9),
  ...(noCollector === undefined
    ? [
        ratio('tail ÷ Collector, many resources', 'tail', 'Collector', 5),
        ratio('tail ÷ Collector, few resources', 'tail, few resources', 'Collector, few resources', 5),
        {
          name: 'bytes a span held ÷ Collector',
          of: ['held', 'held by the Collector'],
          value: () => bytesOf('held') / bytesOf('held by the Collector'),
          limit: 0.1,
          isMost: true,
        },
      ]
    : []),
  { name: 'spans a CPU-second', of: ['tail'], value: () => paceOf('tail'), limit: 450_000 },
  {
    name: 'bytes of memory a span held',
    of: ['held'],
    value: () => bytesOf('held'),
    limit: 350,
    isMost: true,
  },
  {
    name: 'the same, 2 % long-lived traces',
    of: ['long-lived'],
    value: () => bytesOf('long-lived'),
    limit: 350,
    isMost: true,
  },
  {
    name: 'longest stall in ms',
    of: TAILS,
    value: () => Math.max(...TAILS.map(stallMsOf)),
    limit: 50,
    isMost: true,
  },
]

const rows = chosenRows(ROWS, ({ name }) => name, values.rows)
const needed = new Set(rows.flatMap((row) => row.of))
const ways = WAYS.filter(({ name }) => needed.has(name))

for (let round = 0; round < Number(values.rounds); round++) {
  for (const { name, way, measure = measureTail } of ways) runs.get(name)?.push(await measure(way))
}
for (const [name, measure] of MEMORIES) if (needed.has(name)) bytes.set(name, await measure())

console.log(
  `node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0]?.toFixed(1)}`,
)
console.log(`${told(few, many)}; ids new on every pass`)
if (needed.has(CALLS) || [...MEMORIES.keys()].some((name) => needed.has(name)))
  console.log(`every span needs facts, and what is held: ${told(calls)}`)
for (const row of rows) {
  const { name, limit, isMost } = row
  const value = row.value()
  const isKept = isMost === true ? value <= limit : value >= limit
  if (!isKept) process.exitCode = 1
  console.log(
    `${name.padEnd(32)} ${shown(value).padStart(9)}  ${isMost ? 'at most' : 'at least'} ${shown(limit)}  ${isKept ? '' : 'MISSED'}`,
  )
}
if (noCollector !== undefined) console.log(`not beside the Collector: ${noCollector}`)
else if (bytes.has('held by the Collector'))
  console.log(
    `${'Collector, bytes a span held'.padEnd(32)} ${shown(bytesOf('held by the Collector')).padStart(9)}`,
  )
for (const { name } of ways) {
  const stall = TAILS.includes(name) ? `, longest stall ${shown(stallMsOf(name))} ms` : ''
  console.log(`${name.padEnd(32)} ${shown(paceOf(name)).padStart(9)}  spans a CPU-second${stall}`)
}

/** What is in a load, which may have been put together in several shapes. */
function told(load: Load, ...others: readonly Load[]): string {
  const { plainShare, flaggedShare } = whatProductFinds(load)
  const sizes = [load, ...others].map(({ bytes, spans }) => Math.round(bytes / spans))
  return (
    `${load.spans} spans of ${load.traces} traces, ${sizes.join(' and ')} bytes a span, ` +
    `${percent(load.toolOrModelShare)} tools (${percent(load.toolShare)}) and models, ${percent(plainShare)} need no facts, ` +
    `${percent(load.bodyShare)} with bodies; ${(100 * flaggedShare).toFixed(1)} % of the traces have findings`
  )
}

function shown(value: number): string {
  return value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en')
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}
