import * as api from '@opentelemetry/api'
import { MeterProvider, MetricReader, type ViewOptions } from '@opentelemetry/sdk-metrics'

/** Hands out what was recorded when it is asked. */
class AskedReader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/** The recorded values of one metric, by their attributes. */
export type Points = (name: string) => Promise<{ attributes: api.Attributes; value: unknown }[]>

/** Registers a meter provider; what is recorded can be asked for. */
export function registerPoints(views: ViewOptions[] = []): Points {
  const reader = new AskedReader()
  api.metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader], views }))
  return async (name) => {
    const { resourceMetrics } = await reader.collect()
    const metrics = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics)
    const found = metrics.find((each) => each.descriptor.name === name)
    return (found?.dataPoints ?? []).map(({ attributes, value }) => ({ attributes, value }))
  }
}
