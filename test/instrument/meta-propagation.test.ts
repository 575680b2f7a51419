import * as api from '@opentelemetry/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contextFromMeta, withContextInMeta } from '../../src/instrument/meta-propagation.ts'
import { registerOtel, unregisterOtel } from '../support/otel.ts'

const span: api.SpanContext = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }
const context = api.trace.setSpanContext(api.ROOT_CONTEXT, span)
const TRACEPARENT = `00-${span.traceId}-${span.spanId}-01`

describe('context in _meta', () => {
  beforeAll(() => void registerOtel())
  afterAll(unregisterOtel)

  test('is written under the unprefixed keys of the propagator, the baggage too', () => {
    const baggage = api.propagation.createBaggage({ tenant: { value: 'blue' } })
    const params = withContextInMeta({ name: 'x' }, api.propagation.setBaggage(context, baggage))
    expect(params).toEqual({ name: 'x', _meta: { traceparent: TRACEPARENT, baggage: 'tenant=blue' } })
  })

  test('leaves the objects of the caller as they are, and keeps their keys', () => {
    const params = Object.freeze({
      name: 'x',
      _meta: Object.freeze({ progressToken: 3, traceparent: 'old' }),
    })
    expect(withContextInMeta(params, context)).toEqual({
      name: 'x',
      _meta: { progressToken: 3, traceparent: TRACEPARENT },
    })
  })

  test('is written where there were no parameters', () => {
    expect(withContextInMeta(undefined, context)).toEqual({ _meta: { traceparent: TRACEPARENT } })
  })

  test('gives the same object back when there is nothing to write', () => {
    const params = { name: 'x' }
    expect(withContextInMeta(params, api.ROOT_CONTEXT)).toBe(params)
  })

  test('is read from what was written', () => {
    const meta = withContextInMeta({}, context)?._meta
    expect(api.trace.getSpanContext(contextFromMeta(meta, api.ROOT_CONTEXT))).toMatchObject({
      ...span,
      isRemote: true,
    })
  })

  test.each([
    undefined,
    null,
    7,
    'traceparent',
    {},
    { traceparent: 7 },
    { traceparent: 'nonsense' },
    { traceparent: { a: 1 } },
  ])('is not read from %j', (meta) => {
    expect(api.trace.getSpanContext(contextFromMeta(meta, api.ROOT_CONTEXT))).toBeUndefined()
  })
})
