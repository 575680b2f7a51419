import { SEVERITIES } from '../../semconv/attributes/finding.ts'
import type { Finding } from '../../tail/findings/finding.ts'
import type { CheckResult, NotShown } from './json.ts'

/**
 * The last line: how much was looked at, how many findings of each severity there are, and what was left out.
 * @param exitCode of the check, where whoever reads this sees it
 */
export function renderTotals({ traces, spans, findings, notShown }: CheckResult, exitCode?: number): string {
  if (spans === 0) return 'nothing was judged: no span was read'
  const seen = `${counted(traces, 'trace')}, ${counted(spans, 'span')}`
  const isHidden = findings.length === 0 && (notShown?.belowSeverity ?? 0) > 0
  const what = isHidden ? 'no findings to show' : sayFindings(findings)
  // What is milder than --severity may still be bad enough for --fail-on.
  const why = isHidden && exitCode === 1 ? ', which count for exit code 1 (--fail-on)' : ''
  return `${what} in ${seen}${notShown === undefined ? '' : sayNotShown(notShown)}${why}`
}

/** `3 findings (1 critical, 2 warning)`, or `no findings`. */
export function sayFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'no findings'
  const bySeverity = [...SEVERITIES]
    .reverse()
    .map((severity) => ({
      severity,
      count: findings.filter((finding) => finding.severity === severity).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}`)
  return `${counted(findings.length, 'finding')} (${bySeverity.join(', ')})`
}

function sayNotShown({ muted, known, belowSeverity }: NotShown): string {
  const parts = [
    ...(muted > 0 ? [`${muted} muted`] : []),
    ...(known > 0 ? [`${known} in the baseline`] : []),
    ...(belowSeverity > 0 ? [`${belowSeverity} below --severity`] : []),
  ]
  return parts.length === 0 ? '' : `; not shown: ${parts.join(', ')}`
}

export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}
