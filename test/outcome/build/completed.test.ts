import { describe, expect, it } from 'vitest'
import { completed } from '../../../src/outcome/build/completed.ts'
import { classifyResult } from '../../../src/outcome/classify-result.ts'

describe('completed', () => {
  it('REQ-1: an action has no count and no coverage', () => {
    const result = completed({ message: 'Ticket 9 is closed.', results: [{ id: 9 }] })
    expect(result.structuredContent).toEqual({
      status: 'completed',
      message: 'Ticket 9 is closed.',
      results: [{ id: 9 }],
    })
    expect(result.content[0]?.text).toMatch(/^Ticket 9 is closed\.\n/)
    expect(classifyResult(result, { effect: 'write' })).toMatchObject({
      status: 'completed',
      reason: 'declared',
    })
  })

  it('says "done" when nothing else is said', () => {
    expect(completed().content[0]?.text).toMatch(/^Done\./)
  })
})
