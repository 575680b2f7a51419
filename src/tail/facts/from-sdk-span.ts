import { ATTR_SERVICE_NAME, EVENT_EXCEPTION } from '../../semconv/standard.ts'
import type { AttributeValue, SpanInput, SpanInputEvent } from './span-input.ts'

/** Seconds and nanoseconds, as the OpenTelemetry SDK keeps time. */
type HrTime = readonly [number, number]

/**
 * What is read of a span of the OpenTelemetry JS SDK, 1.x to 3.x. Written out here so that the library depends
 * on no SDK.
 */
export interface SdkSpan {
  readonly name: string
  /** 0 internal, 1 server, 2 client, 3 producer, 4 consumer. */
  readonly kind: number
  spanContext(): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number }
  readonly parentSpanContext?: { readonly spanId: string } | undefined
  /** The name of `parentSpanContext.spanId` in SDK 1.x. */
  readonly parentSpanId?: string | undefined
  readonly startTime: HrTime
  readonly endTime: HrTime
  readonly ended: boolean
  /** `code` 2 is an error. */
  readonly status: { readonly code: number; readonly message?: string | undefined }
  readonly attributes: Readonly<Record<string, unknown>>
  /** Exceptions are read. */
  readonly events?: readonly SdkEvent[]
  readonly links: readonly { readonly context: { readonly traceId: string; readonly spanId: string } }[]
  readonly resource: SdkResource
  readonly instrumentationScope?: { readonly name: string }
  /** The name of `instrumentationScope` in SDK 1.x. */
  readonly instrumentationLibrary?: { readonly name: string }
}

interface SdkResource {
  readonly attributes: Readonly<Record<string, unknown>>
  /** Some attributes are still being detected. */
  readonly asyncAttributesPending?: boolean | undefined
  /** Names and values, the first of a name counts; values may be promises. Absent in SDK 1.x. */
  getRawAttributes?(): readonly (readonly [string, unknown])[]
}

interface SdkEvent {
  readonly name: string
  readonly time: HrTime
  readonly attributes?: Readonly<Record<string, unknown>> | undefined
}

const KINDS = ['internal', 'server', 'client', 'producer', 'consumer'] as const
const NO_EVENTS: SpanInput['events'] = []
const NO_LINKS: SpanInput['links'] = []

/** Turns a span of the SDK into what facts are read from. It copies nothing but times and links. */
export function fromSdkSpan(span: SdkSpan): SpanInput {
  const { traceId, spanId, traceFlags } = span.spanContext()
  const parentSpanId = span.parentSpanContext?.spanId ?? span.parentSpanId
  const service = serviceOf(span.resource)
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
    traceFlags,
    name: span.name,
    kind: KINDS[span.kind] ?? 'internal',
    scope: scopeOf(span),
    service: typeof service === 'string' ? service : '',
    startMs: milliseconds(span.startTime),
    endMs: span.ended ? milliseconds(span.endTime) : undefined,
    failed: span.status.code === 2,
    statusMessage: span.status.message,
    attributes: span.attributes as Readonly<Record<string, AttributeValue>>,
    events: exceptionsOf(span.events),
    links: span.links.length === 0 ? NO_LINKS : span.links.map((link) => link.context),
  }
}

/**
 * The name of the service. Whoever reads the attributes of a resource that is still being detected makes the SDK
 * complain to its host, so the name is then taken from what is known already.
 */
function serviceOf(resource: SdkResource): unknown {
  if (resource.asyncAttributesPending !== true) return resource.attributes[ATTR_SERVICE_NAME]
  const known = resource.getRawAttributes?.() ?? []
  return known.find(([name, value]) => name === ATTR_SERVICE_NAME && typeof value === 'string')?.[1]
}

/** Name of the instrumentation scope that made the span. */
export function scopeOf(span: SdkSpan): string {
  return span.instrumentationScope?.name ?? span.instrumentationLibrary?.name ?? ''
}

/** Of events, exceptions are read: most spans have none, and those of models may have many others. */
function exceptionsOf(events: readonly SdkEvent[] = []): SpanInput['events'] {
  return events.some(isException) ? events.filter(isException).map(toEvent) : NO_EVENTS
}

function isException({ name }: SdkEvent): boolean {
  return name === EVENT_EXCEPTION
}

function toEvent({ name, time, attributes }: SdkEvent): SpanInputEvent {
  return { name, timeMs: milliseconds(time), attributes: (attributes ?? {}) as SpanInputEvent['attributes'] }
}

function milliseconds([seconds, nanoseconds]: HrTime): number {
  return seconds * 1000 + nanoseconds / 1e6
}
