import { invalidOption } from '../self/toolspan-error.ts'
import type { Attempt } from './attempt.ts'
import { checkRecoverOptions, type RecoverOptions } from './options.ts'
import { runRecovery } from './recovery.ts'

/**
 * Runs `attempt` and repeats it within one budget: only after a transient failure of a call that is safe to
 * repeat, while attempts and time are left (REQ-14 to REQ-21).
 *
 * Inside another `recover()` of the same operation it inherits what is left there: a first try is always made,
 * repeats draw from the shared remainder, and its own limits can only tighten.
 *
 * Resolves with what the attempt returned. A failure that may not be repeated passes through: thrown ones are
 * thrown, returned ones returned, as the same object. When the budget is spent, rejects with `UnresolvedError`.
 * When `signal` aborts, rejects with its reason. Wrong options throw `ToolspanError` at once.
 */
export function recover<T, I = unknown>(
  options: RecoverOptions<I>,
  attempt: (attempt: Attempt<I>) => PromiseLike<T> | T,
): Promise<T> {
  checkRecoverOptions(options)
  if (typeof attempt !== 'function') throw invalidOption('attempt', 'a function', attempt)
  return runRecovery(options, attempt)
}
