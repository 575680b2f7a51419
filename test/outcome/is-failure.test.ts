import { describe, expect, it } from 'vitest'
import { draft } from '../../src/outcome/draft.ts'
import { isFailure } from '../../src/outcome/is-failure.ts'
import { RESULT_STATUSES } from '../../src/semconv/attributes/result.ts'

describe('isFailure', () => {
  it('is true of what failed and of what may have, and of nothing else', () => {
    const failures = RESULT_STATUSES.filter((status) => isFailure(draft(status, 'declared', 'declared')))
    expect(failures).toEqual(['failed', 'indeterminate'])
  })
})
