import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'

/** What an endpoint said about when to come again. */
export interface RetryAfterWatch {
  /** Before this time nothing is to be sent, milliseconds since the Unix epoch; 0 where nothing was said. */
  readonly untilMs: number
  close(): void
}

/** Node tells of every response to its HTTP clients here. */
const CHANNEL = 'http.client.response.finish'

/**
 * Watches what an endpoint answers. The SDK's exporters give up once the wait that a receiver asks for is longer than
 * their timeout, and do not hand on how long it was.
 */
export function watchRetryAfter(url: string, now: () => number): RetryAfterWatch {
  const { host } = new URL(url)
  let untilMs = 0

  function answered(message: unknown): void {
    if (!isExchange(message) || message.request.getHeader('host') !== host) return
    const waitMs = waitMsOf(message.response.headers['retry-after'], now())
    if (waitMs !== undefined) untilMs = Math.max(untilMs, now() + waitMs)
  }

  subscribe(CHANNEL, answered)
  return {
    get untilMs() {
      return untilMs
    },
    close: () => unsubscribe(CHANNEL, answered),
  }
}

function isExchange(message: unknown): message is { request: ClientRequest; response: IncomingMessage } {
  return typeof message === 'object' && message !== null && 'request' in message && 'response' in message
}

/** A wait longer than this is a mistake, or an attack. */
const LONGEST_WAIT_MS = 3_600_000

function waitMsOf(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  const seconds = Number(header)
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs
  return waitMs > 0 ? Math.min(waitMs, LONGEST_WAIT_MS) : undefined
}
