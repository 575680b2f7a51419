// npm run bench:tail: what `toolspan tail` does a CPU-second, as a part of what a server does that reads and discards.
// Every rule and the journal are on. Runs take turns, and the middle one of each counts.
//   --spans N    spans of one run (default 2000000)
//   --rounds N   how often each is run (default 3)
//   --core N     the core that servers are pinned to (default: none)
//   --held N     spans of the run that measures memory (default 1000000)
// Beside it the Collector's tail_sampling takes the same bodies, where it was built: npm run test:stack -- --build.
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { inLargeBodies, makeLoad } from './load/bodies.ts'
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
import { whyNoCollector } from './servers/collector.ts'

const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '2000000' },
    rounds: { type: 'string', default: '3' },
    core: { type: 'string' },
    held: { type: 'string', default: '1000000' },
  },
})
const BODIES = 100
const few = makeLoad('few resources', BODIES)
const many = makeLoad('many resources', BODIES)
const large = inLargeBodies(many, 16_000_000)
const LONG_LIVED = 0.02
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
  // One such body has more than twenty thousand spans.
  { name: 'tail, bodies of 16 MB', way: { ...common, load: large, maxSpans: 1_000_000 } },
  ...(noCollector === undefined
    ? [
        { name: 'Collector', way: { ...common, load: many }, measure: measureCollector },
        { name: 'Collector, few resources', way: { ...common, load: few }, measure: measureCollector },
      ]
    : []),
]

const runs = new Map<string, Measured[]>(WAYS.map(({ name }) => [name, []]))
for (let round = 0; round < Number(values.rounds); round++) {
  for (const { name, way, measure = measureTail } of WAYS) runs.get(name)?.push(await measure(way))
}
const held = { ...common, spans: Number(values.held) }
const heldBytes = await measureHeldBytes({ ...held, load: many })
const churnBytes = await measureChurnBytes({
  ...held,
  spans: 3 * held.spans,
  load: makeLoad('many resources', BODIES, LONG_LIVED),
})
const collectorBytes =
  noCollector === undefined ? await measureCollectorHeldBytes({ ...held, load: many }) : undefined

function paceOf(name: string): number {
  const paces = (runs.get(name) ?? []).map(({ spansPerCpuSecond }) => spansPerCpuSecond).sort((a, b) => a - b)
  return paces[Math.floor(paces.length / 2)] ?? Number.NaN
}

const stallS = Math.max(...[...runs.values()].flat().map((one) => one.stallS ?? 0))

/** What is held against a limit, the ratios first. */
const ROWS: readonly {
  readonly name: string
  readonly value: number
  readonly limit: number
  readonly isMost?: boolean
}[] = [
  { name: 'tail ÷ floor, many resources', value: paceOf('tail') / paceOf('floor'), limit: 0.2 },
  {
    name: 'tail ÷ floor, few resources',
    value: paceOf('tail, few resources') / paceOf('floor, few resources'),
    limit: 0.2,
  },
  { name: 'gzip ÷ plain', value: paceOf('tail, gzip') / paceOf('tail'), limit: 0.55 },
  { name: 'gRPC ÷ HTTP', value: paceOf('tail, gRPC') / paceOf('tail'), limit: 0.85 },
  { name: 'with journal ÷ without', value: paceOf('tail') / paceOf('tail, no journal'), limit: 0.9 },
  ...(collectorBytes === undefined
    ? []
    : [
        { name: 'tail ÷ Collector, many resources', value: paceOf('tail') / paceOf('Collector'), limit: 5 },
        {
          name: 'tail ÷ Collector, few resources',
          value: paceOf('tail, few resources') / paceOf('Collector, few resources'),
          limit: 5,
        },
        {
          name: 'bytes a span held ÷ Collector',
          value: heldBytes / collectorBytes,
          limit: 0.1,
          isMost: true,
        },
      ]),
  { name: 'spans a CPU-second', value: paceOf('tail'), limit: 450_000 },
  { name: 'bytes of memory a span held', value: heldBytes, limit: 350, isMost: true },
  { name: 'the same, 2 % long-lived traces', value: churnBytes, limit: 350, isMost: true },
  { name: 'longest stall in ms', value: 1000 * stallS, limit: 50, isMost: true },
]

console.log(
  `node ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0]?.toFixed(1)}`,
)
console.log(
  `${few.spans} spans of ${few.traces} traces, ${Math.round(few.bytes / few.spans)} and ${Math.round(many.bytes / many.spans)} bytes a span, ` +
    `${percent(few.toolOrModelShare)} of tools and models, ${percent(few.bodyShare)} with bodies; ids new on every pass`,
)
for (const { name, value, limit, isMost } of ROWS) {
  const isKept = isMost === true ? value <= limit : value >= limit
  if (!isKept) process.exitCode = 1
  console.log(
    `${name.padEnd(32)} ${shown(value).padStart(9)}  ${isMost ? 'at most' : 'at least'} ${shown(limit)}  ${isKept ? '' : 'MISSED'}`,
  )
}
if (noCollector !== undefined) console.log(`not beside the Collector: ${noCollector}`)
else
  console.log(
    `${'Collector, bytes a span held'.padEnd(32)} ${shown(collectorBytes ?? Number.NaN).padStart(9)}`,
  )
for (const { name } of WAYS)
  console.log(`${name.padEnd(32)} ${shown(paceOf(name)).padStart(9)}  spans a CPU-second`)

function shown(value: number): string {
  return value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en')
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}
