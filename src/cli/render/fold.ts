import type { Finding } from '../../tail/findings/finding.ts'
import { severityRank } from './severity.ts'

/** Findings that say the same of the same thing: the earliest, and the others by time. */
export interface FoldedFinding {
  readonly finding: Finding
  readonly more: readonly Finding[]
}

/** The most important first. What people read of two equal ones differs in nothing but time, ids and waste. */
export function foldEqual(findings: readonly Finding[]): readonly FoldedFinding[] {
  const folded = new Map<string, { readonly finding: Finding; readonly more: Finding[] }>()
  for (const finding of [...findings].sort(byImportance)) {
    const key = whatIsSaid(finding)
    const known = folded.get(key)
    if (known === undefined) folded.set(key, { finding, more: [] })
    else known.more.push(finding)
  }
  return [...folded.values()]
}

/** The worst first, then by time. */
function byImportance(one: Finding, other: Finding): number {
  return (
    severityRank(other.severity) - severityRank(one.severity) ||
    one.startMs - other.startMs ||
    (one.id < other.id ? -1 : 1)
  )
}

function whatIsSaid(finding: Finding): string {
  const { rule, severity, summary, fix, basis, state, recovered, complete, origin } = finding
  const { service, agent, tool } = origin
  return JSON.stringify([
    rule,
    severity,
    summary,
    fix,
    basis,
    state,
    recovered,
    complete,
    service,
    agent,
    tool,
  ])
}

/** Traces of the others that are named. */
const MAX_TRACES = 3

/** Where the others are; undefined where there are none. */
export function sayMore({ finding, more }: FoldedFinding, say: (id: string) => string): string | undefined {
  const last = more.at(-1)
  if (last === undefined) return undefined
  const others = [...new Set(more.map(({ traceId }) => traceId))].filter((id) => id !== finding.traceId)
  const named = others.slice(0, MAX_TRACES).map(say)
  const rest = others.length - named.length
  const ids = [...named, ...(rest > 0 ? [`${rest} more`] : [])]
  if (ids.length === 0) return `${more.length} more like it in this trace`
  const traces = others.length === 1 ? 'trace' : 'traces'
  const isHere = more.some(({ traceId }) => traceId === finding.traceId) ? 'this trace and in ' : ''
  return `${more.length} more like it, in ${isHere}${traces} ${ids.join(', ')}`
}
