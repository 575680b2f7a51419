import { isKeyed } from '../../self/keyed.ts'
import type { Bytes } from './byte-stream.ts'
import { InputFault } from './input-fault.ts'
import type { Source } from './source.ts'

/** Which traces a running Jaeger is asked for. */
export interface JaegerQuery {
  /** Where its query service listens, with the base path where there is one. */
  readonly url: string
  readonly service: string
  readonly sinceMs: number
  readonly untilMs: number
  /** The most traces to ask for. Default 1000. */
  readonly limit?: number
}

const DEFAULT_LIMIT = 1000
const TIMEOUT_MS = 120_000
const SHOWN_CHARACTERS = 200

/** The answer of a running Jaeger to a search, by the version of its API that it has. */
export function jaegerSource(query: JaegerQuery): Source {
  const { base, headers } = addressOf(query.url)
  const limit = query.limit ?? DEFAULT_LIMIT
  return { name: base, size: undefined, open: () => search({ ...query, url: base, limit }, headers) }
}

/**
 * The services that a running Jaeger has heard of: who gets no traces may have written the name of one wrong. None where it
 * does not say.
 */
export async function jaegerServices(url: string): Promise<readonly string[]> {
  const { base, headers } = addressOf(url)
  for (const path of ['/api/services', '/api/v3/services']) {
    const names = await namesFrom(`${base}${path}`, headers)
    if (names.length > 0) return names
  }
  return []
}

async function namesFrom(url: string, headers: Record<string, string>): Promise<readonly string[]> {
  try {
    const { response } = await ask(url, headers)
    const answer: unknown = await response.json()
    const names = isKeyed(answer) ? (answer.data ?? answer.services) : undefined
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

/** Names and passwords do not belong into messages, and fetch does not take them in an address. */
function addressOf(url: string): { base: string; headers: Record<string, string> } {
  const address = new URL(url)
  const { username, password } = address
  address.username = ''
  address.password = ''
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  return {
    base: `${address.origin}${address.pathname}`.replace(/\/+$/, ''),
    headers: username === '' ? {} : { authorization: `Basic ${credentials.toString('base64')}` },
  }
}

async function* search(query: Required<JaegerQuery>, headers: Record<string, string>): Bytes {
  const older = await ask(`${query.url}/api/traces?${olderParameters(query)}`, headers)
  // Jaeger after 2.20 has no search but that of version 3; one that found nothing does not answer 404 here.
  if (older.response.status !== 404) {
    yield* body(older)
    return
  }
  await older.response.body?.cancel()
  const newer = await ask(`${query.url}/api/v3/traces?${newerParameters(query)}`, headers)
  if (newer.response.status !== 404 || !(await saysThatNothingMatches(newer.response.clone())))
    yield* body(newer)
  else yield new TextEncoder().encode('{"resourceSpans":[]}')
}

function olderParameters({ service, sinceMs, untilMs, limit }: Required<JaegerQuery>): URLSearchParams {
  return new URLSearchParams({
    service,
    start: String(Math.round(sinceMs * 1000)),
    end: String(Math.round(untilMs * 1000)),
    limit: String(limit),
  })
}

/** The limit has had two names. */
function newerParameters({ service, sinceMs, untilMs, limit }: Required<JaegerQuery>): URLSearchParams {
  return new URLSearchParams({
    'query.service_name': service,
    'query.start_time_min': new Date(sinceMs).toISOString(),
    'query.start_time_max': new Date(untilMs).toISOString(),
    'query.num_traces': String(limit),
    'query.search_depth': String(limit),
  })
}

interface Answer {
  readonly url: string
  readonly response: Response
}

async function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { headers: { accept: 'application/json', ...headers }, signal })
    return { url, response }
  } catch (error) {
    throw new InputFault(`${url} cannot be reached: ${reasonOf(error)}`)
  }
}

async function saysThatNothingMatches(response: Response): Promise<boolean> {
  try {
    const answer: unknown = await response.json()
    return typeof answer === 'object' && answer !== null && 'error' in answer
  } catch {
    return false
  }
}

async function* body({ url, response }: Answer): Bytes {
  if (!response.ok) {
    const text = (await response.text()).trim().slice(0, SHOWN_CHARACTERS)
    const said = text === '' ? '' : `: ${text}`
    throw new InputFault(`${url} answered ${response.status} ${response.statusText}${said}`)
  }
  try {
    for await (const chunk of response.body ?? []) yield chunk
  } catch (error) {
    throw new InputFault(`the answer of ${url} broke off: ${reasonOf(error)}`)
  }
}

/** What fetch says is "fetch failed"; what happened is its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} s`
  const { cause } = error
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0])
  return cause instanceof Error ? reasonOf(cause) : error.message
}
