import { swallow } from '../self/swallow.ts'
import { draft } from './draft.ts'
import { evidenceOfSeen } from './evidence/evidence.ts'
import { stored } from './evidence/stored.ts'
import type { About, Outcome } from './outcome.ts'
import { readEvidence } from './read-evidence.ts'
import { withStatements } from './stated/with-statements.ts'

/**
 * What the return value of a plain function means (REQ-1); a tool result is read as one. Never throws: what
 * cannot be read is `unknown`. Members that are worked out when they are read are not read.
 */
export function classifyValue(value: unknown, about: About = {}): Outcome {
  try {
    return meaningOf(value, stored(value), about)
  } catch (error) {
    return unreadable(error)
  }
}

/** The same where it is known already what is stored in the value. */
export function classifyStored(value: unknown, seen: unknown, about: About): Outcome {
  try {
    return meaningOf(value, seen, about)
  } catch (error) {
    return unreadable(error)
  }
}

function meaningOf(value: unknown, seen: unknown, about: About): Outcome {
  const evidence = evidenceOfSeen(seen, about)
  return withStatements(readEvidence(evidence), value, evidence, about)
}

function unreadable(error: unknown): Outcome {
  swallow('classify', error)
  return draft('unknown', '_OTHER', 'inferred')
}
