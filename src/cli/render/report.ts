import type { CheckReport } from '../report.ts'
import { renderFindings } from './findings.ts'
import { type CheckResult, renderJson } from './json.ts'
import { renderMarkdown } from './markdown.ts'
import { renderSarif } from './sarif.ts'
import { renderTotals } from './totals.ts'

/** How a report can be printed. */
export const FORMATS = ['text', 'json', 'markdown', 'sarif'] as const
export type Format = (typeof FORMATS)[number]

export interface ReportOptions {
  readonly color: boolean
  readonly exitCode: number
}

export function renderReport(format: Format, report: CheckReport, options: ReportOptions): string {
  switch (format) {
    case 'json':
      return renderJson(resultOf(report))
    case 'markdown':
      return renderMarkdown(resultOf(report))
    case 'sarif':
      return renderSarif(report, options)
    case 'text':
      return renderText(report, options)
  }
}

function renderText(report: CheckReport, { color, exitCode }: ReportOptions): string {
  const result = resultOf(report)
  const blocks = renderFindings(result.findings, { color })
  return `${blocks}${blocks === '' ? '' : '\n'}${renderTotals(result, exitCode)}\n`
}

/** What people are told in numbers where they do not see the findings themselves. */
export function resultOf({ traces, spans, shown, hidden, muted, known = [] }: CheckReport): CheckResult {
  const notShown = { muted: muted.length, known: known.length, belowSeverity: hidden.length }
  const isAll = notShown.muted + notShown.known + notShown.belowSeverity === 0
  return {
    traces,
    spans,
    findings: shown.map(({ finding }) => finding),
    notShown: isAll ? undefined : notShown,
  }
}
