import {
  CANCELLED,
  type Cause,
  denied,
  final,
  lost,
  NEEDS_INPUT,
  TIMED_OUT,
  unusableAnswer,
} from './cause.ts'

/** What is known beside a JSON-RPC code: these codes mislead (result-shapes 4.7), so the rest decides. */
export interface RpcContext {
  readonly message: string
  /** Whether a timer's length came along: the mark of a timeout on this side. */
  readonly hasTimer: boolean
  readonly cancelledByCaller: boolean | undefined
}

/** The answer was rejected after the handler had run: on this side, or by the server's own output check. */
const REJECTED_ANSWER =
  /invalid tools\/call result|output validation|structured content|output schema|invalid result/i
const ABORTED = /abort|cancell?ed/i
const TIMER = /timed? ?out/i

const BY_CODE: ReadonlyMap<number, Cause> = new Map<number, Cause>([
  // Parse error, invalid request, missing capability, unsupported version: the client itself has to change.
  ...[-32700, -32021, -32022].map((code): [number, Cause] => [code, denied('protocol_error', 'other')]),
  ...[-32600, -32601, -32602].map((code): [number, Cause] => [code, denied('protocol_error', 'validation')]),
  [-32002, final('protocol_error')],
  [-32800, CANCELLED],
  [-32042, NEEDS_INPUT],
])

/** Whether a number is a code that JSON-RPC reserves, and MCP with it. */
export function isRpcCode(code: unknown): code is number {
  return typeof code === 'number' && Number.isInteger(code) && code >= -32800 && code <= -32000
}

/** What a JSON-RPC error of an MCP peer or SDK means (facts/semconv 6.4). */
export function rpcCause(code: number, context: RpcContext): Cause {
  const cause = misleading(code, context) ?? BY_CODE.get(code) ?? { reason: 'protocol_error', applied: 'no' }
  return { ...cause, code: String(code) }
}

function misleading(code: number, context: RpcContext): Cause | undefined {
  if ((code === -32602 || code === -32600) && REJECTED_ANSWER.test(context.message)) {
    return unusableAnswer('protocol_error')
  }
  if (code === -32001) return timerCause(context)
  if (code === -32000 && /connection closed/i.test(context.message)) return lost('network_error')
  return undefined
}

/**
 * One code for three things: a timer of the SDK, a cancel by its caller, a session that a proxy does not know.
 * Undefined = none of the first two.
 */
export function timerCause(context: RpcContext): Cause | undefined {
  if (context.cancelledByCaller === true) return CANCELLED
  if (context.hasTimer || TIMER.test(context.message)) return TIMED_OUT
  if (ABORTED.test(context.message)) return context.cancelledByCaller === false ? TIMED_OUT : CANCELLED
  return undefined
}
