import type { Cues } from '../../tail/cues.ts'
import type { RepeatedFacts } from '../../tail/facts/packed/repeated-facts.ts'

/**
 * What facts show that come again and again. A rule may go by how long a call took, and by nothing else that these facts
 * do not share; what shows at two lengths shows at all between (`Rule.isCue`).
 */
export function markOfRepeated(cues: Cues, repeated: RepeatedFacts): number {
  const { startMs, endMs } = repeated.facts
  const lengthMs = (endMs ?? Number.NaN) - startMs
  if (lengthMs >= repeated.shortestMs && lengthMs <= repeated.longestMs) return repeated.mark
  const mark = cues.markOf(repeated.facts)
  if (Number.isNaN(lengthMs)) return mark
  const isFirst = repeated.shortestMs > repeated.longestMs
  if (isFirst || mark !== repeated.mark) {
    repeated.mark = mark
    repeated.shortestMs = lengthMs
    repeated.longestMs = lengthMs
  } else {
    repeated.shortestMs = Math.min(repeated.shortestMs, lengthMs)
    repeated.longestMs = Math.max(repeated.longestMs, lengthMs)
  }
  return mark
}
