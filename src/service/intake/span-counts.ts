import { ATTR_TOOLSPAN_TAIL_OUTCOME, ATTR_TOOLSPAN_TAIL_REASON } from '../../semconv/attributes/tail.ts'
import { METRIC_TAIL_SPANS_RECEIVED, METRIC_TAIL_SPANS_SETTLED } from '../../semconv/tail-metrics.ts'
import type { Count, MetricRegistry } from '../metrics/metric-registry.ts'

/** What became of the spans of one request. */
export interface SpanTally {
  recorded: number
  duplicate: number
  /** Findings of this or another judge. */
  irrelevant: number
  unreadable: number
  storeFull: number
}

export function emptyTally(): SpanTally {
  return { recorded: 0, duplicate: 0, irrelevant: 0, unreadable: 0, storeFull: 0 }
}

/** Counts every span that came, and what became of it: each is settled exactly once. */
export interface SpanCounts {
  add(tally: SpanTally): void
  /** What was recorded could not be written down. */
  notWritten(tally: SpanTally): void
}

export function createSpanCounts(metrics: MetricRegistry): SpanCounts {
  const received = metrics.count(METRIC_TAIL_SPANS_RECEIVED)
  const settled = (outcome: string, reason?: string): Count =>
    metrics.count(METRIC_TAIL_SPANS_SETTLED, {
      [ATTR_TOOLSPAN_TAIL_OUTCOME]: outcome,
      ...(reason === undefined ? {} : { [ATTR_TOOLSPAN_TAIL_REASON]: reason }),
    })
  const recorded = settled('recorded')
  const duplicate = settled('duplicate')
  const irrelevant = settled('irrelevant', 'finding')
  const unreadable = settled('refused', 'unreadable')
  const storeFull = settled('refused', 'store_full')
  const notWritten = settled('refused', 'not_written')

  function add(tally: SpanTally): void {
    recorded.add(tally.recorded)
    duplicate.add(tally.duplicate)
    irrelevant.add(tally.irrelevant)
    unreadable.add(tally.unreadable)
    storeFull.add(tally.storeFull)
    received.add(tally.recorded + tally.duplicate + tally.irrelevant + tally.unreadable + tally.storeFull)
  }

  return {
    add,
    notWritten(tally) {
      notWritten.add(tally.recorded)
      received.add(tally.recorded)
      add({ ...tally, recorded: 0 })
    },
  }
}
