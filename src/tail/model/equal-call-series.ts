import { RECORDED } from '../facts/recorded-body.ts'
import { groupEqual } from './equal-calls.ts'
import type { JudgedRun } from './judged-run.ts'
import { sortByStart } from './order.ts'
import type { Try } from './try.ts'

/**
 * Calls of one tool with equal arguments, in order of start, cut where something may have changed between: a user
 * turn, a completed write, a call of unknown effect. Success does not cut: it is what rules about repeats ask for.
 */
export function equalCalls({ tries, tree, boundaries }: JudgedRun): Try[][] {
  return groupEqual(tries, isCall, () => 0).flatMap((equal) => {
    sortByStart(tree, equal)
    const series: Try[][] = []
    let start = 0
    for (let end = 1; end <= equal.length; end++) {
      const last = equal[end - 1]
      const next = equal[end]
      if (last !== undefined && next !== undefined && !boundaries.changedBetween(last, next)) continue
      if (end - start > 1) series.push(start === 0 && next === undefined ? equal : equal.slice(start, end))
      start = end
    }
    return series
  })
}

const isCall = (item: Try): boolean => item.span.role === 'tool' && !isInnerView(item)

/** A call that an enclosing span of the same tool shows already; a numbered try is a call of its own. */
export function isInnerView({ outer, span, number }: Try): boolean {
  if (outer === undefined || outer.span.tool !== span.tool || number !== undefined) return false
  const a = outer.span.fingerprint
  const b = span.fingerprint
  return a === b || (a !== undefined && b !== undefined && a.startsWith(RECORDED) !== b.startsWith(RECORDED))
}
