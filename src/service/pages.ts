import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerText, pathOf } from './http/listen.ts'
import type { MetricRegistry } from './metrics/metric-registry.ts'
import { OPEN_METRICS_TYPE, openMetricsPage } from './metrics/open-metrics.ts'

/** How the service is. */
export interface Health {
  /** It has read back what it held, listens, and takes requests. */
  isReady(): boolean
}

/** Answers `/healthz` and `/readyz`; false where the path is another one. */
export function answerHealth(request: IncomingMessage, response: ServerResponse, health: Health): boolean {
  const path = pathOf(request)
  if (path === '/healthz') answerText(response, 200, 'ok\n')
  else if (path === '/readyz') {
    const isReady = health.isReady()
    answerText(response, isReady ? 200 : 503, isReady ? 'ready\n' : 'not ready\n')
  } else return false
  return true
}

/** Answers `/metrics`, and the pages of health. */
export function createMetricsHandler(metrics: MetricRegistry, health: Health) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (answerHealth(request, response, health)) return
    if (pathOf(request) === '/metrics')
      answerText(response, 200, openMetricsPage(metrics.read()), OPEN_METRICS_TYPE)
    else answerText(response, 404, 'known are /metrics, /healthz and /readyz\n')
  }
}
