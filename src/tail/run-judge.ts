import { claimReport } from './claim-report.ts'
import type { SpanFacts } from './facts/span-facts.ts'
import type { Finding } from './findings/finding.ts'
import type { Reporter } from './findings/reporter.ts'
import { createSuccession } from './findings/succession.ts'
import { createGrownParts, type GrownPart } from './grown-part.ts'
import { judgeCuedRun, pendingSpans } from './judge.ts'
import type { Judging } from './judging.ts'
import { type Leave, oldBranches } from './model/old-branches.ts'
import { createRun, type LetGo, runIdsOf } from './model/run.ts'
import type { StoredRun } from './model/run-store.ts'
import { createSpanTree } from './model/tree.ts'
import { muteOf } from './mutes.ts'
import { findingsOf, isSettled, type OpenFinding, openIn, traceFlagsOf } from './open-finding.ts'

/** Ids of findings that were closed, so that none is reported twice; the oldest are forgotten. */
const MAX_REMEMBERED = 10_000

/** Judges runs as they grow and reports what is new: a finding opens once and closes once. */
export interface RunJudge {
  /** `open` are the spans that have not ended. */
  judge(run: StoredRun, open: readonly SpanFacts[], nowMs: number): void
  /** Judges what has come since, with all that it is tied to; of what stays as it was nothing is asked again. */
  judgeGrown(run: StoredRun, open: readonly SpanFacts[], nowMs: number): void
  /** Closes the findings of a run whose operations have been quiet for `quietMs` and are not under way. */
  settle(run: StoredRun, nowMs: number, quietMs: number): void
  /** Judges for the last time: nothing more of the run is coming. */
  finish(run: StoredRun, open: readonly SpanFacts[], nowMs: number): void
  /** The parts of a run that are over for the longest time, about so many spans, and what is to stay of them. */
  over(run: StoredRun, open: readonly SpanFacts[], most: number): Leave
  /** People were told of a finding of the run that is not over. */
  hasOpen(run: StoredRun): boolean
  /** What was open in `gone` goes on in `kept`. */
  joined(kept: StoredRun, gone: StoredRun): void
  /** Someone else has reported the finding. */
  alreadyReported(findingId: string): void
}

export interface RunJudgeOptions {
  /** Whether a finding is for this judge to report, where there may be others in the process. */
  readonly claim?: (findingId: string, judge: object) => boolean
  /**
   * Spans come from elsewhere: what has not come yet may be open, or late. Then no finding closes before its operation
   * was quiet or its run is over, and it closes under the id that the whole picture gives it. Default false.
   */
  readonly isFromAfar?: boolean
  /** The time by which mutes end, where `nowMs` is on another scale. */
  readonly wallMs?: () => number
}

export function createRunJudge(
  reporter: Reporter,
  judging: Judging,
  { claim = claimReport, isFromAfar = false, wallMs }: RunJudgeOptions = {},
): RunJudge {
  const openByRun = new Map<StoredRun, Map<string, OpenFinding>>()
  const reported = new Set<string>()
  const toldOnce = new WeakMap<StoredRun, Map<string, string>>()
  const keepers = new Set(judging.rules.filter((rule) => rule.isPending !== undefined).map(({ id }) => id))
  const succession = createSuccession()
  const grown = createGrownParts()
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

  /** Closes a finding under the name by which anybody knows it who has seen all of it. */
  function end({ finding, ownId, traceFlags }: Pick<OpenFinding, 'finding' | 'ownId' | 'traceFlags'>): void {
    if (!isFromAfar || ownId === finding.id) {
      close(finding, traceFlags)
      return
    }
    withdraw(finding, traceFlags)
    close({ ...finding, id: ownId }, traceFlags)
  }

  /** Ends what people were told of and what the whole picture shows no more, or under another name. */
  function withdraw(finding: Finding, traceFlags: number): void {
    if (reporter.withdrawn === undefined) {
      close(finding, traceFlags)
      return
    }
    // It is not remembered: spans that are still on their way may show it again.
    if (!reported.has(finding.id)) reporter.withdrawn({ ...finding, state: 'closed' }, traceFlags)
  }

  function judge(
    run: StoredRun,
    part: GrownPart,
    openSpans: readonly SpanFacts[],
    nowMs: number,
    isOver: boolean,
  ): void {
    const known = openByRun.get(run) ?? new Map<string, OpenFinding>()
    const spans = openSpans.length === 0 ? part.spans : [...part.spans, ...openSpans]
    const letGo = letGoOf(run)
    const isAsStored = part.isWhole && openSpans.length === 0
    const judgedRun = createRun(
      isAsStored ? run.facts : spans,
      run.isTruncated,
      part.isWhole ? undefined : runIdsOf(run),
      letGo,
    )
    const drawn = judgeCuedRun(judgedRun, isOver, judging).filter(
      ({ finding }) => muteOf(finding, judging.mutes, wallMs?.() ?? nowMs) === undefined,
    )
    const found = drawn.map(({ finding }) => finding)
    const open = run.isTrimmed || !part.isWhole ? openIn(spans, known) : findingsOf(known)
    for (const [index, judged] of succession.continued(found, open).entries()) {
      const ownId = found[index]?.id ?? judged.id
      if (reported.has(isFromAfar ? ownId : judged.id) || isOfRemnants(judged, letGo.remnants)) continue
      if (isToldAlready(run, part, judged, drawn[index]?.once) || !claim(judged.id, self)) continue
      const state = isOver ? 'closed' : isFromAfar ? 'open' : judged.state
      const finding: Finding = { ...judged, state }
      const before = known.get(finding.id)
      const traceFlags = traceFlagsOf(finding, spans)
      if (before === undefined) reporter.opened(finding, traceFlags)
      if (finding.state === 'closed') {
        known.delete(finding.id)
        end({ finding, ownId, traceFlags })
      } else {
        const hasGrown =
          before === undefined ||
          before.finding.endMs !== finding.endMs ||
          before.finding.attempts !== finding.attempts
        known.set(finding.id, {
          finding,
          ownId,
          traceFlags,
          isPlaced: drawn[index]?.isPlaced ?? true,
          isShown: true,
          changedMs: hasGrown ? nowMs : before.changedMs,
        })
      }
    }
    if (isFromAfar && known.size > 0) unshow(known, found, nowMs)
    keep(run, known)
  }

  /** Notes what was told of and does not show any more: more spans have told another story. */
  function unshow(known: Map<string, OpenFinding>, found: readonly Finding[], nowMs: number): void {
    const ids = new Set(found.map(({ id }) => id))
    for (const [id, held] of known)
      if (held.isShown && !ids.has(held.ownId)) known.set(id, { ...held, isShown: false, changedMs: nowMs })
  }

  /** What is left of branches that were judged as a whole tells another story to all but the rule that kept it. */
  function isOfRemnants({ rule, spanIds }: Finding, remnants: ReadonlySet<string>): boolean {
    return remnants.size > 0 && !keepers.has(rule) && spanIds.every((id) => remnants.has(id))
  }

  /** Without the beginning of a run a rule may take for the first what is the next one only. */
  function isToldAlready(
    run: StoredRun,
    { isWhole }: GrownPart,
    finding: Finding,
    once: string | undefined,
  ): boolean {
    if (once === undefined) return false
    const told = toldOnce.get(run) ?? new Map<string, string>()
    const about = `${finding.rule} ${once}`
    const known = told.get(about)
    if ((run.isTrimmed || !isWhole) && known !== undefined) return known !== finding.id
    toldOnce.set(run, told.set(about, finding.id))
    return false
  }

  function keep(run: StoredRun, known: Map<string, OpenFinding>): void {
    if (known.size > 0) openByRun.set(run, known)
    else openByRun.delete(run)
  }

  return {
    judge: (run, open, nowMs) => judge(run, grown.whole(run), open, nowMs, false),
    judgeGrown: (run, open, nowMs) => judge(run, grown.of(run, open), open, nowMs, false),
    settle(run, nowMs, quietMs) {
      const known = openByRun.get(run)
      if (known === undefined) return
      for (const [id, held] of known) {
        if (nowMs - held.changedMs < quietMs || !isSettled(held)) continue
        known.delete(id)
        if (held.isShown) end(held)
        else withdraw(held.finding, held.traceFlags)
      }
      keep(run, known)
    },
    finish(run, open, nowMs) {
      judge(run, grown.whole(run), open, nowMs, true)
      // What no longer shows in the final picture was reported as open all the same, and has to end.
      for (const { finding, traceFlags } of openByRun.get(run)?.values() ?? []) withdraw(finding, traceFlags)
      openByRun.delete(run)
    },
    over(run, open, most) {
      const pending = pendingSpans(
        createRun(
          open.length === 0 ? run.facts : [...run.facts.spans, ...open],
          run.isTruncated,
          undefined,
          letGoOf(run),
        ),
        judging,
      )
      return oldBranches(createSpanTree(run.facts.spans, run.facts.index), { most, open, pending })
    },
    hasOpen: (run) => openByRun.has(run),
    joined(kept, gone) {
      const left = openByRun.get(gone)
      if (left === undefined) return
      openByRun.delete(gone)
      openByRun.set(kept, new Map([...left, ...(openByRun.get(kept) ?? [])]))
    },
    alreadyReported: remember,
  }
}

function letGoOf({ pagesGone, remnants }: StoredRun): LetGo {
  return { pages: pagesGone, remnants: new Set([...remnants].map(({ spanId }) => spanId)) }
}
