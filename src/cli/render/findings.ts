import type { Basis } from '../../semconv/attributes/finding.ts'
import type { Evidence, Finding } from '../../tail/findings/finding.ts'
import { columns } from './columns.ts'
import { type FoldedFinding, foldEqual, sayMore } from './fold.ts'
import { renderLayers } from './layers.ts'
import { createPaint, type Paint } from './paint.ts'
import { printable } from './printable.ts'
import { severityWord } from './severity.ts'
import { duration, moment } from './time.ts'

/** How findings are printed. */
export interface RenderOptions {
  readonly color: boolean
}

/**
 * Findings as text, one block each, equal ones in one, the worst first, then by time; an empty text where there are
 * none. Text that came
 * with the spans is escaped where a terminal would obey it.
 */
export function renderFindings(findings: readonly Finding[], options: RenderOptions): string {
  const paint = createPaint(options.color)
  return foldEqual(findings)
    .map((folded) => renderFinding(folded, paint))
    .join('\n')
}

function renderFinding(folded: FoldedFinding, paint: Paint): string {
  const { finding, more } = folded
  const times = more.length === 0 ? '' : `  × ${more.length + 1}`
  const head = `${severityWord(finding.severity, paint)}  ${paint('strong', finding.rule)}${times}`
  const also = sayMore(folded, (id) => id)
  const rows: readonly [string, readonly string[]][] = [
    ['where', [originOf(finding)]],
    ['when', [`${moment(finding.startMs)}, over ${duration(finding.endMs - finding.startMs)}`]],
    ['operation', [printable(finding.operation)]],
    ['basis', [BASIS_WORDS[finding.basis]]],
    ['state', [stateOf(finding)]],
    ['numbers', numbersOf(finding)],
    ['layers', finding.layers && finding.layers.length > 0 ? renderLayers(finding.layers) : []],
    ['evidence', columns(finding.evidence.map(evidenceRow))],
    ['fix', finding.fix === undefined ? [] : [printable(finding.fix)]],
    [
      'trace',
      [finding.runId === undefined ? finding.traceId : `${finding.traceId}, run ${printable(finding.runId)}`],
    ],
    ['also', also === undefined ? [] : [also]],
    ['runbook', [`toolspan explain ${finding.rule}, or ${printable(finding.runbook)} of the package`]],
  ]
  return [
    head,
    `  ${printable(finding.summary)}`,
    ...rows.flatMap(([label, lines]) => labelled(label, lines, paint)),
    '',
  ].join('\n')
}

/** What ties the evidence together, in plain words. */
export const BASIS_WORDS: Readonly<Record<Basis, string>> = {
  declared: 'declared by the spans',
  header: 'headers that count tries',
  fingerprint: 'equal tool and arguments',
  position: 'position in the trace',
}

const LABEL_WIDTH = 'operation'.length

/** Lines below each other, the label before the first one. */
function labelled(label: string, lines: readonly string[], paint: Paint): readonly string[] {
  return lines.map(
    (line, index) => `  ${paint('faint', (index === 0 ? label : '').padEnd(LABEL_WIDTH))}  ${line}`,
  )
}

export function originOf({ origin }: Finding): string {
  return [
    `service ${origin.service === '' ? '?' : origin.service}`,
    ...(origin.agent === undefined ? [] : [`agent ${origin.agent}`]),
    ...(origin.tool === undefined ? [] : [`tool ${origin.tool}`]),
  ]
    .map(printable)
    .join(', ')
}

export function stateOf({ state, recovered, complete }: Finding): string {
  return [
    state === 'open' ? 'open, it goes on' : state,
    ...(recovered === undefined ? [] : [recovered ? 'recovered' : 'not recovered']),
    complete ? 'no span is known to be missing' : 'spans are known to be missing',
  ].join(', ')
}

export function numbersOf(finding: Finding): readonly string[] {
  const { attempts, amplification, resets, requests, wastedMs, wastedTokens } = finding
  const parts = [
    ...(attempts === undefined ? [] : [counted(attempts, 'try', 'tries')]),
    ...(amplification === undefined ? [] : [`amplification ${Math.round(amplification * 10) / 10}`]),
    ...(resets === undefined ? [] : [counted(resets, 'budget reset', 'budget resets')]),
    ...(requests === undefined ? [] : [counted(requests, 'request', 'requests')]),
    ...(wastedMs === undefined ? [] : [`${duration(wastedMs)} wasted`]),
    ...(wastedTokens === undefined ? [] : [`${counted(wastedTokens, 'token', 'tokens')} wasted`]),
  ]
  return parts.length === 0 ? [] : [parts.join(', ')]
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

function evidenceRow(evidence: Evidence): readonly string[] {
  return [evidence.spanId, printable(evidence.name), printable(evidence.says)]
}
