import type { AttributeValue, SpanInput } from '../../src/tail/facts/span-input.ts'
import type { Finding } from '../../src/tail/findings/finding.ts'
import { createJudge } from '../../src/tail/judge.ts'

/** The short form of a span in a test. Times are milliseconds from the start of the trace. */
export interface TestSpan {
  readonly id: string
  readonly in?: string
  readonly trace?: string
  readonly name?: string
  readonly kind?: SpanInput['kind']
  readonly service?: string
  readonly scope?: string
  readonly at?: readonly [startMs: number, endMs?: number]
  readonly failed?: boolean
  /** The message of the status. */
  readonly says?: string
  readonly links?: readonly { readonly trace: string; readonly id: string }[]
  /** What was thrown, as an exception event records it. */
  readonly thrown?: { readonly type: string; readonly message: string }
  readonly [attribute: `${string}.${string}`]: AttributeValue
}

const START_MS = Date.UTC(2026, 0, 15, 9)

/** Builds the spans of a trace from their short forms; a span without a time follows the one before it. */
export function trace(...spans: readonly TestSpan[]): SpanInput[] {
  let clockMs = 0
  return spans.map((span) => {
    const [startMs, endMs] = span.at ?? [clockMs, clockMs + 10]
    clockMs = (endMs ?? startMs) + 10
    const attributes: Record<string, AttributeValue> = {}
    for (const [name, value] of Object.entries(span)) {
      if (name.includes('.')) attributes[name] = value as AttributeValue
    }
    return {
      traceId: hexId(span.trace ?? 'main', 32),
      spanId: hexId(span.id, 16),
      ...(span.in === undefined ? {} : { parentSpanId: hexId(span.in, 16) }),
      name: span.name ?? span.id,
      kind: span.kind ?? 'internal',
      scope: span.scope ?? 'test',
      service: span.service ?? 'agent',
      startMs: START_MS + startMs,
      ...(endMs === undefined ? {} : { endMs: START_MS + endMs }),
      failed: span.failed ?? false,
      ...(span.says === undefined ? {} : { statusMessage: span.says }),
      attributes,
      events: span.thrown === undefined ? [] : [exceptionOf(span.thrown, START_MS + (endMs ?? startMs))],
      links: (span.links ?? []).map((link) => ({
        traceId: hexId(link.trace, 32),
        spanId: hexId(link.id, 16),
      })),
    }
  })
}

function exceptionOf({ type, message }: NonNullable<TestSpan['thrown']>, timeMs: number) {
  const attributes = { 'exception.type': type, 'exception.message': message }
  return { name: 'exception', timeMs, attributes }
}

/** What a judge says about the spans. */
export function findingsOf(spans: readonly SpanInput[]): Finding[] {
  const judge = createJudge()
  for (const span of spans) judge.add(span)
  return judge.findings()
}

/** The short id of a test as the hex id of a span or trace. */
export function hexId(id: string, digits: 16 | 32): string {
  const hex = [...id].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  return hex.padEnd(digits, '0').slice(0, digits)
}
