import { pathToFileURL } from 'node:url'
import type { Severity } from '../../semconv/attributes/finding.ts'
import type { Finding } from '../../tail/findings/finding.ts'
import { RULES } from '../../tail/rules/index.ts'
import { pageOf } from '../../tail/rules/pages.ts'
import type { Rule } from '../../tail/rules/rule.ts'
import { keyOf } from '../baseline.ts'
import type { LocatedFinding } from '../judge/file-judge.ts'
import { packageVersion } from '../package-version.ts'
import type { CheckReport, MutedFinding } from '../report.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

const LEVELS: Readonly<Record<Severity, string>> = { info: 'note', warning: 'warning', critical: 'error' }

/**
 * The report in SARIF 2.1.0, for viewers of code scans. Muted findings are there as suppressed ones; where there is a
 * baseline, the known ones are there as unchanged.
 */
export function renderSarif(report: CheckReport, { exitCode }: { readonly exitCode: number }): string {
  const hasBaseline = report.known !== undefined
  const results = [
    ...report.shown.map((located) => resultOf(located, hasBaseline ? 'new' : undefined)),
    ...(report.known ?? []).map((located) => resultOf(located, 'unchanged')),
    ...report.muted.map(suppressedResult),
  ]
  const run = {
    tool: { driver: { name: 'toolspan', version: packageVersion(), rules: RULES.map(reportingDescriptor) } },
    invocations: [{ executionSuccessful: exitCode !== 2, exitCode }],
    columnKind: 'utf16CodeUnits',
    results,
    properties: { traces: report.traces, spans: report.spans },
  }
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, undefined, 2)}\n`
}

function reportingDescriptor({ id }: Rule) {
  const page = pageOf(id)
  if (page === undefined) return { id }
  const { summary, meaning, example, quietWhen, fix, severities } = page
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: `${summary} ${meaning}` },
    help: {
      text: `Example: ${example}\nQuiet when: ${quietWhen}\nFix: ${fix}\nSeverity: ${severities}`,
    },
  }
}

function resultOf({ finding, source, where }: LocatedFinding, baselineState?: 'new' | 'unchanged') {
  return {
    ruleId: finding.rule,
    ruleIndex: RULES.findIndex(({ id }) => id === finding.rule),
    level: LEVELS[finding.severity],
    message: {
      text: finding.fix === undefined ? finding.summary : `${finding.summary}. Fix: ${finding.fix}`,
    },
    locations: [{ ...physicalLocation(source, where), logicalLocations: [logicalLocation(finding)] }],
    partialFingerprints: { 'toolspanFinding/v1': finding.id, 'toolspanProblem/v1': keyOf(finding) },
    ...(baselineState === undefined ? {} : { baselineState }),
    properties: {
      severity: finding.severity,
      state: finding.state,
      traceId: finding.traceId,
      spanIds: finding.spanIds,
      operation: finding.operation,
      basis: finding.basis,
      complete: finding.complete,
      recovered: finding.recovered,
      attempts: finding.attempts,
      amplification: finding.amplification,
      resets: finding.resets,
    },
  }
}

function suppressedResult({ located, mute }: MutedFinding) {
  return {
    ...resultOf(located),
    suppressions: [
      { kind: 'external', status: 'accepted', justification: `${mute.reason} (until ${mute.until})` },
    ],
  }
}

/** Nothing where the input was no file: viewers can open files only. */
function physicalLocation(source: string, where: LocatedFinding['where']) {
  if (source === '' || source === 'standard input') return {}
  const region = regionOf(where)
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(source) },
      ...(region === undefined ? {} : { region }),
    },
  }
}

function regionOf(where: LocatedFinding['where']) {
  if (where === undefined) return undefined
  return 'line' in where ? { startLine: where.line } : { byteOffset: where.byte, byteLength: 0 }
}

/** Relative paths stay relative: viewers know where the check was run. */
function uriOf(source: string): string {
  if (/^https?:/.test(source)) return source
  const isAbsolute = source.startsWith('/') || /^[a-z]:[\\/]/i.test(source)
  if (isAbsolute) return pathToFileURL(source).href
  return source.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
}

function logicalLocation({ origin, operation }: Finding) {
  const name = origin.tool ?? origin.agent ?? operation
  return { name, fullyQualifiedName: `${origin.service}/${name}`, kind: 'function' }
}
