import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { readOtlpJson } from '../../src/tail/facts/otlp-json.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { listen } from './listen.ts'

/** A small OTLP/HTTP endpoint on the loopback interface: it takes the spans of every process of the demo. */
export interface Collector {
  /** Where processes send their traces. */
  readonly tracesUrl: string
  /** Every span that arrived, in the order of arrival. */
  readonly spans: readonly SpanInput[]
  close(): void
}

export async function openCollector(): Promise<Collector> {
  const spans: SpanInput[] = []
  const take = async (request: IncomingMessage): Promise<void> => {
    readOtlpJson(await json(request), {
      span: (span) => spans.push(span),
      problem: (message) => console.error(`the collector could not read a span: ${message}`),
    })
  }
  const server = createServer((request, response) => {
    take(request).then(
      () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      (error: unknown) => response.writeHead(400).end(String(error)),
    )
  })
  const url = await listen(server)
  return {
    tracesUrl: `${url}/v1/traces`,
    spans,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
