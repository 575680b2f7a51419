import { isKeyed } from '../evidence/keyed.ts'
import type { About } from '../outcome.ts'
import { type Cause, lost, refused, unusableAnswer } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'
import { isRpcCode, type RpcContext, rpcCause, timerCause } from './json-rpc.ts'
import type { Thrown } from './thrown.ts'

/** Codes of version 2 for what happens on the caller's side; they never come from the peer. */
const LOCAL: ReadonlyMap<unknown, Cause> = new Map<unknown, Cause>([
  ['CONNECTION_CLOSED', lost('network_error')],
  ['NOT_CONNECTED', refused('network_error')],
  ['INVALID_RESULT', unusableAnswer('protocol_error')],
])

function contextOf(thrown: Thrown, about: About): RpcContext {
  const { data } = thrown.error
  return {
    message: thrown.message,
    hasTimer: isKeyed(data) && typeof data.timeout === 'number',
    cancelledByCaller: about.cancelledByCaller,
  }
}

/** Errors of the MCP SDKs: `McpError` of version 1, `ProtocolError` and `SdkError` of version 2. */
export const mcpSdk: ErrorFamily = {
  id: 'mcp-sdk',
  source: 'mapped',
  read(thrown, about) {
    const { code } = thrown
    if (isRpcCode(code)) return rpcCause(code, contextOf(thrown, about))
    if (typeof code !== 'string') return undefined
    const cause = code === 'REQUEST_TIMEOUT' ? timerCause(contextOf(thrown, about)) : LOCAL.get(code)
    return cause && { ...cause, code }
  },
}
