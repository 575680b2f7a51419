import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

const mutation = (payload: object) => ({ data: { productCreate: payload } })
const refusal = [{ field: ['title'], message: "Title can't be blank" }]

describe('a mutation that was refused', () => {
  it.each([
    [mutation({ product: null, userErrors: refusal })],
    [mutation({ product: null, errors: refusal, __typename: 'Payload' })],
  ])('%j is about the input', (value) => {
    expect(readJson(value, { effect: 'write' })).toMatchObject({
      status: 'failed',
      category: 'validation',
      retryable: false,
    })
  })

  it('says what its words say', () => {
    const value = mutation({ product: null, userErrors: [{ message: 'Access denied for this shop' }] })
    expect(readJson(value, { effect: 'write' }).category).toBe('permission')
  })

  it.each([
    ['one that went well', mutation({ product: { id: 'p1' }, userErrors: [] }), 'write', 'completed'],
    [
      'one that made something in spite of all',
      mutation({ product: { id: 'p1' }, userErrors: refusal }),
      'write',
      'completed',
    ],
    [
      'two in one request',
      { data: { a: { userErrors: refusal }, b: { thing: { id: 1 } } } },
      'write',
      'completed',
    ],
    ['a look-up of a list of errors', { data: { check: { errors: refusal } } }, 'read', 'found'],
  ] as const)('%s is none', (_name, value, effect, status) => {
    expect(readJson(value, { effect }).status).toBe(status)
  })
})
