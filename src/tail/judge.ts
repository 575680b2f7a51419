import { swallow } from '../self/swallow.ts'
import { FINDINGS_SCOPE } from '../semconv/scopes.ts'
import { readFactsWith } from './facts/read-facts.ts'
import type { SpanFacts } from './facts/span-facts.ts'
import type { SpanInput } from './facts/span-input.ts'
import type { Finding } from './findings/finding.ts'
import { toFinding } from './findings/from-draft.ts'
import { DEFAULT_JUDGING, type Judging } from './judging.ts'
import { judgeOperations } from './model/judged-run.ts'
import { compareRuns, createRun, type Run } from './model/run.ts'
import { createRunStore } from './model/run-store.ts'
import { compareText } from './model/span-order.ts'
import { markSpans, type RuleMarks } from './rule-marks.ts'
import { takeTurns } from './rule-turns.ts'
import type { Draft } from './rules/rule.ts'

/** Takes spans in any order and says what they add up to. */
export interface Judge {
  /** Takes the facts of a span; one that is known already, or that reports a finding, is left out. */
  add(span: SpanInput): void
  findings(): Finding[]
  readonly counts: { readonly traces: number; readonly spans: number }
}

/** A judge over everything it is given, without limits: for tests and small programs. */
export function createJudge(judging: Judging = DEFAULT_JUDGING): Judge {
  const store = createRunStore({ maxSpansPerRun: Number.POSITIVE_INFINITY })
  const traces = new Set<string>()
  let lastTraceId: string | undefined
  return {
    add(span) {
      if (span.scope === FINDINGS_SCOPE) return
      store.add(readFactsWith(judging.tools, span), 0)
      if (span.traceId !== lastTraceId) traces.add(span.traceId)
      lastTraceId = span.traceId
    },
    findings: () =>
      [...store.runs()]
        .map((stored) => createRun(stored.facts))
        .sort(compareRuns)
        .flatMap((run) => judgeRun(run, true, judging)),
    get counts() {
      return { traces: traces.size, spans: store.spanCount() }
    },
  }
}

/**
 * Applies every rule to one run that can hold a finding at all. `isOver`: nothing more is coming, so what no enclosing
 * span ends is ended, too. A rule that throws is counted and left out; the others still speak.
 */
export function judgeRun(run: Run, isOver: boolean, judging: Judging = DEFAULT_JUDGING): Finding[] {
  const marks = marksIn(run, judging)
  return marks?.isReached === false
    ? []
    : judgeMarked(run, isOver, judging, marks).map(({ finding }) => finding)
}

/** A finding, and whether it is known what it is about. */
export interface JudgedFinding {
  readonly finding: Finding
  /** False while spans that are to come decide whether it is about one thing or about several. */
  readonly isPlaced: boolean
  /** What it is told once about, in a run (`Draft.once`). */
  readonly once: string | undefined
}

/** The same for a run that is known to be worth it. */
export function judgeCuedRun(run: Run, isOver: boolean, judging: Judging): JudgedFinding[] {
  return judgeMarked(run, isOver, judging, marksIn(run, judging))
}

/** Undefined where a rule threw when it was asked. */
function marksIn(run: Run, judging: Judging): RuleMarks | undefined {
  return attempt(() => markSpans(run.tree.spans, judging))
}

function judgeMarked(
  run: Run,
  isOver: boolean,
  judging: Judging,
  marks: RuleMarks | undefined,
): JudgedFinding[] {
  const judged = attempt(() => judgeOperations(run, isOver, judging.settings))
  if (judged === undefined) return []
  return takeTurns(judging.rules, judged, marks).flatMap(({ rule, drafts }) =>
    drafts
      .map((draft) => ({
        finding: toFinding(rule, withSeverity(draft, judging.severities.get(rule.id)), run, isOver),
        isPlaced: draft.isPlaced ?? true,
        once: draft.once,
      }))
      .sort(({ finding: a }, { finding: b }) => a.startMs - b.startMs || compareText(a.id, b.id)),
  )
}

/** Spans that something to come decides about, by any rule: cues of that rule all of them. */
export function pendingSpans(run: Run, judging: Judging): ReadonlySet<SpanFacts> {
  const asking = judging.rules.filter((rule) => rule.isPending !== undefined)
  const asked = run.tree.spans.filter((span) => asking.some((rule) => rule.isCue(span, judging.settings)))
  const judged = asked.length > 0 && attempt(() => judgeOperations(run, false, judging.settings))
  if (!judged) return new Set()
  const isPending = (span: SpanFacts): boolean =>
    asking.some((rule) => attempt(() => rule.isPending?.(span, judged)) === true)
  return new Set(asked.filter(isPending))
}

function withSeverity(draft: Draft, severity: Draft['severity'] | undefined): Draft {
  return severity === undefined ? draft : { ...draft, severity }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    swallow('rule', error)
    return undefined
  }
}
