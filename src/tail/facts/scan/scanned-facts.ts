import { textOf } from '../attribute-values.ts'
import { clientOfScope } from '../client-library.ts'
import { emptyFacts } from '../packed/layout.ts'
import { nameOf, readFactsWith } from '../read-facts.ts'
import type { SpanFacts } from '../span-facts.ts'
import type { ToolFacts } from '../tool-facts.ts'
import type { ScannedSpan } from './scanned-span.ts'

/**
 * Reads the facts of scanned spans, whose ids are left out as they are in the span. All spans that only connect others
 * share one object: its facts are good until the next span is read.
 */
export function createScannedFacts(tools: ToolFacts): (span: ScannedSpan) => SpanFacts {
  const bare = emptyFacts()
  return (span) => {
    if (!span.isBare) return readFactsWith(tools, span, span.known.marks)
    bare.parentSpanId = span.parentSpanId
    bare.traceFlags = span.traceFlags ?? 1
    bare.service = textOf(span.service) ?? ''
    bare.name = nameOf(span)
    bare.kind = span.kind
    bare.startMs = span.startMs
    bare.endMs = span.endMs
    bare.client = clientOfScope(span.scope)
    return bare
  }
}
