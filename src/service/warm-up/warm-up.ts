import { systemClock } from '../../clock.ts'
import type { Judging } from '../../tail/judging.ts'
import type { BodyFormat } from '../intake/span-intake.ts'
import { createNoJournal } from '../journal/journal.ts'
import type { TailLimits } from '../judge/tail-judge.ts'
import { createMetricRegistry } from '../metrics/metric-registry.ts'
import { createMemoryOutbox } from '../out/outbox.ts'
import { createTailService } from '../tail-service.ts'
import { madeBody } from './made-bodies.ts'
import { madeRun } from './made-spans.ts'

const ROUNDS = 12
const RUNS = 40
const CAPACITY = 2000
const FORMATS: readonly BodyFormat[] = ['protobuf', 'json']

const LIMITS: TailLimits = {
  maxSpans: CAPACITY,
  maxBytes: 100_000_000,
  maxSpansPerRun: 1000,
  judgeAfterMs: 0,
  quietMs: 60_000,
  maxIdleMs: 60_000,
  maxUnpackedSpans: CAPACITY,
}

/**
 * Takes and judges made-up runs, so that what every request needs is compiled before the first one comes: cold, the
 * event loop stood still for two to three times as long (facts/prototypes.md section 6). Nothing of it is seen.
 */
export function warmUp(judging: Judging): void {
  const runs = Array.from({ length: RUNS }, (_, run) => madeRun(run))
  for (const format of FORMATS) {
    const bodies = runs.map((spans) => madeBody(spans, format))
    for (let round = 0; round < ROUNDS; round++) judgeOnce(judging, bodies, format)
  }
}

function judgeOnce(judging: Judging, bodies: readonly Uint8Array[], format: BodyFormat): void {
  const service = createTailService({
    judging,
    limits: LIMITS,
    instanceId: '',
    clock: systemClock,
    journal: createNoJournal(),
    outbox: createMemoryOutbox(CAPACITY, () => {}),
    outboxCapacity: CAPACITY,
    metrics: createMetricRegistry(),
    atEndOfTurn: (run) => run(),
    onReport() {},
    onFault() {},
  })
  for (const bytes of bodies) service.take('traces', bytes, format, () => {})
  service.tick(() => false)
  service.finish()
}
