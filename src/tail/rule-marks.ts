import type { SpanFacts } from './facts/span-facts.ts'
import type { Judging } from './judging.ts'
import type { Rule } from './rules/rule.ts'

/** Which spans of a run are cues of which rule: most rules have nothing to look at in most runs. */
export interface RuleMarks {
  /** Whether the run can hold a finding. */
  readonly isReached: boolean
  /** Whether the span at `place` is a cue of the rule; undefined where no span is one. */
  cuesOf(rule: Rule): ((place: number) => boolean) | undefined
}

/** Asks every rule about every span, span by span: facts are slow to reach in long runs. */
export function markSpans(spans: readonly SpanFacts[], { cues }: Pick<Judging, 'cues'>): RuleMarks {
  const marks = new Int32Array(spans.length)
  const counts = cues.none()
  let isReached = false
  let all = 0
  for (let place = 0; place < spans.length; place++) {
    const span = spans[place]
    if (span === undefined) continue
    const mark = cues.markOf(span)
    marks[place] = mark
    all |= mark
    isReached ||= cues.isReached(mark, counts)
  }
  return {
    isReached,
    cuesOf(rule) {
      const own = cues.bitOf(rule)
      return (all & own) === 0 ? undefined : (place) => ((marks[place] ?? 0) & own) !== 0
    },
  }
}
