import type { Evidence, Finding, FindingLayer } from '../../tail/findings/finding.ts'
import { BASIS_WORDS, numbersOf, originOf, stateOf } from './findings.ts'
import { type FoldedFinding, foldEqual, sayMore } from './fold.ts'
import type { CheckResult } from './json.ts'
import { printable } from './printable.ts'
import { duration, moment } from './time.ts'
import { renderTotals, sayFindings } from './totals.ts'

/** A page for a pull request or an issue: a table of all findings, then each with its evidence. */
export function renderMarkdown(result: CheckResult): string {
  const findings = foldEqual(result.findings)
  const title = `# Toolspan: ${sayFindings(result.findings)}`
  const total = `${renderTotals(result)}.`
  if (findings.length === 0) return `${title}\n\n${total}\n`
  return `${[title, overview(findings), ...findings.map(section), total].join('\n\n')}\n`
}

function overview(findings: readonly FoldedFinding[]): string {
  const rows = findings.map(({ finding, more }, index) => [
    String(index + 1),
    finding.severity,
    finding.rule,
    escaped(originOf(finding)),
    escaped(finding.summary),
    String(more.length + 1),
  ])
  return table(['#', 'severity', 'rule', 'where', 'what', 'times'], rows)
}

function section(folded: FoldedFinding, index: number): string {
  const { finding } = folded
  const numbers = numbersOf(finding)
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['where', escaped(originOf(finding))],
    ['when', `${moment(finding.startMs)}, over ${duration(finding.endMs - finding.startMs)}`],
    ['operation', escaped(finding.operation)],
    ['basis', BASIS_WORDS[finding.basis]],
    ['state', stateOf(finding)],
    ['numbers', numbers[0]],
    ['fix', finding.fix === undefined ? undefined : escaped(finding.fix)],
    ['trace', traceOf(finding)],
    ['also', sayMore(folded, (id) => `\`${id}\``)],
    ['runbook', `\`toolspan explain ${finding.rule}\`, or ${escaped(finding.runbook)} of the package`],
  ]
  return [
    `## ${index + 1}. ${finding.severity}: ${finding.rule}`,
    escaped(finding.summary),
    rows.flatMap(([label, text]) => (text === undefined ? [] : [`- **${label}:** ${text}`])).join('\n'),
    ...(finding.layers === undefined || finding.layers.length === 0 ? [] : [layersTable(finding.layers)]),
    evidenceTable(finding.evidence),
  ].join('\n\n')
}

function traceOf({ traceId, runId }: Finding): string {
  return runId === undefined ? `\`${traceId}\`` : `\`${traceId}\`, run ${escaped(runId)}`
}

function layersTable(layers: readonly FindingLayer[]): string {
  return table(
    ['layer', 'owner', 'tries', 'most by one', 'allowed'],
    layers.map(({ layer, owner, attempts, mostByOne, maxAttempts }) => [
      escaped(layer),
      owner === undefined || owner === '' ? '?' : escaped(owner),
      String(attempts),
      String(mostByOne),
      String(maxAttempts ?? '?'),
    ]),
  )
}

function evidenceTable(evidence: readonly Evidence[]): string {
  return table(
    ['span', 'name', 'what it says'],
    evidence.map(({ spanId, name, says }) => [`\`${spanId}\``, escaped(name), escaped(says)]),
  )
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

// Everything that starts something in Markdown or HTML, the @ that would call people, and the # that would link issues.
const SPECIAL = /[\\`*_[\]<>#|~@&]|^[-+]|^\d+(?=[.)])/g

/** A text from outside that shows as itself. */
function escaped(text: string): string {
  return printable(text).replace(SPECIAL, (character) =>
    /[<>&@]/.test(character) ? `&#${character.charCodeAt(0)};` : `\\${character}`,
  )
}
