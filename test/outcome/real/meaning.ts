import { expect } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'
import type { Outcome } from '../../../src/outcome/outcome.ts'

type Part = Partial<Pick<Outcome, 'status' | 'retryable'>>

/** What an error means: for a look-up, and what is otherwise for a write and for a tool that nobody knows. */
export interface Meaning {
  readonly status: Outcome['status']
  readonly category: string | undefined
  readonly retryable: boolean | undefined
  readonly write?: Part
  readonly unknown?: { readonly [Key in keyof Part]: Part[Key] | undefined }
  /** Left out = not looked at. */
  readonly code?: string
  readonly retryAfterMs?: number | undefined
  /** Where the meaning comes from. Default `mapped`: a class, a code, a status. */
  readonly source?: 'inferred'
}

/** Expects what an error means for each effect of a tool. */
export function expectMeaning(error: unknown, means: Meaning): void {
  const { write, unknown, status, category, retryable, ...rest } = means
  const read = { status, category, retryable }
  for (const [effect, expected] of [
    ['read', read],
    ['write', { ...read, ...write }],
    ['unknown', { ...read, ...unknown }],
  ] as const) {
    const outcome = classifyError(error, { effect })
    const seen = { status: outcome.status, category: outcome.category, retryable: outcome.retryable }
    expect({ effect, ...seen }, String(error)).toEqual({ effect, ...expected })
    expect(outcome.retryAfterMs, String(error)).toBe(rest.retryAfterMs)
    if (rest.code !== undefined) expect(outcome.code, String(error)).toBe(rest.code)
    expect(outcome.source).toBe(means.source ?? 'mapped')
  }
}

/** What a promise was rejected with; fails when it was not. */
export async function thrownBy(run: () => Promise<unknown>): Promise<unknown> {
  let value: unknown
  try {
    value = await run()
  } catch (error) {
    return error
  }
  throw new Error(`expected an error, got ${String(value)}`)
}
