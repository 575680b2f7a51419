import type { Severity } from '../semconv/attributes/finding.ts'
import { type Mute, muteOf } from '../tail/mutes.ts'
import type { Baseline } from './baseline.ts'
import type { FileJudgement, LocatedFinding } from './judge/file-judge.ts'
import { severityRank } from './render/severity.ts'

/** A finding that somebody said nobody has to look at. */
export interface MutedFinding {
  readonly located: LocatedFinding
  readonly mute: Mute
}

/** What was looked at, what was found, and what of it is to be seen. */
export interface CheckReport {
  readonly traces: number
  readonly spans: number
  /** To be printed. By run, then by rule. */
  readonly shown: readonly LocatedFinding[]
  /** Count for the exit code, but are too mild to be printed. */
  readonly hidden: readonly LocatedFinding[]
  readonly muted: readonly MutedFinding[]
  /** In the baseline; undefined where there is none. */
  readonly known: readonly LocatedFinding[] | undefined
}

/** What decides who sees a finding. */
export interface Selection {
  readonly mutes: readonly Mute[]
  readonly baseline: Baseline | undefined
  /** The mildest severity that is printed. */
  readonly leastSeverity: Severity
  readonly nowMs: number
}

/** Parts the findings: muted ones first, then known ones, then those that are too mild. */
export function reportOf({ traces, spans, findings }: FileJudgement, selection: Selection): CheckReport {
  const { mutes, baseline, leastSeverity, nowMs } = selection
  const shown: LocatedFinding[] = []
  const hidden: LocatedFinding[] = []
  const muted: MutedFinding[] = []
  const known: LocatedFinding[] = []
  for (const located of findings) {
    const { finding } = located
    const mute = muteOf(finding, mutes, nowMs)
    if (mute !== undefined) muted.push({ located, mute })
    else if (baseline?.knows(finding) === true) known.push(located)
    else if (severityRank(finding.severity) < severityRank(leastSeverity)) hidden.push(located)
    else shown.push(located)
  }
  return { traces, spans, shown, hidden, muted, known: baseline === undefined ? undefined : known }
}

/** Whether a finding counts for the exit code: one of so high a severity that is neither muted nor known. */
export function fails({ shown, hidden }: CheckReport, failOn: Severity | 'never'): boolean {
  if (failOn === 'never') return false
  return [...shown, ...hidden].some(({ finding }) => severityRank(finding.severity) >= severityRank(failOn))
}
