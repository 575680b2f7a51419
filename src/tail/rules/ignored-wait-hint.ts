import type { SpanFacts } from '../facts/span-facts.ts'
import { type JudgedOperation, weakestBasis } from '../model/judged-operation.ts'
import { byStart } from '../model/span-order.ts'
import type { Try } from '../model/try.ts'
import { aboutOperation } from './draft/about-operation.ts'
import { sayDuration } from './draft/duration.ts'
import type { Draft, OperationRule } from './rule.ts'

/** Dates in `Retry-After` have seconds for their smallest unit; a wait that is short by less is obeyed. */
const GRACE = { fromMs: 2000, ofMs: 1000 }

/** The next try came earlier than the server had asked for. */
export const ignoredWaitHint: OperationRule = Object.freeze({
  id: 'ignored-wait-hint',
  summary: 'The next try at a host came earlier than the host had asked to wait.',
  meaning: 'The server is asked again while it recovers, and will say no again, for longer each time.',
  quietWhen: 'Another host is asked; nobody asked for a wait.',
  fix: 'Read Retry-After and retry-after-ms, and hand the hint on to whoever repeats; recover() does both.',
  severities: 'warning',
  scope: 'operation',
  isCue: (span: SpanFacts) => (span.retryAfterMs ?? 0) > 0,
  check(judged: JudgedOperation): readonly Draft[] {
    const tries = [...judged.operation.tries].sort((a, b) => byStart(a.span, b.span))
    const hasty: { readonly asked: Try; readonly later: Try }[] = []
    for (const [index, asked] of tries.entries()) {
      if (!asked.failed || asked.span.retryAfterMs === undefined) continue
      const later = tries.slice(index + 1).find((next) => isNextAtHost(asked, next))
      if (later !== undefined && isTooEarly(asked.span, later.span)) hasty.push({ asked, later })
    }
    const [first] = hasty
    return first === undefined
      ? []
      : [
          draft(
            judged,
            first.asked,
            hasty.map(({ later }) => later),
          ),
        ]
  },
} as const)

function draft(judged: JudgedOperation, asked: Try, hasty: readonly Try[]): Draft {
  const [first] = hasty
  const waitedMs = (first?.span.startMs ?? 0) - (asked.span.endMs ?? 0)
  return aboutOperation(judged, {
    severity: 'warning',
    summary: `${judged.name} was tried again after ${sayDuration(waitedMs)}, where ${sayDuration(asked.span.retryAfterMs ?? 0)} had been asked for`,
    anchor: first?.span ?? asked.span,
    evidence: [
      ...hasty.map((item) => ({ span: item.span, says: 'earlier than asked' })),
      { span: asked.span, says: `asked to wait ${sayDuration(asked.span.retryAfterMs ?? 0)}` },
    ],
    basis: weakestBasis(judged.layers.flatMap((layer) => layer.budgets)),
    fix: 'let whoever repeats the call read Retry-After, also where it arrives inside a tool error; recover() does',
  })
}

function isNextAtHost(asked: Try, next: Try): boolean {
  const a = asked.span
  const b = next.span
  if (a.service !== b.service || a.endMs === undefined || b.startMs < a.endMs) return false
  return a.role === b.role && a.tool === b.tool && a.http?.host === b.http?.host
}

function isTooEarly(asked: SpanFacts, later: SpanFacts): boolean {
  const hintMs = asked.retryAfterMs ?? 0
  const isLong = hintMs >= GRACE.fromMs && hintMs % 1000 === 0 && asked.http !== undefined
  const waitedMs = later.startMs - (asked.endMs ?? later.startMs)
  return waitedMs < hintMs - (isLong && waitedMs > hintMs / 2 ? GRACE.ofMs : 0)
}
