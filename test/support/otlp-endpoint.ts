import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that an endpoint got. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
  readonly atMs: number
}

/** What an endpoint answers with; `hang` closes the connection in the middle of an answer. */
export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly hang?: boolean
  /** It takes that long to answer. */
  readonly afterMs?: number
}

/** An OTLP endpoint that answers as a test says, on a port that it picks. */
export interface OtlpEndpoint {
  readonly url: string
  readonly received: Received[]
  reply: (request: Received) => Reply
  /** Resolves once `holds` is true of what was received. */
  until(holds: (received: readonly Received[]) => boolean): Promise<void>
  close(): Promise<void>
}

export async function startOtlpEndpoint(): Promise<OtlpEndpoint> {
  const received: Received[] = []
  let waiting: { holds: (received: readonly Received[]) => boolean; tell: () => void }[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Uint8Array[] = []
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    request.on('end', () => {
      const got = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
        atMs: Date.now(),
      }
      received.push(got)
      const reply = endpoint.reply(got)
      if (reply.afterMs === undefined) answer(reply)
      else setTimeout(answer, reply.afterMs, reply)
      const isDone = ({ holds }: (typeof waiting)[number]) => holds(received)
      for (const { tell } of waiting.filter(isDone)) tell()
      waiting = waiting.filter((one) => !isDone(one))
    })

    function answer({ status, headers, hang }: Reply): void {
      response.writeHead(status, { ...headers, ...(hang === true ? { 'content-length': '10' } : {}) })
      if (hang === true) {
        response.write('x')
        response.destroy()
      } else response.end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const endpoint: OtlpEndpoint = {
    url: `http://127.0.0.1:${port}`,
    received,
    reply: () => ({ status: 200 }),
    until(holds) {
      if (holds(received)) return Promise.resolve()
      return new Promise((tell) => waiting.push({ holds, tell }))
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return endpoint
}
