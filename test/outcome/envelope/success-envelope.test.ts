import { describe, expect, it } from 'vitest'
import { successEnvelopeSchema } from '../../../src/outcome/envelope/success-envelope.ts'

describe('the schema of the success envelope', () => {
  it('REQ-8: requires the status and nothing else, and keeps keys of the tool’s own', () => {
    const envelope = { status: 'found', price: 12 }
    expect(successEnvelopeSchema.parse(envelope)).toEqual(envelope)
    expect(successEnvelopeSchema.safeParse({ count: 1 }).success).toBe(false)
  })

  it.each([
    ['a status of a failure', { status: 'failed' }],
    ['a reason that is not on the shared list', { status: 'found_none', emptyReason: 'shop_closed' }],
    ['a coverage without a status', { status: 'found', coverage: {} }],
    ['a negative count', { status: 'found', count: -1 }],
  ])('refuses %s', (_name, envelope) => {
    expect(successEnvelopeSchema.safeParse(envelope).success).toBe(false)
  })
})
