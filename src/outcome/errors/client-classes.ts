import type { DocsRow } from '../docs-row.ts'
import { type Cause, denied, lost, refused } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'

/** Classes that say what happened without a code: of clients of model providers, of Redis, of the AI SDK, of circuit breakers and tokens. */
const CLASSES: ReadonlyMap<string, Cause> = new Map([
  ['APIConnectionError', lost('network_error')],
  ['AI_DownloadError', lost('network_error')],
  ['SocketClosedUnexpectedlyError', lost('network_error')],
  ['MaxRetriesPerRequestError', lost('network_error')],
  ['ClientClosedError', refused('network_error')],
  // A breaker that is open, or a queue that is full: nothing was sent.
  ['EOPENBREAKER', refused('thrown_error')],
  ['BrokenCircuitError', refused('thrown_error')],
  ['BulkheadRejectedError', refused('thrown_error')],
  ['TokenExpiredError', denied('thrown_error', 'permission')],
  ['JsonWebTokenError', denied('thrown_error', 'permission')],
  ['AI_LoadAPIKeyError', denied('provider_error', 'permission')],
  ['AI_InvalidPromptError', denied('provider_error', 'validation')],
  ['AI_InvalidArgumentError', denied('provider_error', 'validation')],
  ['AI_NoSuchModelError', denied('provider_error', 'validation')],
])

/** What people read of it. */
export const clientClassesRow: DocsRow = {
  matches: 'classes of clients that carry no code: `APIConnectionError`, `AI_LoadAPIKeyError`',
  means: 'by class',
}

/** An error that only its class names. Asked last: a cause further in says more. */
export const clientClasses: ErrorFamily = {
  id: 'client-classes',
  source: 'mapped',
  read({ name, className, code }) {
    const byCode = typeof code === 'string' ? CLASSES.get(code) : undefined
    return CLASSES.get(name) ?? CLASSES.get(className) ?? byCode
  },
}
