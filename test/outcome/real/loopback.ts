import { createServer, type Server, type ServerResponse } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net'

/** What the loopback server does with a request. */
export type Behaviour =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  | { readonly kind: 'reset' }
  | { readonly kind: 'hang' }

/** An HTTP server on the loopback interface that answers every request in the way it was last told. */
export interface Loopback {
  readonly url: string
  readonly port: number
  behave(how: Behaviour): void
  /** Requests that arrived so far. */
  requests(): number
  close(): Promise<void>
}

export async function startLoopback(): Promise<Loopback> {
  let behaviour: Behaviour = { kind: 'hang' }
  let seen = 0
  const server = createServer((request, response) => {
    seen++
    request.resume()
    // The body is read first, so that a reset meets a request that was sent whole.
    request.on('end', () => carryOut(behaviour, request.socket, response))
  })
  const port = await listening(server)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    behave(how) {
      behaviour = how
    },
    requests: () => seen,
    close: () => closed(server),
  }
}

function carryOut(how: Behaviour, socket: Socket, response: ServerResponse): void {
  if (how.kind === 'hang') return
  if (how.kind === 'reset') {
    socket.resetAndDestroy()
    return
  }
  response.writeHead(how.status, { 'content-type': 'application/json', ...how.headers })
  response.end(how.body ?? '{}')
}

/** A TCP server that does with each connection what it is told: for protocols that are not HTTP. */
export async function startTcp(
  onConnection: (socket: Socket) => void,
): Promise<Pick<Loopback, 'port' | 'close'>> {
  const open = new Set<Socket>()
  const server = createTcpServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    onConnection(socket)
  })
  const port = await listening(server)
  return {
    port,
    close() {
      for (const socket of open) socket.destroy()
      return closed(server)
    },
  }
}

/** A port of the loopback interface on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer()
  const port = await listening(server)
  await closed(server)
  return port
}

function listening(server: TcpServer): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function closed(server: TcpServer | Server): Promise<void> {
  if ('closeAllConnections' in server) server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
