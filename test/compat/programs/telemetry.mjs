/** The OpenTelemetry SDK of the host, with everything kept in memory. */
export async function prepareTelemetry(load, processors) {
  const { SimpleSpanProcessor, InMemorySpanExporter } = await load('@opentelemetry/sdk-trace')
  const { InMemoryLogRecordExporter, SimpleLogRecordProcessor } = await load('@opentelemetry/sdk-logs')
  const { AggregationTemporality, InMemoryMetricExporter, PeriodicExportingMetricReader } = await load(
    '@opentelemetry/sdk-metrics',
  )
  const spanExporter = new InMemorySpanExporter()
  const logExporter = new InMemoryLogRecordExporter()
  const metricReader = new PeriodicExportingMetricReader({
    exporter: new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE),
    exportIntervalMillis: 3_600_000,
  })
  const spanProcessors = [...processors, new SimpleSpanProcessor({ exporter: spanExporter })]
  return {
    /** As an application does it. */
    async startNodeSdk() {
      const { NodeSDK } = await load('@opentelemetry/sdk-node')
      const sdk = new NodeSDK({
        serviceName: 'host',
        autoDetectResources: false,
        spanProcessors,
        logRecordProcessors: [new SimpleLogRecordProcessor({ exporter: logExporter })],
        metricReaders: [metricReader],
      })
      sdk.start()
    },
    /** By hand and not to the end: no context manager and no propagator, as SDK 3 leaves it to its user. */
    async startProvidersAlone() {
      const { TracerProvider } = await load('@opentelemetry/sdk-trace')
      const { MeterProvider } = await load('@opentelemetry/sdk-metrics')
      const { metrics, trace } = await load('@opentelemetry/api')
      trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }))
      metrics.setGlobalMeterProvider(new MeterProvider({ readers: [metricReader] }))
    },
    /** Everything that arrived. */
    async arrived() {
      for (const processor of spanProcessors) await processor.forceFlush()
      const spans = spanExporter.getFinishedSpans()
      const { resourceMetrics } = await metricReader.collect()
      const { metrics } = await load('@opentelemetry/api')
      return {
        counterStorage: describeStorage(metrics.getMeter('host').createCounter('host.counter')),
        spans: spans.map((span) => describeSpan(span, spans)),
        logs: logExporter
          .getFinishedLogRecords()
          .map(({ eventName, severityNumber, attributes, spanContext }) => ({
            eventName,
            severityNumber,
            rule: attributes['toolspan.finding.rule'],
            state: attributes['toolspan.finding.state'],
            isTied: spans.some((span) => span.spanContext().spanId === spanContext?.spanId),
          })),
        metrics: resourceMetrics.scopeMetrics
          .flatMap(({ metrics }) => metrics)
          .flatMap(({ descriptor, dataPoints }) =>
            dataPoints.map((point) => describePoint(descriptor, point)),
          ),
      }
    },
  }
}

function describeSpan(span, spans) {
  const parent = spans.find((other) => other.spanContext().spanId === span.parentSpanContext?.spanId)
  const traces = [...new Set(spans.map((other) => other.spanContext().traceId))]
  return {
    name: span.name,
    kind: span.kind,
    parent: parent?.name,
    trace: traces.indexOf(span.spanContext().traceId),
    attributes: span.attributes,
  }
}

/** What is looked at in an instrument of the SDK before what it adds up is looked for once only. */
function describeStorage({ _writableMetricStorage: storage }) {
  const keeper = storage?._deltaMetricStorage
  return {
    hasAttributeProcessor: storage?.hasAttributeProcessor,
    parameters: keeper?.record?.length,
    canBeAsked: typeof keeper?._activeCollectionStorage?.get === 'function',
  }
}

function describePoint({ name }, { value, attributes }) {
  return { name, count: typeof value === 'number' ? value : value.count, attributes }
}
