import type { Http2Server, ServerHttp2Session } from 'node:http2'
import { countConnections, type Listening } from '../http/listen.ts'

/** Starts a server of HTTP/2. Rejects where it cannot listen. */
export function listenHttp2(server: Http2Server, host: string, port: number): Promise<Listening> {
  const sessions = new Set<ServerHttp2Session>()
  const connections = countConnections(server)
  server.on('session', (session: ServerHttp2Session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
    session.on('error', () => session.destroy())
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.removeListener('error', reject)
      const address = server.address()
      resolve({
        host,
        port: typeof address === 'object' ? (address?.port ?? 0) : 0,
        get connections() {
          return connections()
        },
        close() {
          for (const session of sessions) session.close()
          return new Promise((done) => server.close(() => done()))
        },
        destroy() {
          for (const session of sessions) session.destroy()
        },
      })
    })
  })
}
