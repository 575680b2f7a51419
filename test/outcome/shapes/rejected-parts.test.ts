import { describe, expect, it } from 'vitest'
import { classifyValue } from '../../../src/outcome/classify-value.ts'

const fulfilled = { status: 'fulfilled', value: 1 }
const rejected = { status: 'rejected', reason: {} }
const read = (value: unknown) => classifyValue(value, { effect: 'read' })

describe('the output of Promise.allSettled', () => {
  it('each leg rejected: the whole failed', () => {
    expect(read([rejected, rejected])).toMatchObject({ status: 'failed', reason: 'rejected_parts' })
  })

  it('REQ-11: one leg rejected: a part, and what came is counted', () => {
    expect(read([fulfilled, rejected])).toMatchObject({
      status: 'found',
      count: 1,
      coverage: { status: 'partial' },
    })
  })

  it('no leg rejected states nothing about coverage', () => {
    expect(read([fulfilled])).toMatchObject({ status: 'found', coverage: { status: 'unknown' } })
  })

  it('records whose state is "rejected" are records', () => {
    expect(
      read([
        { id: 1, status: 'rejected' },
        { id: 2, status: 'approved' },
      ]),
    ).toMatchObject({
      status: 'found',
      count: 2,
      coverage: { status: 'unknown' },
    })
  })
})
