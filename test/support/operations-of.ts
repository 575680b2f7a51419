import { readFacts } from '../../src/tail/facts/read-facts.ts'
import { type JudgedRun, judgeOperations } from '../../src/tail/model/judged-run.ts'
import { createRun } from '../../src/tail/model/run.ts'
import { hexId, type TestSpan, trace } from './trace.ts'

/** The model of one run of these spans. */
export function modelOf(...spans: readonly TestSpan[]): JudgedRun {
  return judgeOperations(createRun(trace(...spans).map(readFacts)), true)
}

/** The short ids of the tries of each operation of two tries or more, in order of start. */
export function operationsOf(...spans: readonly TestSpan[]): string[][] {
  const nameOf = new Map(spans.map(({ id }) => [hexId(id, 16), id]))
  return modelOf(...spans)
    .inQuestion.map(({ operation }) =>
      [...operation.outermost]
        .sort((a, b) => a.span.startMs - b.span.startMs)
        .map(({ span }) => nameOf.get(span.spanId) ?? span.spanId),
    )
    .filter((tries) => tries.length > 1)
}

/** The short ids of all tries. */
export function triesOf(...spans: readonly TestSpan[]): string[] {
  const nameOf = new Map(spans.map(({ id }) => [hexId(id, 16), id]))
  return modelOf(...spans).tries.map(({ span }) => nameOf.get(span.spanId) ?? span.spanId)
}
