import type { DocsRow } from '../docs-row.ts'
import { CANCELLED, type Cause, denied, lost, refused } from './cause.ts'
import { codeRows } from './code-table.ts'
import type { ErrorFamily } from './error-family.ts'

const NEVER_SENT = refused('network_error')
const NO_ANSWER = lost('network_error')
const UNTRUSTED = denied('network_error', 'other')

/** Codes of Node (`errno.h`, `node:dns`, `node:http2`) and of undici, by what they say about the request. */
const CODES: ReadonlyMap<string, Cause> = new Map([
  ...codeRows('ECONNREFUSED EAI_AGAIN EHOSTUNREACH ENETUNREACH ENETDOWN EHOSTDOWN EADDRNOTAVAIL', NEVER_SENT),
  ...codeRows('ESERVFAIL ERR_SOCKET_CONNECTION_TIMEOUT UND_ERR_CLOSED', NEVER_SENT),
  ...codeRows('ERR_HTTP2_INVALID_SESSION', NEVER_SENT),
  ...codeRows('UND_ERR_CONNECT_TIMEOUT', refused('timeout')),
  ...codeRows('ECONNRESET EPIPE ENOTCONN ESHUTDOWN UND_ERR_SOCKET ERR_STREAM_PREMATURE_CLOSE', NO_ANSWER),
  ...codeRows('ERR_HTTP2_STREAM_ERROR ERR_HTTP2_SESSION_ERROR ERR_HTTP2_GOAWAY_SESSION', NO_ANSWER),
  ...codeRows(
    'UND_ERR_DESTROYED UND_ERR_RES_CONTENT_LENGTH_MISMATCH HPE_INVALID_EOF_STATE ERR_NETWORK',
    NO_ANSWER,
  ),
  ...codeRows(
    // ETIMEOUT: of a resolver before anything is sent, of the driver of SQL Server behind a request.
    'ETIMEOUT ETIMEDOUT ESOCKETTIMEDOUT ECONNABORTED UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT',
    lost('timeout'),
  ),
  // A wrong name, or a resolver in trouble: the code cannot tell.
  ...codeRows('ENOTFOUND ENODATA', { reason: 'network_error', applied: 'no' }),
  ...codeRows('CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED CERT_UNTRUSTED CERT_REJECTED', UNTRUSTED),
  ...codeRows(
    'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN ERR_TLS_CERT_ALTNAME_INVALID',
    UNTRUSTED,
  ),
  ...codeRows(
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    UNTRUSTED,
  ),
  ...codeRows('EPROTO ERR_INVALID_URL ERR_INVALID_PROTOCOL ERR_UNESCAPED_CHARACTERS', UNTRUSTED),
])

/** Codes of OpenSSL and of `node:tls` that share a start. */
const TLS_CODE = /^ERR_(?:SSL|TLS)_/
/** The handshake broke: the same code as a reset later on, and nothing was sent. */
const IN_HANDSHAKE = /before secure TLS connection/i

/** System calls, and steps in the words of clients, that run before the first byte of a request leaves. */
const BEFORE_SENDING = new Set<unknown>(['connect', 'lookup', 'secureConnect', 'getaddrinfo'])

function isBeforeSending(step: unknown): boolean {
  return BEFORE_SENDING.has(step) || (typeof step === 'string' && DNS_QUERY.test(step))
}

/** The questions of `node:dns`: `queryA`, `queryMx`. */
const DNS_QUERY = /^query[A-Z][a-z]{0,8}$/

/** What a network code means, as a code or as a word of a message; `syscall` tells at which step it came up. */
export function networkCause(code: string, syscall?: unknown): Cause | undefined {
  const cause = CODES.get(code) ?? (TLS_CODE.test(code) ? { ...UNTRUSTED, code } : undefined)
  if (cause === undefined) return undefined
  const wasSent = cause.applied === 'maybe' && !isBeforeSending(syscall)
  return wasSent === (cause.applied === 'maybe') ? cause : { ...cause, applied: 'no' }
}

/** What people read of it. */
export const networkRow: DocsRow = {
  matches: 'codes of Node, undici, DNS and TLS: `ECONNRESET`, `UND_ERR_SOCKET`',
  means: 'transient; a write that may have been sent is `indeterminate`, one that was not is not',
}

/** A connection that was not made, broke, or fell silent. */
export const network: ErrorFamily = {
  id: 'network',
  source: 'mapped',
  read({ code, error, message }, about) {
    if (typeof code !== 'string') return undefined
    const step = IN_HANDSHAKE.test(message) ? 'secureConnect' : (error.syscall ?? error.event)
    const cause = networkCause(code, step)
    return cause?.reason === 'timeout' && about.cancelledByCaller === true ? CANCELLED : cause
  },
}
