import { swallowedErrors } from '../../self/swallow.ts'
import { ATTR_TOOLSPAN_SELF_SITE } from '../../semconv/attributes/self.ts'
import { METRIC_TOOLSPAN_SELF_ERRORS } from '../../semconv/metrics.ts'
import * as names from '../../semconv/tail-metrics.ts'
import type { Journal } from '../journal/journal.ts'
import type { TailJudge, TailLimits } from '../judge/tail-judge.ts'
import type { Outbox } from '../out/outbox.ts'
import type { MetricRegistry } from './metric-registry.ts'

/** What has levels. */
export interface Levels {
  readonly judge: TailJudge
  readonly limits: TailLimits
  readonly journal: Journal
  readonly outbox: Outbox
  readonly outboxCapacity: number
}

/** Exceptions within, such as those of a rule: they are counted, and the others go on. */
export function observeOwnErrors(metrics: MetricRegistry): void {
  metrics.observe(METRIC_TOOLSPAN_SELF_ERRORS, () =>
    Object.entries(swallowedErrors()).map(([site, value]) => ({
      attributes: { [ATTR_TOOLSPAN_SELF_SITE]: site },
      value: value ?? 0,
    })),
  )
}

/** Each level, with the capacity that it is measured against. */
export function gaugeLevels(metrics: MetricRegistry, levels: Levels): void {
  const { judge, limits, journal, outbox } = levels
  metrics.gauge(names.METRIC_TAIL_SPANS_HELD, () => judge.held.spanCount)
  metrics.gauge(names.METRIC_TAIL_SPANS_CAPACITY, () => limits.maxSpans)
  metrics.gauge(names.METRIC_TAIL_FACTS_SIZE, () => judge.held.packs.bytes)
  metrics.gauge(names.METRIC_TAIL_FACTS_CAPACITY, () => limits.maxBytes)
  metrics.gauge(names.METRIC_TAIL_RUNS_HELD, () => judge.runCount)
  metrics.gauge(names.METRIC_TAIL_JUDGING_DELAY, () => judge.delayMs() / 1000)
  metrics.gauge(names.METRIC_TAIL_JOURNAL_SIZE, () => journal.size)
  metrics.gauge(names.METRIC_TAIL_OUTBOX_HELD, () => outbox.size)
  metrics.gauge(names.METRIC_TAIL_OUTBOX_CAPACITY, () => levels.outboxCapacity)
}
