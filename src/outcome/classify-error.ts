import { swallow } from '../self/swallow.ts'
import { type Draft, draft } from './draft.ts'
import { readErrorContext } from './envelope/read-error-context.ts'
import { CANCELLED } from './errors/cause.ts'
import { declaredContext } from './errors/declared-context.ts'
import { causeOf } from './errors/index.ts'
import { settle } from './errors/settle.ts'
import { thrownChain } from './errors/thrown.ts'
import type { About, Outcome } from './outcome.ts'

/**
 * What a thrown thing means (REQ-1), whatever was thrown. A category that nobody gave and nothing maps is
 * `other` with the source `inferred`. Never throws: what cannot be read is `failed`.
 */
export function classifyError(error: unknown, about: About = {}): Outcome {
  try {
    return readThrown(error, about)
  } catch (failure) {
    swallow('classify', failure)
    return failed('_OTHER')
  }
}

function readThrown(error: unknown, about: About): Outcome {
  const chain = thrownChain(error)
  const effect = about.effect ?? 'unknown'
  const message = chain[0]?.message
  const context = declaredContext(chain)
  if (context !== undefined) return readErrorContext(context, effect, message === '' ? undefined : message)
  const known = causeOf(chain, about)
  const outcome = known
    ? settle(known.cause, effect, known.source)
    : about.cancelledByCaller === true
      ? settle(CANCELLED, effect, 'mapped')
      : failed('thrown_error')
  if (message !== undefined && message !== '') outcome.detail = message
  return outcome
}

function failed(reason: 'thrown_error' | '_OTHER'): Draft {
  const outcome = draft('failed', reason, 'inferred')
  outcome.category = 'other'
  return outcome
}
