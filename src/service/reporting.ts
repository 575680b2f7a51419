import type { Clock } from '../clock.ts'
import { ATTR_TOOLSPAN_TAIL_REASON } from '../semconv/attributes/tail.ts'
import { METRIC_TAIL_FINDINGS_LOST, METRIC_TAIL_FINDINGS_SENT } from '../semconv/tail-metrics.ts'
import type { MetricRegistry } from './metrics/metric-registry.ts'
import type { Exporters } from './out/exporters.ts'
import type { Outbox } from './out/outbox.ts'
import { createSender } from './out/sender.ts'

/** Findings and metrics on their way out. */
export interface Reporting {
  /** There is something in the outbox. */
  wake(): void
  /** Sends what there is. Resolves when it has left, or could not. */
  flush(): Promise<void>
  close(): Promise<void>
}

export interface ReportingOptions {
  readonly exporters: Exporters
  readonly outbox: Outbox
  readonly metrics: MetricRegistry
  readonly clock: Clock
  readonly metricIntervalMs: number
}

export function createReporting(options: ReportingOptions): Reporting {
  const { exporters, outbox, metrics, clock } = options
  const startMs = clock.now()
  const sent = metrics.count(METRIC_TAIL_FINDINGS_SENT)
  const rejected = metrics.count(METRIC_TAIL_FINDINGS_LOST, { [ATTR_TOOLSPAN_TAIL_REASON]: 'rejected' })
  const sender = createSender({
    outbox,
    clock,
    random: Math.random,
    send: exporters.send,
    notBeforeMs: exporters.notBeforeMs,
    sent: (count) => sent.add(count),
    rejected: () => rejected.add(1),
  })
  let cancel: (() => void) | undefined

  function sendMetrics(): Promise<void> {
    return exporters.sendMetrics(metrics.read(), startMs, clock.now())
  }

  function schedule(): void {
    cancel = clock.after(options.metricIntervalMs, () => {
      void sendMetrics()
      schedule()
    })
  }

  schedule()
  return {
    wake: sender.wake,
    async flush() {
      await Promise.all([sender.flush(), sendMetrics()])
    },
    async close() {
      cancel?.()
      sender.close()
      await exporters.close()
    },
  }
}
