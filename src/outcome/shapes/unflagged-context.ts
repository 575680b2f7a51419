import type { DocsRow } from '../docs-row.ts'
import { findEnvelope } from '../envelope/find-envelope.ts'
import { hasCategory, isErrorContext } from '../envelope/gates.ts'
import { readErrorContext } from '../envelope/read-error-context.ts'
import { failureWords } from '../evidence/failure-text.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const unflaggedContextRow: DocsRow = {
  matches: 'an error context without `isError`',
  means:
    'what the context declares; the flag is missing, and consumers that look at it alone take it for a success',
}

/** An error context without the error flag: everything is said but the one thing that counts (REQ-2). */
export const unflaggedContext: Shape = {
  id: 'unflagged-context',
  needs: ['envelope'],
  read(evidence) {
    const context = findEnvelope(evidence, isErrorContext)
    if (context === undefined) return undefined
    // A look-up changes nothing: "indeterminate" without a category is the state of what was looked up.
    if (evidence.effect === 'read' && !hasCategory(context)) return undefined
    return {
      ...readErrorContext(context, evidence.effect, failureWords(evidence)),
      reason: 'unflagged_context',
    }
  },
}
