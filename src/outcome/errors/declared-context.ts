import { isKeyed, type Keyed } from '../../self/keyed.ts'
import { isErrorContext } from '../envelope/gates.ts'
import type { Thrown } from './thrown.ts'

/**
 * The error context that a thrown thing declares: under `context`, as an `UnresolvedError` does, under the
 * `data` of a protocol error, or as fields of its own; else the one of its cause. What is declared beats what a code would say.
 */
export function declaredContext(chain: readonly Thrown[]): Keyed | undefined {
  for (const { error } of chain) {
    for (const place of [error.context, error.data]) {
      if (isKeyed(place) && isErrorContext(place)) return place
    }
    if (isErrorContext(error)) return error
  }
  return undefined
}
