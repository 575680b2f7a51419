/** Why a request is not taken, as HTTP says it. */
export interface Refusal {
  readonly status: number
  /** For the sender. */
  readonly message: string
  /** When the sender may come again, in seconds. */
  readonly retryAfterS?: number
}

/** Codes of google.rpc.Code by HTTP status, as the error bodies of OTLP carry them. */
const RPC_CODES: ReadonlyMap<number, number> = new Map([
  [400, 3],
  [401, 16],
  [404, 5],
  [405, 12],
  [408, 4],
  [413, 3],
  [415, 3],
  [429, 8],
  [503, 14],
])
const UNKNOWN = 2

export function rpcCodeOf(status: number): number {
  return RPC_CODES.get(status) ?? UNKNOWN
}
