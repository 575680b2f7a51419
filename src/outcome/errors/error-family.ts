import type { Source } from '../../semconv/attributes/error.ts'
import type { About } from '../outcome.ts'
import type { Cause } from './cause.ts'
import type { Thrown } from './thrown.ts'

/**
 * One family of errors that are told by the same marks. The list in `index.ts` asks each in turn, for the
 * error and then for each of its causes; the first answer counts.
 */
export interface ErrorFamily {
  readonly id: string
  /** How sure its answers are: `mapped` = a known type or code, `inferred` = read from words. */
  readonly source: Exclude<Source, 'declared'>
  /** What the error means, or undefined when it is another family's. */
  read(thrown: Thrown, about: About, chain: readonly Thrown[]): Cause | undefined
}
