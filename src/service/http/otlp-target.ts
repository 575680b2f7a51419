import type { BodyFormat } from '../intake/span-intake.ts'
import type { Signal } from './otlp-answer.ts'
import type { Refusal } from './refusal.ts'

/** What a request came to. */
export type Answer = { readonly rejected: number; readonly message: string | undefined } | Refusal

/** Whoever takes the bodies of OTLP requests, however they came. */
export interface OtlpTarget {
  /** Why nothing is taken at the moment; undefined where requests are welcome. */
  refusal(): Refusal | undefined
  /**
   * Takes a body, which may be used for something else when this returns; where `release` is given, when that is called.
   * `answer` is called once, as soon as what was taken is safe.
   */
  take(
    signal: Signal,
    bytes: Uint8Array,
    format: BodyFormat,
    answer: (answer: Answer) => void,
    release?: () => void,
  ): void
  /** Counts a request by the status that it was answered with. */
  answered(signal: Signal | undefined, status: number): void
}
