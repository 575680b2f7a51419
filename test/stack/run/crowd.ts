import { randomBytes } from 'node:crypto'
import type { SpanInput } from '../../../src/tail/facts/span-input.ts'
import { sendSpans } from './send-cases.ts'

/** A request of usual size. */
const SPANS_A_REQUEST = 2000

/** So many traces of one span that concern no tool: a service beside the agents. */
export async function sendCrowd(otlpUrl: string, service: string, traces: number): Promise<void> {
  for (let sent = 0; sent < traces; sent += SPANS_A_REQUEST) {
    const count = Math.min(SPANS_A_REQUEST, traces - sent)
    await sendSpans(
      otlpUrl,
      Array.from({ length: count }, () => spanOf(service)),
    )
  }
}

function spanOf(service: string): SpanInput {
  return {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    name: 'GET /',
    kind: 'server',
    scope: 'crowd',
    service,
    startMs: Date.now() - 5,
    endMs: Date.now(),
    failed: false,
    attributes: { 'http.request.method': 'GET' },
    events: [],
    links: [],
  }
}
