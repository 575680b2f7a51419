import { claimReport } from './claim-report.ts'
import type { SpanFacts } from './facts/span-facts.ts'
import type { Finding } from './findings/finding.ts'
import type { Reporter } from './findings/reporter.ts'
import { createSuccession } from './findings/succession.ts'
import { judgeRun, pendingSpans } from './judge.ts'
import type { Judging } from './judging.ts'
import { type Leave, oldBranches } from './model/old-branches.ts'
import { createRun } from './model/run.ts'
import type { StoredRun } from './model/run-store.ts'
import { createSpanTree } from './model/tree.ts'
import { muteOf } from './mutes.ts'

/** Ids of findings that were closed, so that none is reported twice; the oldest are forgotten. */
const MAX_REMEMBERED = 10_000

/** Judges runs as they grow and reports what is new: a finding opens once and closes once. */
export interface RunJudge {
  /** `open` are the spans that have not ended. */
  judge(run: StoredRun, open: readonly SpanFacts[], nowMs: number): void
  /** Closes the findings of a run whose operations have been quiet for `quietMs` and are not under way. */
  settle(run: StoredRun, nowMs: number, quietMs: number): void
  /** Judges for the last time: nothing more of the run is coming. */
  finish(run: StoredRun, open: readonly SpanFacts[], nowMs: number): void
  /** The parts of a run that are over for the longest time, about so many spans, and what is to stay of them. */
  over(run: StoredRun, open: readonly SpanFacts[], most: number): Leave
  /** What was open in `gone` goes on in `kept`. */
  joined(kept: StoredRun, gone: StoredRun): void
  /** Someone else has reported the finding. */
  alreadyReported(findingId: string): void
}

interface OpenFinding {
  readonly finding: Finding
  readonly traceFlags: number
  /** When it last grew. */
  readonly changedMs: number
}

/** `claim`: whether a finding is for this judge to report, where there may be others in the process. */
export function createRunJudge(
  reporter: Reporter,
  judging: Judging,
  claim: (findingId: string, judge: object) => boolean = claimReport,
): RunJudge {
  const openByRun = new Map<StoredRun, Map<string, OpenFinding>>()
  const reported = new Set<string>()
  const toldOnce = new WeakMap<StoredRun, Map<string, string>>()
  const onceRules = new Map(judging.rules.map((rule) => [rule.id, rule.toldOnceFor]))
  const keepers = new Set(judging.rules.filter((rule) => rule.isPending !== undefined).map(({ id }) => id))
  const succession = createSuccession()
  /** Who this judge is to the others of the process. */
  const self = {}

  function remember(id: string): void {
    for (const oldest of reported) {
      if (reported.size < MAX_REMEMBERED) break
      reported.delete(oldest)
    }
    reported.add(id)
  }

  function close(finding: Finding, traceFlags: number): void {
    if (reported.has(finding.id)) return
    remember(finding.id)
    reporter.closed({ ...finding, state: 'closed' }, traceFlags)
  }

  function judge(run: StoredRun, openSpans: readonly SpanFacts[], nowMs: number, isOver: boolean): void {
    const known = openByRun.get(run) ?? new Map<string, OpenFinding>()
    const spans = [...run.facts.values(), ...openSpans]
    const found = judgeRun(createRun(spans, run.isTruncated), isOver, judging).filter(
      (finding) => muteOf(finding, judging.mutes, nowMs) === undefined,
    )
    const open = [...known.values()].map(({ finding }) => finding)
    const remnants = new Set([...run.remnants].map(({ spanId }) => spanId))
    for (const judged of succession.continued(found, open)) {
      if (reported.has(judged.id) || isOfRemnants(judged, remnants)) continue
      if (isToldAlready(run, judged) || !claim(judged.id, self)) continue
      const finding: Finding = isOver ? { ...judged, state: 'closed' } : judged
      const before = known.get(finding.id)
      const traceFlags = traceFlagsOf(finding, spans)
      if (before === undefined) reporter.opened(finding, traceFlags)
      if (finding.state === 'closed') {
        known.delete(finding.id)
        close(finding, traceFlags)
      } else {
        const hasGrown =
          before === undefined ||
          before.finding.endMs !== finding.endMs ||
          before.finding.attempts !== finding.attempts
        known.set(finding.id, { finding, traceFlags, changedMs: hasGrown ? nowMs : before.changedMs })
      }
    }
    keep(run, known)
  }

  /** What is left of branches that were judged as a whole tells another story to all but the rule that kept it. */
  function isOfRemnants({ rule, spanIds }: Finding, remnants: ReadonlySet<string>): boolean {
    return remnants.size > 0 && !keepers.has(rule) && spanIds.every((id) => remnants.has(id))
  }

  /** Of a run that let go of its beginning a rule may take for the first what is the next one only. */
  function isToldAlready(run: StoredRun, finding: Finding): boolean {
    const key = onceRules.get(finding.rule)?.(finding)
    if (key === undefined) return false
    const told = toldOnce.get(run) ?? new Map<string, string>()
    const about = `${finding.rule} ${key}`
    const known = told.get(about)
    if (run.isTrimmed && known !== undefined) return known !== finding.id
    toldOnce.set(run, told.set(about, finding.id))
    return false
  }

  function keep(run: StoredRun, known: Map<string, OpenFinding>): void {
    if (known.size > 0) openByRun.set(run, known)
    else openByRun.delete(run)
  }

  return {
    judge: (run, open, nowMs) => judge(run, open, nowMs, false),
    settle(run, nowMs, quietMs) {
      const known = openByRun.get(run)
      if (known === undefined) return
      for (const [id, { finding, traceFlags, changedMs }] of known) {
        // An operation whose last try is still open has no outcome yet: it is not quiet, it is under way.
        if (finding.recovered === undefined || nowMs - changedMs < quietMs) continue
        known.delete(id)
        close(finding, traceFlags)
      }
      keep(run, known)
    },
    finish(run, open, nowMs) {
      judge(run, open, nowMs, true)
      // What no longer shows in the final picture was reported as open all the same, and has to end.
      for (const { finding, traceFlags } of openByRun.get(run)?.values() ?? []) close(finding, traceFlags)
      openByRun.delete(run)
    },
    over(run, open, most) {
      const pending = pendingSpans(createRun([...run.facts.values(), ...open], run.isTruncated), judging)
      return oldBranches(createSpanTree([...run.facts.values()]), { most, open, pending })
    },
    joined(kept, gone) {
      const left = openByRun.get(gone)
      if (left === undefined) return
      openByRun.delete(gone)
      openByRun.set(kept, new Map([...left, ...(openByRun.get(kept) ?? [])]))
    },
    alreadyReported: remember,
  }
}

function traceFlagsOf(finding: Finding, spans: readonly SpanFacts[]): number {
  const [anchorId] = finding.spanIds
  return spans.find((span) => span.spanId === anchorId)?.traceFlags ?? 1
}
