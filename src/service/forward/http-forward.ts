import { Agent, type IncomingMessage, request as plainRequest, type ServerResponse } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { refusalBody, type Signal } from '../http/otlp-answer.ts'
import { headOf } from '../http/otlp-handler.ts'
import type { OtlpTarget } from '../http/otlp-target.ts'
import type { Copies, Copy } from './copies.ts'

/** What belongs to one connection and not to the request (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'])

/** Passes requests on. */
export interface HttpForward {
  handle(request: IncomingMessage, response: ServerResponse): void
  close(): void
}

/**
 * Passes every request on to `url` as its sender would have sent it there, and the answer back as it came, while both
 * are still under way.
 */
export function createHttpForward(url: string, target: OtlpTarget, copies: Copies): HttpForward {
  const { protocol, hostname, port, host, pathname } = new URL(url)
  const isTls = protocol === 'https:'
  const agent = isTls ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  const send = isTls ? tlsRequest : plainRequest
  const base = pathname.replace(/\/$/, '')

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { signal, copy } = copyOf(request, copies)
    const onward = send({
      agent,
      hostname,
      port,
      method: request.method,
      path: `${base}${request.url ?? '/'}`,
      // Pairs as they came: names keep their case and their order, and nothing is added.
      headers: headersFor(request.rawHeaders, host),
    })
    onward.on('response', (answer) => {
      target.answered(signal, answer.statusCode ?? 502)
      response.sendDate = false
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHops(answer.rawHeaders))
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    onward.on('error', () => {
      if (response.headersSent || response.destroyed) response.destroy()
      else unreachable(response)
    })
    request.on('data', (chunk: Uint8Array) => copy?.add(chunk))
    request.on('end', () => setImmediate(() => copy?.look()))
    request.on('aborted', () => {
      copy?.drop()
      onward.destroy()
    })
    request.pipe(onward)
  }

  function unreachable(response: ServerResponse): void {
    target.answered(undefined, 502)
    // OTLP senders come again after a 502.
    const body = refusalBody({ status: 502, message: 'the receiver cannot be reached' }, 'protobuf')
    response.writeHead(502, { 'content-type': 'application/x-protobuf', 'content-length': body.length })
    response.end(body)
  }

  return { handle, close: () => agent.destroy() }
}

function copyOf(
  request: IncomingMessage,
  copies: Copies,
): { signal: Signal | undefined; copy: Copy | undefined } {
  const { signal, format, encoding } = headOf(request)
  if (signal === undefined || format === undefined || encoding === undefined || request.method !== 'POST')
    return { signal, copy: undefined }
  return { signal, copy: copies.of({ signal, format, encoding }) }
}

/** The headers as the sender would have sent them to the receiver: with the name of the receiver. */
function headersFor(raw: readonly string[], host: string): string[] {
  const headers = withoutHops(raw)
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at]?.toLowerCase() === 'host') headers[at + 1] = host
  return headers
}

function withoutHops(raw: readonly string[]): string[] {
  const headers: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]]
    if (!HOP_BY_HOP.has(name.toLowerCase())) headers.push(name, value)
  }
  return headers
}
