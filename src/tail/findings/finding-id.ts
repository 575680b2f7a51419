import { hash64 } from '../facts/hash64.ts'

/**
 * The id of a finding: 64 bits over rule and first piece of evidence, as 16 hex digits. It hangs on the try that
 * began it all, not on the span that encloses everything: enclosing spans may never arrive, and the id must be the
 * same whoever judges. A judge that has to learn of an earlier beginning keeps the id that it has told people.
 */
export function findingId(rule: string, traceId: string, spanId: string): string {
  return hash64(`${rule} ${traceId} ${spanId}`)
}
