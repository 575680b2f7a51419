import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { SimpleSpanProcessor } from '@opentelemetry/sdk-trace'
import { readOtlpProtobuf } from '../../src/tail/facts/otlp-protobuf.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { registerOtel, unregisterOtel } from '../support/otel.ts'
import { startOtlpEndpoint } from '../support/otlp-endpoint.ts'
import { connectOrders, type Orders, type Sdk, type Way } from './orders-client.ts'
import { ORDERS_SERVICE, type OrdersOptions } from './orders-server.ts'

export const AGENT_SERVICE = 'orders-agent'

/** What an agent in TypeScript and the server in Python sent, in one run. */
export interface Played {
  /** OTLP requests as they came, protobuf of both languages. */
  readonly bodies: readonly Uint8Array[]
  readonly spans: readonly SpanInput[]
}

/** Where the run goes through, besides the server that it is played against. */
export interface Through {
  /** An OTLP endpoint in between that sends on what it gets, given the address that it sends to. */
  between?(url: string): Promise<{ readonly url: string; stop(): Promise<void> }>
}

/** Plays one run of an agent, and waits until every call has its span of the server. */
export async function playRun(
  python: string,
  combination: readonly [Sdk, Way],
  act: (orders: Orders) => Promise<unknown>,
  { between: openBetween, ...options }: Omit<OrdersOptions, 'otlpUrl'> & Through = {},
): Promise<Played> {
  const endpoint = await startOtlpEndpoint()
  const between = await openBetween?.(endpoint.url)
  const spansNow = (): SpanInput[] => endpoint.received.flatMap(({ body }) => spansOf(body))
  try {
    const otlpUrl = between?.url ?? endpoint.url
    await playAgainst(python, combination, act, { ...options, otlpUrl })
    await endpoint.until(() => isWhole(spansNow()))
    return { bodies: endpoint.received.map(({ body }) => body), spans: spansNow() }
  } finally {
    await between?.stop()
    await endpoint.close()
  }
}

/** Plays one run, whose spans both languages send to one address. Gives back the id of its trace. */
export async function playAgainst(
  python: string,
  [sdk, way]: readonly [Sdk, Way],
  act: (orders: Orders) => Promise<unknown>,
  options: OrdersOptions,
): Promise<string> {
  const exporter = new OTLPTraceExporter({ url: `${options.otlpUrl}/v1/traces` })
  const exporting = new SimpleSpanProcessor({ exporter })
  const otel = registerOtel({ service: AGENT_SERVICE, processors: [exporting] })
  try {
    return await otel.tracer.startActiveSpan('invoke_agent', async (root) => {
      root.setAttribute('gen_ai.operation.name', 'invoke_agent')
      const orders = await connectOrders(python, sdk, way, options)
      try {
        await act(orders)
      } finally {
        await orders.close()
        root.end()
      }
      return root.spanContext().traceId
    })
  } finally {
    await exporting.forceFlush()
    unregisterOtel()
  }
}

/** Whether the root has come and each call of a tool has its span of the server. */
function isWhole(spans: readonly SpanInput[]): boolean {
  const served = new Set(
    spans
      .filter(({ service }) => service === ORDERS_SERVICE)
      .flatMap(({ parentSpanId, links }) => [parentSpanId, ...links.map(({ spanId }) => spanId)]),
  )
  const calls = spans.filter(({ kind, name }) => kind === 'client' && name.startsWith('tools/call'))
  return spans.some(({ name }) => name === 'invoke_agent') && calls.every(({ spanId }) => served.has(spanId))
}

export function spansOf(body: Uint8Array): SpanInput[] {
  const spans: SpanInput[] = []
  readOtlpProtobuf(body, {
    span: (span) => spans.push(span),
    problem: (problem) => {
      throw problem
    },
  })
  return spans
}
