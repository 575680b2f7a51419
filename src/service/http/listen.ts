import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server as NetServer } from 'node:net'

/** Keys and certificates in PEM. With `ca`, only clients whose certificate it has signed may connect. */
export interface TlsFiles {
  readonly key: string
  readonly cert: string
  readonly ca?: string | undefined
}

export interface ListenOptions {
  readonly host: string
  /** 0 picks one. */
  readonly port: number
  readonly tls?: TlsFiles | undefined
  readonly maxConnections: number
}

/** A server that listens. */
export interface Listening {
  readonly host: string
  readonly port: number
  /** Connections that are open. */
  readonly connections: number
  /** Takes no new connections, and ends the idle ones. Resolves when the last one has ended. */
  close(): Promise<void>
  /** Ends every connection at once. */
  destroy(): void
}

/** A sender has so long for its headers, and for all of a request. Milliseconds. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 60_000
/** Longer than senders keep idle connections, so that they are the ones who close. */
const KEEP_ALIVE_MS = 75_000
const MAX_HEADER_BYTES = 16 * 1024

/** Starts a server. Rejects where it cannot listen. */
export function listen(options: ListenOptions, handler: RequestListener): Promise<Listening> {
  const { host, port, tls, maxConnections } = options
  const limits = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    connectionsCheckingInterval: 5000,
  }
  const server: Server =
    tls === undefined
      ? createServer(limits, handler)
      : createTlsServer(
          {
            ...limits,
            key: tls.key,
            cert: tls.cert,
            ...(tls.ca === undefined ? {} : { ca: tls.ca, requestCert: true, rejectUnauthorized: true }),
          },
          handler,
        )
  server.maxConnections = maxConnections
  const connections = countConnections(server)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.removeListener('error', reject)
      resolve(listening(server, host, connections))
    })
  })
}

/** How many connections a server has open, asked at any time. */
export function countConnections(server: NetServer): () => number {
  let open = 0
  server.on('connection', (socket) => {
    open++
    socket.once('close', () => open--)
  })
  return () => open
}

function listening(server: Server, host: string, connections: () => number): Listening {
  const address = server.address()
  return {
    host,
    port: isAddress(address) ? address.port : 0,
    get connections() {
      return connections()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
    destroy: () => server.closeAllConnections(),
  }
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}

/** Answers with a short text. */
export function answerText(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type })
  response.end(text)
}

/** The path of a request, without what follows a question mark. */
export function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}
