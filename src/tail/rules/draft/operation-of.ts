import type { SpanFacts } from '../../facts/span-facts.ts'
import type { JudgedOperation } from '../../model/judged-operation.ts'
import type { JudgedRun } from '../../model/judged-run.ts'

/** The operation that a span is a try of; undefined where it is none. */
export function operationOf(span: SpanFacts, judged: JudgedRun): JudgedOperation | undefined {
  return judged.operationOf(span)
}
