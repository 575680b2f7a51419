import { systemClock } from '../../../src/clock.ts'
import { createNoJournal } from '../../../src/service/journal/journal.ts'
import { createMetricRegistry } from '../../../src/service/metrics/metric-registry.ts'
import { createMemoryOutbox } from '../../../src/service/out/outbox.ts'
import { createTailService } from '../../../src/service/tail-service.ts'
import { readOtlpProtobuf } from '../../../src/tail/facts/otlp-protobuf.ts'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import { createJudging } from '../../../src/tail/judging.ts'
import type { Load } from './bodies.ts'

/** What the product makes of a load. */
export interface Found {
  /** The share of spans that tell it only where they stand: neither call nor request nor agent, without failure and link. */
  readonly plainShare: number
  /** The share of traces with findings. */
  readonly flaggedShare: number
}

const ROOM = 1_000_000

/** Reads and judges a load once, as it is. */
export function whatProductFinds(load: Load): Found {
  let plain = 0
  for (const { bytes } of load.bodies)
    readOtlpProtobuf(bytes, {
      span(span) {
        const { role, failed, links } = readFacts(span)
        if (role === 'other' && !failed && links === undefined) plain++
      },
      problem(message) {
        throw new Error(message)
      },
    })
  return { plainShare: plain / load.spans, flaggedShare: flaggedTraces(load).size / load.traces }
}

function flaggedTraces({ bodies }: Load): ReadonlySet<string> {
  const outbox = createMemoryOutbox(ROOM, () => {})
  const service = createTailService({
    judging: createJudging(),
    limits: {
      maxSpans: ROOM,
      maxBytes: 1024 * ROOM,
      maxSpansPerRun: ROOM,
      judgeAfterMs: 0,
      quietMs: 60_000,
      maxIdleMs: 60_000,
      maxUnpackedSpans: ROOM,
    },
    instanceId: '',
    clock: systemClock,
    journal: createNoJournal(),
    outbox,
    outboxCapacity: ROOM,
    metrics: createMetricRegistry(),
    atEndOfTurn: (run) => run(),
    onReport() {},
    onFault(error) {
      throw error
    },
  })
  for (const { bytes } of bodies) service.take('traces', bytes, 'protobuf', () => {})
  service.finish()
  return new Set(outbox.oldest(ROOM).map(({ finding }) => finding.traceId))
}
