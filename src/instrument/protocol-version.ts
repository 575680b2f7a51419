/** MCP revisions are dates; drafts say that they are one. */
const VERSION = /^(?:DRAFT-[\w.-]{1,24}|\d{4}-\d{2}-\d{2})$/

/** The version that was found right last: nearly every message has the same. */
let right: string | undefined

/**
 * A protocol version that a peer states. Anything that is none is left out: it would be any text of a stranger's, on
 * spans and on metrics.
 */
export function protocolVersion(stated: unknown): string | undefined {
  if (typeof stated !== 'string') return undefined
  if (stated === right) return stated
  if (!VERSION.test(stated)) return undefined
  right = stated
  return stated
}
