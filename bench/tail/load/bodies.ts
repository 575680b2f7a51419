import { type OtlpRequest, toProtobuf } from '../../../test/support/otlp-protobuf.ts'
import type { MadeSpan } from '../../check/data/made-span.ts'
import { otlpLine } from '../../check/data/otlp-line.ts'
import { createRandom, type Random } from '../../check/data/random.ts'
import { makeRun } from '../../check/data/run.ts'
import { makeTraffic } from './agent-traffic.ts'
import { isModel } from './call-details.ts'
import { idPlaces } from './id-places.ts'

/** What a load is made of. */
export interface LoadPlan {
  readonly shape: Shape
  readonly bodies: number
  /** Only calls, requests and agents: no span that says nothing to a rule. Half of them are tools. */
  readonly isCallsOnly?: boolean
  /** The share of traces whose root never ends. Default none. */
  readonly longLived?: number
}

/** How the spans of a request are put together. */
export type Shape =
  /** As an SDK sends them: a resource for each service. */
  | 'few resources'
  /** As the Collector's load-balancing exporter sends them: a resource for each trace and service. */
  | 'many resources'

/** A body in protobuf that can be sent again and again, with other ids each time. */
export interface Body {
  readonly bytes: Buffer
  readonly spans: number
  /** Where a trace id begins, and where a span or parent id does. */
  readonly traceIds: readonly number[]
  readonly spanIds: readonly number[]
}

/** What is in all bodies of one load. */
export interface Load {
  readonly bodies: readonly Body[]
  readonly spans: number
  readonly traces: number
  readonly bytes: number
  /** Shares of all spans. */
  readonly toolShare: number
  readonly toolOrModelShare: number
  readonly bodyShare: number
}

export const SPANS_A_BODY = 512
/** Runs that go on at the same time, so that the spans of one lie among those of others. */
const RUNS_AT_ONCE = 40
const START_MS = Date.UTC(2026, 0, 15, 9)

export function makeLoad({ shape, bodies: wanted, isCallsOnly = false, longLived = 0 }: LoadPlan): Load {
  const random = createRandom(20260115)
  const under: MadeSpan[][] = []
  const bodies: Body[] = []
  const counts = { spans: 0, traces: 0, bytes: 0, tools: 0, models: 0, withBody: 0 }
  let startMs = START_MS
  while (bodies.length < wanted) {
    const spans: MadeSpan[] = []
    while (spans.length < SPANS_A_BODY) {
      while (under.length < RUNS_AT_ONCE) {
        startMs += 40
        const run = isCallsOnly ? makeRun(random, startMs) : makeTraffic(random, startMs)
        // The root ends last.
        under.push((random.happens(longLived) ? run.slice(0, -1) : run).reverse())
        counts.traces++
      }
      const span = nextOf(under, random)
      if (span !== undefined) spans.push(span)
    }
    const body = bodyOf(spans, shape)
    bodies.push(body)
    counts.spans += spans.length
    counts.bytes += body.bytes.length
    counts.tools += spans.filter(({ isTool }) => isTool).length
    counts.models += spans.filter(isModel).length
    counts.withBody += spans.filter(({ hasBody }) => hasBody).length
  }
  return {
    ...counts,
    bodies,
    toolShare: counts.tools / counts.spans,
    toolOrModelShare: (counts.tools + counts.models) / counts.spans,
    bodyShare: counts.withBody / counts.spans,
  }
}

/** The same load in bodies of up to `most` bytes. */
export function inLargeBodies(load: Load, most: number): Load {
  const bodies: Body[] = []
  let parts: Body[] = []
  let length = 0
  for (const body of load.bodies) {
    if (parts.length > 0 && length + body.bytes.length > most) {
      bodies.push(joined(parts))
      parts = []
      length = 0
    }
    parts.push(body)
    length += body.bytes.length
  }
  bodies.push(joined(parts))
  return { ...load, bodies }
}

/** Requests in protobuf that stand one behind the other are one request. */
function joined(parts: readonly Body[]): Body {
  const bytes = Buffer.concat(parts.map((part) => part.bytes))
  return { bytes, spans: parts.reduce((sum, { spans }) => sum + spans, 0), ...idPlaces(bytes) }
}

function nextOf(under: MadeSpan[][], random: Random): MadeSpan | undefined {
  const index = random.between(0, under.length - 1)
  const span = under[index]?.pop()
  if (span === undefined) under.splice(index, 1)
  return span
}

function bodyOf(spans: readonly MadeSpan[], shape: Shape): Body {
  const groups =
    shape === 'few resources' ? [spans] : [...Map.groupBy(spans, ({ traceId }) => traceId).values()]
  const resourceSpans = groups.flatMap((group) => requestOf(group).resourceSpans)
  const bytes = Buffer.from(toProtobuf({ resourceSpans }))
  return { bytes, spans: spans.length, ...idPlaces(bytes) }
}

function requestOf(spans: readonly MadeSpan[]): OtlpRequest {
  return JSON.parse(otlpLine(spans))
}

/** A copy of a body with other ids, since the same body may be under way on another connection. */
export function withNewIds({ bytes, traceIds, spanIds }: Body, pass: number): Buffer {
  const copy = Buffer.from(bytes)
  for (const at of traceIds)
    copy.writeUInt32LE((bytes.readUInt32LE(at) ^ Math.imul(pass, 0x9e3779b1)) >>> 0, at)
  for (const at of spanIds)
    copy.writeUInt32LE((bytes.readUInt32LE(at) ^ Math.imul(pass, 0x85ebca6b)) >>> 0, at)
  return copy
}
