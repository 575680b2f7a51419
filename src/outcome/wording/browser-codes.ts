import { type Cause, denied, lost, refused } from '../errors/cause.ts'
import { codeRows } from '../errors/code-table.ts'

const CODES: ReadonlyMap<string, Cause> = new Map([
  ...codeRows('CONNECTION_REFUSED CONNECTION_FAILED ADDRESS_UNREACHABLE', refused('error_text')),
  ...codeRows('INTERNET_DISCONNECTED PROXY_CONNECTION_FAILED CONNECTION_TIMED_OUT', refused('error_text')),
  ...codeRows('CONNECTION_RESET CONNECTION_CLOSED CONNECTION_ABORTED EMPTY_RESPONSE', lost('error_text')),
  ...codeRows('NETWORK_CHANGED SOCKET_NOT_CONNECTED HTTP2_PROTOCOL_ERROR TIMED_OUT', lost('error_text')),
  // A wrong name, or a resolver in trouble: the code cannot tell.
  ...codeRows('NAME_NOT_RESOLVED', { reason: 'error_text', applied: 'no' }),
])

/** Network errors of Chromium (`net_error_list.h`), as every tool that drives a browser passes them on. */
const BROWSER_CODE = /\bnet::ERR_([A-Z0-9_]{4,40})/
const UNTRUSTED = /^(?:CERT_|SSL_)/

/** What the code of a browser's network error says; undefined where a text has none. Give it a bounded text. */
export function browserCause(text: string): Cause | undefined {
  const code = text.includes('net::') ? BROWSER_CODE.exec(text)?.[1] : undefined
  if (code === undefined) return undefined
  const cause = CODES.get(code) ?? (UNTRUSTED.test(code) ? denied('error_text', 'other') : undefined)
  return cause && { ...cause, code: `ERR_${code}` }
}
