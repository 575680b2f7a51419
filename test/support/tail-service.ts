import type { BodyFormat } from '../../src/service/intake/span-intake.ts'
import { createNoJournal, type Journal } from '../../src/service/journal/journal.ts'
import type { TailLimits } from '../../src/service/judge/tail-judge.ts'
import { createMetricRegistry } from '../../src/service/metrics/metric-registry.ts'
import { createMemoryOutbox, type Outbox } from '../../src/service/out/outbox.ts'
import { createTailService } from '../../src/service/tail-service.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { DEFAULT_JUDGING, type Judging } from '../../src/tail/judging.ts'
import { createFakeClock } from './fake-clock.ts'
import { otlpOf } from './otlp-of-spans.ts'
import { toProtobuf } from './otlp-protobuf.ts'

/** Limits that nothing in a test comes near. */
export const ROOMY: TailLimits = {
  maxSpans: 20_000,
  maxBytes: 100_000_000,
  maxSpansPerRun: 10_000,
  judgeAfterMs: 2000,
  quietMs: 30_000,
  maxIdleMs: 3_900_000,
  maxUnpackedSpans: 10_000,
}

export interface TestTailOptions {
  readonly limits?: Partial<TailLimits>
  readonly judging?: Judging
  readonly journal?: Journal
  readonly outbox?: Outbox
}

/** A service without a network, on a clock that a test moves. */
export function createTestTail(options: TestTailOptions = {}) {
  const clock = createFakeClock()
  const metrics = createMetricRegistry()
  const outbox = options.outbox ?? createMemoryOutbox(100_000, () => {})
  const faults: unknown[] = []
  let turn: (() => void)[] = []
  const service = createTailService({
    judging: options.judging ?? DEFAULT_JUDGING,
    limits: { ...ROOMY, ...options.limits },
    instanceId: 'replica-0',
    clock,
    journal: options.journal ?? createNoJournal(),
    outbox,
    outboxCapacity: 100_000,
    metrics,
    atEndOfTurn: (run) => turn.push(run),
    onReport() {},
    onFault: (error) => faults.push(error),
  })

  /** Sends a body; what came back once the turn of the event loop is over. */
  function send(bytes: Uint8Array, format: BodyFormat, signal: 'traces' | 'logs' = 'traces') {
    let answered: unknown
    service.take(signal, bytes, format, (answer) => {
      answered = answer
    })
    endTurn()
    return answered
  }

  /** Does what was put off to the end of the turn; how much that was. */
  function endTurn(): number {
    const due = turn
    turn = []
    for (const run of due) run()
    return due.length
  }

  return {
    service,
    turn: endTurn,
    clock,
    metrics,
    outbox,
    faults,
    send,
    sendSpans: (spans: readonly SpanInput[], format: BodyFormat = 'json') =>
      send(bodyOf(spans, format), format),
    tick: () => service.tick(() => false),
    /** Time passes while it lives: it ticks now and then. */
    pass(ms: number) {
      for (let left = ms; left > 0; left -= STEP_MS) {
        clock.advance(Math.min(left, STEP_MS))
        service.tick(() => false)
      }
    },
    reports: () => outbox.oldest(100_000),
    closed: () =>
      outbox
        .oldest(100_000)
        .flatMap(({ finding, isWithdrawn }) =>
          finding.state === 'closed' && isWithdrawn !== true ? [finding] : [],
        ),
    /** What a metric counts, over all its points or those with one of the values. */
    counted(name: string, ...values: readonly string[]): number {
      const read = metrics.read().find(({ metric }) => metric.name === name)
      if (read === undefined || read.kind === 'histogram') return 0
      return read.points
        .filter(({ attributes }) => values.every((value) => Object.values(attributes).includes(value)))
        .reduce((sum, { value }) => sum + value, 0)
    },
  }
}

const STEP_MS = 500

/** Spans as the body of a request. */
export function bodyOf(spans: readonly SpanInput[], format: BodyFormat): Uint8Array {
  const json = JSON.stringify(otlpOf(spans))
  return format === 'json' ? new TextEncoder().encode(json) : toProtobuf(JSON.parse(json))
}
