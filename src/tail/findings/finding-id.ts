/**
 * The id of a finding: 64 bits over rule and first piece of evidence, as 16 hex digits. It hangs on the evidence
 * that is known first, not on the span that encloses everything: enclosing spans end and arrive last, and the id
 * must be the same when the finding opens and when it closes, whoever judges.
 */
export function findingId(rule: string, traceId: string, spanId: string): string {
  const text = `${rule} ${traceId} ${spanId}`
  return hash32(text, 0x811c9dc5) + hash32(text, 0x9e3779b9)
}

/** FNV-1a with a final avalanche, from a given basis. */
function hash32(text: string, basis: number): string {
  let hash = basis
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0')
}
