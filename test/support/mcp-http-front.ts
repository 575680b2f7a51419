import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as api from '@opentelemetry/api'

export interface HttpFront {
  readonly url: URL
  close(): Promise<void>
}

/**
 * An HTTP server on loopback. Each request is handled within a SERVER span of its own trace, as an instrumentation
 * of HTTP servers has it for callers that send no context in headers.
 */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<HttpFront> {
  const http = createServer((request, response) => {
    const span = api.trace
      .getTracer('http')
      .startSpan(String(request.method), { kind: api.SpanKind.SERVER, root: true })
    response.on('close', () => span.end())
    api.context
      .with(api.trace.setSpan(api.ROOT_CONTEXT, span), () => handle(request, response))
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

type FetchHandler = (request: Request, options: { parsedBody?: unknown }) => Promise<Response>

/** Serves web-standard requests and responses, for SDKs that know no others. Shows each body before it is handled. */
export async function listenFetch(
  handle: FetchHandler,
  received: (message: unknown) => void,
): Promise<HttpFront> {
  return listen(async (request, response) => {
    const body = request.method === 'POST' ? await bodyOf(request) : undefined
    if (body !== undefined) received(JSON.parse(body))
    const gone = new AbortController()
    response.on('close', () => {
      if (!response.writableFinished) gone.abort()
    })
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const answer = await handle(
      new Request(new URL(request.url ?? '/', 'http://127.0.0.1'), {
        method: request.method ?? 'GET',
        headers,
        signal: gone.signal,
        ...(body !== undefined && { body }),
      }),
      body === undefined ? {} : { parsedBody: JSON.parse(body) },
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.flushHeaders()
    for await (const chunk of answer.body ?? []) response.write(chunk)
    response.end()
  })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
