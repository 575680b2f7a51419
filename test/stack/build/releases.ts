/** What is built of which release. The Collector's stand in collector/builder.yaml, where its builder reads them. */
export const RELEASES = {
  jaeger: {
    /** The module counts on from version 1; what people see is 2.13.0. */
    module: 'github.com/jaegertracing/jaeger@v1.76.0',
    version: '2.13.0',
  },
  prometheus: {
    /** The module of Prometheus 3.16.0: 3.x.y is v0.3xx.y there. */
    module: 'github.com/prometheus/prometheus@v0.316.0',
    version: '3.16.0',
  },
  alertmanager: {
    module: 'github.com/prometheus/alertmanager@v0.35.0',
    version: '0.35.0',
  },
} as const

/** The oldest Go that all of them can be built with, as their go.mod files say. .ci/run asks for the same. */
export const OLDEST_GO = '1.26.7'
