// Series of Prometheus and of the Collector itself. The Collector's names hold for the reader that the configs of
// collector/ set up: type suffixes on, unit suffixes off.

/** 1 while Prometheus reaches a target. */
export const UP = 'up'
/** Made by Prometheus for each alert that is pending or firing. */
export const ALERTS = 'ALERTS'

/** The jobs under which dashboards/prometheus/prometheus.yml scrapes. */
export const JOB = {
  tail: 'toolspan-tail',
  /** What the Collector's Prometheus exporter hands on. */
  collectorMetrics: 'collector-exported',
  /** The Collector's own health. */
  collector: 'collector',
} as const

/** The Collector's own health. */
export const COLLECTOR = {
  sendFailed: 'otelcol_exporter_send_failed_spans_total',
  enqueueFailed: 'otelcol_exporter_enqueue_failed_spans_total',
  queueSize: 'otelcol_exporter_queue_size',
  queueCapacity: 'otelcol_exporter_queue_capacity',
  acceptedSpans: 'otelcol_receiver_accepted_spans_total',
  refusedSpans: 'otelcol_receiver_refused_spans_total',
  sampled: 'otelcol_processor_tail_sampling_global_count_traces_sampled_total',
  droppedTooEarly: 'otelcol_processor_tail_sampling_sampling_trace_dropped_too_early_total',
} as const

/** Every series that somebody else than Toolspan makes and a query may name. */
export const FOREIGN_SERIES: readonly string[] = [UP, ALERTS, ...Object.values(COLLECTOR)]
