/** What an exception class of another language says in the words that classifiers know: a system code or a status. */
interface Meaning {
  readonly code?: string
  readonly status?: number
}

const REFUSED: Meaning = { code: 'ECONNREFUSED' }
const RESET: Meaning = { code: 'ECONNRESET' }
const UNKNOWN_HOST: Meaning = { code: 'ENOTFOUND' }

/**
 * Classes of Python (built in, httpx, requests, urllib3, aiohttp, the OpenAI and Anthropic clients) and Java, by
 * their last name. Classes that end in Timeout need no row.
 */
const CLASSES: ReadonlyMap<string, Meaning> = new Map([
  ['ConnectionRefusedError', REFUSED],
  ['ConnectError', REFUSED],
  ['ConnectException', REFUSED],
  ['NewConnectionError', REFUSED],
  ['ClientConnectorError', REFUSED],
  ['ConnectionResetError', RESET],
  ['ConnectionAbortedError', RESET],
  ['BrokenPipeError', RESET],
  ['ConnectionError', RESET],
  ['ReadError', RESET],
  ['RemoteProtocolError', RESET],
  ['ProtocolError', RESET],
  ['ServerDisconnectedError', RESET],
  ['gaierror', UNKNOWN_HOST],
  ['NameResolutionError', UNKNOWN_HOST],
  ['UnknownHostException', UNKNOWN_HOST],
  ['RateLimitError', { status: 429 }],
  ['InternalServerError', { status: 500 }],
  ['OverloadedError', { status: 529 }],
  ['AuthenticationError', { status: 401 }],
  ['PermissionDeniedError', { status: 403 }],
  ['BadRequestError', { status: 400 }],
  ['UnprocessableEntityError', { status: 422 }],
])

/** Linux error numbers as Python writes them: `[Errno 111] Connection refused`. */
const ERRNOS: ReadonlyMap<string, string> = new Map([
  ['32', 'EPIPE'],
  ['101', 'ENETUNREACH'],
  ['104', 'ECONNRESET'],
  ['110', 'ETIMEDOUT'],
  ['111', 'ECONNREFUSED'],
  ['113', 'EHOSTUNREACH'],
])

/** The code or status that the class or the message of a recorded exception stands for; undefined for any other. */
export function meaningOf(type: string, message: string): Meaning | undefined {
  const code = ERRNOS.get(/\[Errno (\d{1,3})\]/.exec(message)?.[1] ?? '')
  if (code !== undefined) return { code }
  return CLASSES.get(type.slice(type.lastIndexOf('.') + 1))
}
