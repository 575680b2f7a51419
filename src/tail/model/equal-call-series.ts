import { RECORDED } from '../facts/recorded-body.ts'
import { groupEqual } from './equal-calls.ts'
import type { JudgedRun } from './judged-operation.ts'
import { isFingerprinted } from './operation.ts'
import { byStart } from './span-order.ts'
import type { Try } from './try.ts'

/**
 * Calls of one tool with equal arguments, in order of start, cut where something may have changed between: a user
 * turn, a completed write, a call of unknown effect. Success does not cut: it is what rules about repeats ask for.
 */
export function equalCalls({ tries, boundaries }: JudgedRun): Try[][] {
  const calls = tries.filter(
    (item) => item.span.role === 'tool' && isFingerprinted(item) && !isInnerView(item),
  )
  return groupEqual(calls, () => 0).flatMap((equal) => {
    equal.sort((a, b) => byStart(a.span, b.span))
    const series: Try[][] = []
    for (const item of equal) {
      const current = series.at(-1)
      const last = current?.at(-1)
      if (current === undefined || last === undefined || boundaries.changedBetween(last, item))
        series.push([item])
      else current.push(item)
    }
    return series.filter((calls) => calls.length > 1)
  })
}

/** A call that an enclosing span of the same tool shows already; a numbered try is a call of its own. */
export function isInnerView({ outer, span, number }: Try): boolean {
  if (outer === undefined || outer.span.tool !== span.tool || number !== undefined) return false
  const a = outer.span.fingerprint
  const b = span.fingerprint
  return a === b || (a !== undefined && b !== undefined && a.startsWith(RECORDED) !== b.startsWith(RECORDED))
}
