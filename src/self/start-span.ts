import * as api from '@opentelemetry/api'
import { withEntry } from './linked-context.ts'
import { isValidContext } from './span-context.ts'
import { tracer } from './tracer.ts'

/** Starts a span of ours, or gives back the one that stands for it: see {@link standInSpan}. */
export function startSpan(name: string, options: api.SpanOptions, parent: api.Context): api.Span {
  return standInSpan(parent) ?? tracer().startSpan(name, options, parent)
}

/**
 * A parent that is not sampled, where the sampler is known to sample nothing below it: another span would be of no
 * use to anyone, and starting it is most of what such a call costs.
 */
export function standInSpan(parent: api.Context): api.Span | undefined {
  const above = api.trace.getSpan(parent)
  return above !== undefined && isUnsampled(above) && followsParents(tracer()) ? above : undefined
}

/** `parent` with a span of {@link startSpan} in it. */
export function withSpan(parent: api.Context, span: api.Span): api.Context {
  if (api.trace.getSpan(parent) === span) return parent
  return SPAN_KEY === undefined ? api.trace.setSpan(parent, span) : withEntry(parent, SPAN_KEY, span)
}

/** The key that the API keeps the span of a context under: not exported, so it is looked at how it is used. */
const SPAN_KEY = keyOfSpans()

function keyOfSpans(): symbol | undefined {
  let used: symbol | undefined
  const probe: api.Context = {
    getValue: () => undefined,
    setValue(key) {
      used = key
      return probe
    },
    deleteValue: () => probe,
  }
  api.trace.setSpan(probe, api.trace.wrapSpanContext(api.INVALID_SPAN_CONTEXT))
  return used
}

/** What the API itself makes of a context without a span; its methods do nothing, so that it can be ours as well. */
const INERT: unknown = Object.getPrototypeOf(api.trace.wrapSpanContext(api.INVALID_SPAN_CONTEXT))

/** The last one that was found: all calls of an unsampled part of a trace have the same. */
let lastUnsampled: api.Span | undefined

function isUnsampled(span: api.Span): boolean {
  if (span === lastUnsampled) return true
  if (Object.getPrototypeOf(span) !== INERT) return false
  const context = span.spanContext()
  if ((context.traceFlags & api.TraceFlags.SAMPLED) !== 0 || !isValidContext(context)) return false
  lastUnsampled = span
  return true
}

/** How the description of a sampler ends that samples nothing below a parent that is not sampled. */
const FOLLOWING =
  /^ParentBased\{.*, remoteParentNotSampled=AlwaysOffSampler, localParentSampled=\w+, localParentNotSampled=AlwaysOffSampler\}$/

/** What a tracer of the SDK keeps, and one that was made before the SDK was registered. */
interface KnownTracer extends api.Tracer {
  readonly _delegate?: KnownTracer
  readonly _sampler?: unknown
}

let asked: api.Tracer | undefined
let isFollowing = false

/**
 * Whether the sampler of a tracer does as its parents do. It is asked for its description, which the specification
 * gives to every sampler; where the SDK keeps it is private, the same in versions 2 and 3, and pinned by a test.
 */
function followsParents(ours: KnownTracer): boolean {
  // A tracer from before the registration of the SDK points at the SDK's own.
  const real = ours._delegate ?? ours
  if (real !== asked) {
    asked = real
    isFollowing = FOLLOWING.test(String(real._sampler))
  }
  return isFollowing
}
