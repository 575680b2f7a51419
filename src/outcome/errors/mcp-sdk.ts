import { isKeyed } from '../../self/keyed.ts'
import type { DocsRow } from '../docs-row.ts'
import type { About } from '../outcome.ts'
import { type Cause, denied, lost, NEEDS_INPUT, refused, unusableAnswer } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'
import { isRpcCode, type RpcContext, rpcCause, timerCause } from './json-rpc.ts'
import type { Thrown } from './thrown.ts'

/** Codes of version 2 for what happens on the caller's side; they never come from the peer. */
const LOCAL: ReadonlyMap<unknown, Cause> = new Map<unknown, Cause>([
  ['CONNECTION_CLOSED', lost('network_error')],
  ['SEND_FAILED', lost('network_error')],
  ['NOT_CONNECTED', refused('network_error')],
  ['NOT_INITIALIZED', refused('network_error')],
  ['CAPABILITY_NOT_SUPPORTED', denied('protocol_error', 'other')],
  ['METHOD_NOT_SUPPORTED_BY_PROTOCOL_VERSION', denied('protocol_error', 'other')],
  ['INVALID_RESULT', unusableAnswer('protocol_error')],
  ['INPUT_REQUIRED_ROUNDS_EXCEEDED', NEEDS_INPUT],
])

function contextOf(thrown: Thrown, about: About): RpcContext {
  const { data } = thrown.error
  return {
    message: thrown.message,
    hasTimer: isKeyed(data) && typeof data.timeout === 'number',
    cancelledByCaller: about.cancelledByCaller,
  }
}

/** A result of a type that the client cannot take: a question to the user, or something that it does not know. */
function localCause(code: string, { error }: Thrown): Cause | undefined {
  if (code !== 'UNSUPPORTED_RESULT_TYPE') return LOCAL.get(code)
  const isQuestion = isKeyed(error.data) && error.data.resultType === 'input_required'
  return isQuestion ? NEEDS_INPUT : unusableAnswer('protocol_error')
}

/** What people read of it. */
export const mcpSdkRow: DocsRow = {
  matches: 'JSON-RPC codes and the error codes of both MCP SDKs',
  means:
    'by code: transient, validation, other or not known; a timer, a cancel and a session that is gone are told apart',
}

/** Errors of the MCP SDKs: `McpError` of version 1, `ProtocolError` and `SdkError` of version 2. */
export const mcpSdk: ErrorFamily = {
  id: 'mcp-sdk',
  source: 'mapped',
  read(thrown, about) {
    const { code } = thrown
    if (isRpcCode(code)) return rpcCause(code, contextOf(thrown, about))
    if (typeof code !== 'string') return undefined
    const cause = code === 'REQUEST_TIMEOUT' ? timerCause(contextOf(thrown, about)) : localCause(code, thrown)
    return cause && { ...cause, code }
  },
}
