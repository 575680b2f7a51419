import { SEVERITIES } from '../../semconv/attributes/finding.ts'
import type { CheckResult } from './json.ts'

/** The last line: how much was looked at, and how many findings of each severity there are. */
export function renderTotals({ traces, spans, findings }: CheckResult): string {
  const seen = `${counted(traces, 'trace')}, ${counted(spans, 'span')}`
  if (findings.length === 0) return `no findings in ${seen}`
  const bySeverity = [...SEVERITIES]
    .reverse()
    .map((severity) => ({
      severity,
      count: findings.filter((finding) => finding.severity === severity).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}`)
  return `${counted(findings.length, 'finding')} (${bySeverity.join(', ')}) in ${seen}`
}

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}
