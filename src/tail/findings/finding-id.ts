import { hash64 } from '../facts/hash64.ts'

/**
 * The id of a finding: 64 bits over rule and first piece of evidence, as 16 hex digits. It hangs on the evidence
 * that is known first, not on the span that encloses everything: enclosing spans end and arrive last, and the id
 * must be the same when the finding opens and when it closes, whoever judges.
 */
export function findingId(rule: string, traceId: string, spanId: string): string {
  return hash64(`${rule} ${traceId} ${spanId}`)
}
