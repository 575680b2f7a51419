import { ATTR_TOOLSPAN_FINDING_RULE } from '../../../src/semconv/attributes/finding.ts'
import { type JaegerApi, type JaegerSpan, tagOf } from './jaeger-api.ts'

/** `service.name` of the tail: Jaeger keeps its findings under it. */
export const TAIL_SERVICE = 'toolspan-tail'
/** More than any test makes. */
const EVERY_TRACE = 5000

/** A finding span in Jaeger. */
export interface SeenFinding {
  readonly rule: string
  readonly traceId: string
  /** The finding's id: its span has the same. */
  readonly id: string
  readonly span: JaegerSpan
}

/** Every finding of the tails that is in Jaeger. */
export async function findingsIn(jaeger: JaegerApi): Promise<readonly SeenFinding[]> {
  const traces = await jaeger.search(TAIL_SERVICE, '', EVERY_TRACE)
  return traces.flatMap(({ spans }) =>
    spans.flatMap((span) => {
      const rule = tagOf(span, ATTR_TOOLSPAN_FINDING_RULE)
      return typeof rule === 'string' ? [{ rule, traceId: span.traceID, id: span.spanID, span }] : []
    }),
  )
}
