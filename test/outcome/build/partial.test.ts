import { describe, expect, it } from 'vitest'
import { partial } from '../../../src/outcome/build/partial.ts'

describe('partial', () => {
  it('REQ-11: results and gap in one, and no failure', () => {
    const result = partial([1, 2], { sources: ['north'], gaps: [{ source: 'east', message: 'timed out' }] })
    expect(result).not.toHaveProperty('isError')
    expect(result.structuredContent).toMatchObject({
      status: 'found',
      count: 2,
      coverage: { status: 'partial', sourcesExpected: 2, sourcesCovered: 1, missing: ['east'] },
      gaps: [{ source: 'east', message: 'timed out' }],
    })
    expect(result.content[0]?.text).toContain('No answer from: east.')
    expect(result.content[0]?.text).toContain('east: timed out.')
  })

  it('stays partial when nothing names the gap, and when nothing was found', () => {
    expect(partial([1]).structuredContent.coverage).toEqual({ status: 'partial' })
    expect(partial([], { missing: ['east'] }).structuredContent).toMatchObject({
      status: 'found_none',
      coverage: { status: 'partial' },
    })
  })
})
