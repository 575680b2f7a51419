import * as api from '@opentelemetry/api'
import { afterEach, expect, test } from 'vitest'
import { registered } from '../../src/self/registered.ts'
import { tracer } from '../../src/self/tracer.ts'

afterEach(() => {
  api.trace.disable()
  api.metrics.disable()
})

function named(name: string): api.TracerProvider {
  const span = api.trace.wrapSpanContext({ traceId: name.repeat(32), spanId: name.repeat(16), traceFlags: 1 })
  return {
    getTracer: () => ({ startSpan: () => span, startActiveSpan: () => span }) as unknown as api.Tracer,
  }
}

test('what is registered is another object once something else is registered', () => {
  expect(registered('trace')).toBeUndefined()
  api.trace.setGlobalTracerProvider(named('a'))
  const first = registered('trace')
  expect(first).toBeDefined()
  expect(registered('trace')).toBe(first)
  api.trace.disable()
  api.trace.setGlobalTracerProvider(named('b'))
  expect(registered('trace')).not.toBe(first)
  expect(registered('metrics')).toBeUndefined()
})

test('spans come from the provider that is registered now', () => {
  const traceId = () => tracer().startSpan('x').spanContext().traceId
  expect(traceId()).toBe('0'.repeat(32))
  for (const name of ['a', 'b']) {
    api.trace.setGlobalTracerProvider(named(name))
    expect(traceId()).toBe(name.repeat(32))
    api.trace.disable()
    expect(traceId()).toBe('0'.repeat(32))
  }
})
