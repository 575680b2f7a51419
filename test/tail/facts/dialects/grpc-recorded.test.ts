import { expect, test } from 'vitest'
import { foundIn, recordedFacts, recordedSpans } from '../../../support/recorded.ts'
import { findingsOf } from '../../../support/trace.ts'

/** Calls of @grpc/grpc-js under @opentelemetry/instrumentation-grpc, recorded by test/fixtures/grpc. */
const facts = recordedFacts('grpc', 'node')
const callsOf = (method: string) =>
  facts.filter(({ role, http }) => role === 'http' && http?.url.endsWith(`/shop.Orders/${method}`))

test('reads each call of a client with its method, its host and what became of it', () => {
  expect(callsOf('GetOrder')).toMatchObject([
    { failed: true, errorCode: 'NOT_FOUND', client: 'grpc', http: { method: 'POST', host: '127.0.0.1' } },
  ])
  expect(callsOf('Export')).toMatchObject([{ errorCode: 'DEADLINE_EXCEEDED', errorCategory: 'transient' }])
  expect(callsOf('GetRate').map(({ failed, errorCode }) => [failed, errorCode])).toEqual([
    [false, undefined],
    [true, 'UNAVAILABLE'],
  ])
})

test('tells two servers on one host apart', () => {
  expect(new Set(callsOf('GetRate').map(({ http }) => http?.url)).size).toBe(2)
})

test('sees the tries of a loop, and one call where the channel tried by itself', () => {
  expect(callsOf('PlaceOrder').map(({ errorCategory }) => errorCategory)).toEqual([
    'transient',
    'transient',
    undefined,
  ])
  expect(callsOf('GetStock').map(({ failed, http }) => [failed, http?.sequence])).toEqual([
    [false, undefined],
  ])
})

test('takes the spans of the server for no calls of their own', () => {
  const served = facts.filter(({ kind }) => kind === 'server')
  expect(served).toHaveLength(8)
  expect(new Set(served.map(({ role }) => role))).toEqual(new Set(['other']))
})

test('finds nothing wrong with callers that try again alone and within reason', () => {
  expect(foundIn('grpc', 'node')).toEqual([])
  const under = recordedSpans('grpc', 'node')
  expect(findingsOf([...under].reverse())).toEqual([])
})
