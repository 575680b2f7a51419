import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

const forbidden = [{ message: 'Not authorised', extensions: { code: 'FORBIDDEN' } }]

describe('GraphQL errors', () => {
  it.each([
    ['data is null', { data: null, errors: forbidden }],
    ['there is no data', { errors: forbidden }],
    ['data has no field', { data: {}, errors: forbidden }],
    ['each field is null', { data: { order: null }, errors: forbidden }],
  ])('failed when %s', (_name, value) => {
    expect(readJson(value)).toMatchObject({
      status: 'failed',
      reason: 'graphql_errors',
      category: 'permission',
      retryable: false,
    })
  })

  it('beside data they make a part of it', () => {
    const value = {
      data: { orders: [{ id: 1 }], refunds: null },
      errors: [{ message: 'timed out', path: ['refunds'] }],
    }
    expect(readJson(value)).toMatchObject({ status: 'found', coverage: { status: 'partial' } })
  })

  it('an empty list of errors is none', () => {
    expect(readJson({ data: { order: { id: 1 } }, errors: [] }).status).toBe('found')
  })

  it('a list of tracked errors is what was asked for', () => {
    const value = { errors: [{ id: 'e1', message: 'TypeError: x is undefined', events: 412 }], total: 1 }
    expect(readJson(value, { tool: 'list_errors' })).toMatchObject({ status: 'found', count: 1, total: 1 })
  })
})
