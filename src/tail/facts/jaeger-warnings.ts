import type { SpanInput } from './span-input.ts'

/** Jaeger gives an end to a span that has none, and says so. */
const NO_END = 'Original end timestamp: 1970-01-01 00:00:00'
/** Where version 3 of its API keeps what it has to say about a span. */
const WARNINGS = '@jaeger@warnings'

/** Whether the warnings of a span say that its end is made up. */
export function hasNoEnd(warnings: unknown): boolean {
  return Array.isArray(warnings) && warnings.some((warning) => String(warning).includes(NO_END))
}

/** A span of version 3 of Jaeger's API as it was before Jaeger had it. */
export function withoutMadeUpEnd(span: SpanInput): SpanInput {
  return hasNoEnd(span.attributes[WARNINGS]) ? { ...span, endMs: undefined } : span
}
