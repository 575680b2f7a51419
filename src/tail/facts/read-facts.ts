import { DIALECTS } from './dialects/index.ts'
import type { SpanFacts } from './span-facts.ts'
import type { SpanInput } from './span-input.ts'

const MAX_NAME_LENGTH = 128
/** Only a handful of links can matter: a root names the run that it goes on with. */
const MAX_LINKS = 8

/** Reads what a span says about calls, tries and budgets. The span itself is not kept. */
export function readFacts(span: SpanInput): SpanFacts {
  const facts: SpanFacts = {
    traceId: span.traceId,
    spanId: span.spanId,
    traceFlags: span.traceFlags ?? 1,
    service: span.service,
    name: span.name.length > MAX_NAME_LENGTH ? span.name.slice(0, MAX_NAME_LENGTH) : span.name,
    kind: span.kind,
    startMs: span.startMs,
    role: 'other',
    failed: span.failed,
  }
  if (span.parentSpanId !== undefined) facts.parentSpanId = span.parentSpanId
  if (span.endMs !== undefined) facts.endMs = span.endMs
  if (span.links.length > 0) facts.links = span.links.slice(0, MAX_LINKS)
  for (const dialect of DIALECTS) dialect.read(span, facts)
  const status = facts.result?.status
  if (status === 'failed' || status === 'indeterminate') facts.failed = true
  else if (status === 'cancelled') facts.failed = false
  return facts
}
