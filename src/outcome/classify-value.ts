import { swallow } from '../self/swallow.ts'
import { draft } from './draft.ts'
import { evidenceOfValue } from './evidence/evidence.ts'
import type { About, Outcome } from './outcome.ts'
import { readEvidence } from './read-evidence.ts'
import { withStatements } from './stated/with-statements.ts'

/**
 * What the return value of a plain function means (REQ-1); a tool result is read as one. Never throws: what
 * cannot be read is `unknown`.
 */
export function classifyValue(value: unknown, about: About = {}): Outcome {
  try {
    const evidence = evidenceOfValue(value, about)
    return withStatements(readEvidence(evidence), value, evidence, about)
  } catch (error) {
    swallow('classify', error)
    return draft('unknown', '_OTHER', 'inferred')
  }
}
