import * as api from '@opentelemetry/api'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  createAlwaysRecordSampler,
  InMemorySpanExporter,
  ParentBasedSampler,
  type Sampler,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { afterEach, describe, expect, it } from 'vitest'
import { startSpan, withSpan } from '../../src/self/start-span.ts'

const CONTEXT: api.SpanContext = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  traceFlags: api.TraceFlags.NONE,
}
const below = (context: Partial<api.SpanContext> = {}): api.Context =>
  api.trace.setSpanContext(api.ROOT_CONTEXT, { ...CONTEXT, ...context })

let exporter: InMemorySpanExporter

function register(sampler?: Sampler): void {
  exporter = new InMemorySpanExporter()
  api.trace.setGlobalTracerProvider(
    new TracerProvider({
      ...(sampler && { sampler }),
      spanProcessors: [new SimpleSpanProcessor({ exporter })],
    }),
  )
}

afterEach(() => api.trace.disable())

describe('a span below a parent that is not sampled', () => {
  it.each([
    ['the default sampler', undefined],
    ['a ratio for roots', new ParentBasedSampler({ root: new AlwaysOffSampler() })],
  ])('is that parent, with %s', (_name, sampler) => {
    register(sampler)
    for (const isRemote of [true, false]) {
      const parent = below({ isRemote })
      const span = startSpan('call', {}, parent)
      expect(span).toBe(api.trace.getSpan(parent))
      expect(withSpan(parent, span)).toBe(parent)
      span.end()
    }
    expect(exporter.getFinishedSpans()).toEqual([])
  })

  const off = new AlwaysOffSampler()
  const on = new AlwaysOnSampler()
  it.each<[string, Sampler]>([
    ['samples everything', on],
    ['samples below remote parents', new ParentBasedSampler({ root: on, remoteParentNotSampled: on })],
    ['samples below local parents', new ParentBasedSampler({ root: on, localParentNotSampled: on })],
    [
      'hides another one',
      new ParentBasedSampler({ root: new ParentBasedSampler({ root: off }), remoteParentNotSampled: on }),
    ],
    ['records everything', createAlwaysRecordSampler(off)],
    ['does not describe itself', { shouldSample: () => ({ decision: 2 }), toString: () => '' }],
  ])('is started with a sampler that %s', (_name, sampler) => {
    register(sampler)
    for (const isRemote of [true, false]) {
      const parent = below({ isRemote })
      const span = startSpan('call', {}, parent)
      expect(span.spanContext().spanId).not.toBe(CONTEXT.spanId)
      expect(api.trace.getSpan(withSpan(parent, span))).toBe(span)
    }
  })

  it('is started where the parent is not the inert span of the API', () => {
    register()
    const parent = api.trace.setSpan(api.ROOT_CONTEXT, hostSpan())
    expect(startSpan('call', {}, parent).spanContext().spanId).not.toBe(CONTEXT.spanId)
  })

  it('follows an SDK that is registered late, and one that takes its place', () => {
    const parent = below()
    startSpan('call', {}, parent)
    register()
    // The tracer from before points at the SDK's own only once it has started a span.
    startSpan('call', {}, parent)
    expect(startSpan('call', {}, parent)).toBe(api.trace.getSpan(parent))
    api.trace.disable()
    register(on)
    expect(startSpan('call', {}, parent).isRecording()).toBe(true)
  })
})

it('starts a span below a sampled parent, and a root without a valid one', () => {
  register()
  expect(startSpan('call', {}, below({ traceFlags: api.TraceFlags.SAMPLED })).isRecording()).toBe(true)
  expect(startSpan('call', {}, below({ traceId: api.INVALID_TRACEID })).isRecording()).toBe(true)
  expect(startSpan('call', {}, api.ROOT_CONTEXT).isRecording()).toBe(true)
})

/** A span of a host's own making, not sampled. */
function hostSpan(): api.Span {
  const inert = api.trace.wrapSpanContext(CONTEXT)
  return Object.assign(Object.create({ isRecording: () => false }), {
    spanContext: () => inert.spanContext(),
    end: () => {
      throw new Error('this span is not ours to end')
    },
  })
}
