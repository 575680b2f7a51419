import type { Behaviour } from './loopback.ts'
import type { Meaning } from './meaning.ts'

/** What a server does, and what that means whichever client says it. */
export interface HttpRow {
  readonly name: string
  readonly how: Behaviour | 'refuse'
  readonly means: Meaning
}

/** An answer with this body, as JSON. */
export function answer(
  status: number,
  body: unknown = { error: { message: `the server says ${status}`, type: 'loopback' } },
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  return { kind: 'answer', status, headers, body: JSON.stringify(body) }
}

const NOW = 'Mon, 30 Nov 2026 08:00:00 GMT'
const LATER = 'Mon, 30 Nov 2026 08:00:09 GMT'

/** Refused for a reason that time does not change. */
export const refusedFor = (category: string | undefined): Meaning => ({
  status: 'failed',
  category,
  retryable: false,
})
/** Turned away at the door: nothing was done. */
export const turnedAway: Meaning = { status: 'failed', category: 'transient', retryable: true }
/** No usable answer: a read may be repeated, a write is open, of an unknown tool nobody knows. */
export const lost: Meaning = {
  status: 'failed',
  category: 'transient',
  retryable: true,
  write: { status: 'indeterminate', retryable: false },
  unknown: { retryable: undefined },
}

/** The same where only the words of the message say it. */
export const lostByWords: Meaning = { ...lost, source: 'inferred' }

/** What any HTTP client may meet (REQ-3, REQ-4, REQ-18, REQ-23). */
export const HTTP_ROWS: readonly HttpRow[] = [
  ...([400, 413, 422] as const).map((status) => row(status, refusedFor('validation'))),
  ...([401, 403] as const).map((status) => row(status, refusedFor('permission'))),
  row(404, refusedFor(undefined)),
  row(409, refusedFor('business')),
  ...([423, 425, 429, 503, 529] as const).map((status) => row(status, turnedAway)),
  ...([408, 500, 502, 504] as const).map((status) => row(status, lost)),
  row(429, { ...turnedAway, retryAfterMs: 7000 }, { 'retry-after': '7' }),
  row(503, { ...turnedAway, retryAfterMs: 9000 }, { 'retry-after': LATER, date: NOW }),
  row(429, { ...turnedAway, retryAfterMs: 250 }, { 'retry-after-ms': '250', 'retry-after': '1' }),
  row(403, { ...turnedAway, retryAfterMs: 60_000 }, { 'retry-after': '60' }),
  { name: 'a connection that is reset', how: { kind: 'reset' }, means: lost },
  { name: 'no answer in time', how: { kind: 'hang' }, means: lost },
  { name: 'nobody listening', how: 'refuse', means: turnedAway },
]

function row(status: number, means: Meaning, headers?: Record<string, string>): HttpRow {
  const name = `${status}${headers === undefined ? '' : ` with ${JSON.stringify(headers)}`}`
  return { name, how: answer(status, undefined, headers), means: { ...means, code: String(status) } }
}
