import type { DocsRow } from '../docs-row.ts'
import { CANCELLED, type Cause, denied, final, lost, refused } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'

/** Status codes of gRPC (grpc.io/docs/guides/status-codes), 1 to 16 in order. */
const CODES: readonly Cause[] = [
  CANCELLED,
  { reason: 'grpc_status', applied: 'maybe' },
  denied('grpc_status', 'validation'),
  lost('timeout'),
  final('grpc_status'),
  denied('grpc_status', 'validation'),
  denied('grpc_status', 'permission'),
  // RESOURCE_EXHAUSTED: a rate or a quota, the code does not tell.
  { reason: 'grpc_status', applied: 'no' },
  denied('grpc_status', 'business'),
  refused('grpc_status'),
  denied('grpc_status', 'validation'),
  denied('grpc_status', 'other'),
  lost('grpc_status'),
  lost('grpc_status'),
  denied('grpc_status', 'other'),
  denied('grpc_status', 'permission'),
]

/** Their names, in the same order. */
const NAMES = [
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
]

/**
 * What a status of gRPC means, with its name as the code.
 * @param status the name, or the number
 * @returns undefined for OK and for what is no status
 */
export function grpcCause(status: string | number): Cause | undefined {
  const index = typeof status === 'number' ? status - 1 : NAMES.indexOf(status)
  const cause = CODES[index]
  const code = NAMES[index]
  return cause === undefined || code === undefined ? undefined : { ...cause, code }
}

const UNAVAILABLE = 14
const NEVER_SENT = /no connection established|failed to connect|name resolution|connection refused/i

/** What people read of it. */
export const grpcRow: DocsRow = {
  matches: 'a gRPC status',
  means: 'by status; `UNAVAILABLE` before a connection was made is never sent',
}

/** A gRPC status: a small number beside the details or metadata that only gRPC has. */
export const grpc: ErrorFamily = {
  id: 'grpc',
  source: 'mapped',
  read({ code, error, message }) {
    if (typeof code !== 'number' || !(typeof error.details === 'string' || 'metadata' in error))
      return undefined
    const cause = CODES[code - 1]
    if (cause === undefined) return undefined
    const known = code === UNAVAILABLE && NEVER_SENT.test(message) ? refused('grpc_status') : cause
    return { ...known, code: String(code) }
  },
}
