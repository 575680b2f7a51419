import type { Finding } from '../tail/findings/finding.ts'

/** Findings as a failed test shows them: what happened, where, and what to change. */
export function printed(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'no findings'
  return findings.map(printOne).join('\n\n')
}

function printOne({ severity, rule, summary, evidence, fix, runbook }: Finding): string {
  const lines = [`${severity} ${rule}: ${summary}`]
  for (const { name, says, spanId } of evidence) lines.push(`  ${name} (span ${spanId}): ${says}`)
  if (fix !== undefined) lines.push(`  fix: ${fix}`)
  lines.push(`  ${runbook}`)
  return lines.join('\n')
}
