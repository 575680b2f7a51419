import { isKeyed } from '../self/keyed.ts'
import { swallow } from '../self/swallow.ts'
import { draft } from './draft.ts'
import { evidenceOfResult } from './evidence/evidence.ts'
import { isUnread } from './evidence/unread.ts'
import type { About, Outcome } from './outcome.ts'
import { readEvidence } from './read-evidence.ts'
import { withStatements } from './stated/with-statements.ts'

/**
 * What an MCP tool result means (REQ-1). It may break the protocol's schema. Never throws: what cannot be read
 * is `unknown`.
 */
export function classifyResult(result: unknown, about: About = {}): Outcome {
  try {
    if (!isKeyed(result)) return draft('unknown', 'no_result', 'inferred')
    if (isUnread(result)) return draft('unknown', 'unread', 'inferred')
    const evidence = evidenceOfResult(result, about)
    return withStatements(readEvidence(evidence), result, evidence, about)
  } catch (error) {
    swallow('classify', error)
    return draft('unknown', '_OTHER', 'inferred')
  }
}
