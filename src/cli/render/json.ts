import type { Finding, FindingLayer } from '../../tail/findings/finding.ts'

/** What was looked at, and what was found. */
export interface CheckResult {
  readonly traces: number
  readonly spans: number
  readonly findings: readonly Finding[]
  /** Findings that are not among `findings`; absent where nothing was left out. */
  readonly notShown?: NotShown | undefined
}

/** How many findings were left out, and why. */
export interface NotShown {
  readonly muted: number
  readonly known: number
  readonly belowSeverity: number
}

// JSON.stringify leaves these as they are; a terminal would obey them. Inside JSON they stand only in texts.
const UNPRINTABLE = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g

/** The result as one JSON object, in the form that design and docs/check.md fix. */
export function renderJson(result: CheckResult): string {
  const report = {
    traces: result.traces,
    spans: result.spans,
    notShown: result.notShown,
    findings: result.findings.map(findingReport),
  }
  return `${JSON.stringify(report, undefined, 2).replace(UNPRINTABLE, escaped)}\n`
}

// Written out key by key: a field that is added to Finding must not get into the contract unseen.
// JSON.stringify leaves out those that are undefined.
function findingReport(finding: Finding) {
  const { layers, origin } = finding
  return {
    id: finding.id,
    rule: finding.rule,
    severity: finding.severity,
    state: finding.state,
    traceId: finding.traceId,
    runId: finding.runId,
    spanIds: finding.spanIds,
    operation: finding.operation,
    summary: finding.summary,
    basis: finding.basis,
    complete: finding.complete,
    recovered: finding.recovered,
    fix: finding.fix,
    attempts: finding.attempts,
    layers: layers?.map(layerReport),
    amplification: finding.amplification,
    requests: finding.requests,
    resets: finding.resets,
    origin: { service: origin.service, agent: origin.agent, tool: origin.tool },
  }
}

function layerReport({ layer, owner, attempts, maxAttempts }: FindingLayer) {
  return { layer, owner: owner ?? '', attempts, maxAttempts }
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
