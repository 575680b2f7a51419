import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Load, withNewIds } from './bodies.ts'

/** How a load is sent. */
export interface Sending {
  readonly port: number
  readonly isGzipped: boolean
  /** Until so many spans have been taken. */
  readonly spans: number
  /** Told after each request. */
  readonly onProgress?: (spans: number) => void
}

const CONNECTIONS = 8
let passes = 0

/** Sends the bodies of a load over and over, with ids that were never there before. Resolves to the spans taken. */
export async function sendLoad({ bodies }: Load, sending: Sending): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let next = 0
  let taken = 0
  const send = async (): Promise<void> => {
    while (taken < sending.spans) {
      const body = bodies[next++ % bodies.length]
      if (body === undefined) return
      if (next % bodies.length === 1) passes++
      const bytes = withNewIds(body, passes)
      const status = await post(
        agent,
        sending.port,
        sending.isGzipped ? gzipSync(bytes, { level: 1 }) : bytes,
        sending.isGzipped,
      )
      if (status === 200) taken += body.spans
      else if (status !== AGAIN) throw new Error(`the server answered ${status}`)
      else await wait(WAIT_MS)
      sending.onProgress?.(taken)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, send))
  agent.destroy()
  return taken
}

const AGAIN = 429
/** A sender that was turned away waits. */
const WAIT_MS = 20

function isClosed(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET')
}

function post(agent: Agent, port: number, body: Buffer, isGzipped: boolean): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/x-protobuf',
      'content-length': body.length,
      ...(isGzipped ? { 'content-encoding': 'gzip' } : {}),
    }
    const sent = request(
      { agent, port, host: '127.0.0.1', path: '/v1/traces', method: 'POST', headers },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode))
      },
    )
    // A connection that the server has just closed: as a sender does it, the body comes again.
    sent.on('error', (error) => (isClosed(error) ? resolve(AGAIN) : reject(error)))
    sent.end(body)
  })
}
