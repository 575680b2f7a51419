import type { SpanFacts } from '../facts/span-facts.ts'
import type { Run } from '../model/run.ts'
import { displayTarget } from '../model/target.ts'
import type { Draft, DraftEvidence, Rule } from '../rules/rule.ts'
import type { Evidence, Finding, FindingOrigin } from './finding.ts'
import { findingId } from './finding-id.ts'

/** How many spans a finding names in full, and how many it links to (design.md section 3). */
const MAX_EVIDENCE = 20
/** How many span ids a finding lists. */
const MAX_SPAN_IDS = 100

/**
 * Completes what a rule said into a finding. It is open until the span that encloses it has ended; where no such
 * span is known, until the run is over.
 */
export function toFinding(rule: Rule, draft: Draft, run: Run, isRunOver: boolean): Finding {
  const { anchor, encloser } = draft
  const all = evidenceOf(draft)
  let startMs = draft.first.startMs
  let endMs = draft.first.endMs ?? startMs
  for (const { span } of all) {
    if (span === encloser) continue
    startMs = Math.min(startMs, span.startMs)
    endMs = Math.max(endMs, span.endMs ?? span.startMs)
  }
  const origin: Mutable<FindingOrigin> = { service: anchor.service }
  if (draft.agent !== undefined) origin.agent = draft.agent
  if (draft.tool !== undefined) origin.tool = draft.tool
  const finding: Mutable<Finding> = {
    id: findingId(rule.id, draft.first.traceId, draft.first.spanId),
    rule: rule.id,
    severity: draft.severity,
    state: isOver(draft, isRunOver) ? 'closed' : 'open',
    summary: draft.summary,
    traceId: anchor.traceId,
    spanIds: all.slice(0, MAX_SPAN_IDS).map(({ span }) => span.spanId),
    evidence: all.slice(0, MAX_EVIDENCE).map(toEvidence),
    operation: draft.operation,
    basis: draft.basis,
    complete: draft.complete && !run.isTruncated,
    fix: draft.fix,
    runbook: `docs/rules.md#${rule.id}`,
    startMs,
    endMs,
    origin,
  }
  if (run.runId !== undefined) finding.runId = run.runId
  if (draft.recovered !== undefined) finding.recovered = draft.recovered
  if (draft.attempts !== undefined) finding.attempts = draft.attempts
  if (draft.layers !== undefined) finding.layers = draft.layers
  if (draft.amplification !== undefined) finding.amplification = draft.amplification
  if (draft.requests !== undefined) finding.requests = draft.requests
  if (draft.resets !== undefined) finding.resets = draft.resets
  if (draft.wastedMs !== undefined) finding.wastedMs = draft.wastedMs
  if (draft.wastedTokens !== undefined) finding.wastedTokens = draft.wastedTokens
  return finding
}

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] }

/** The anchor first, and each span once. */
function evidenceOf({ anchor, evidence }: Draft): readonly DraftEvidence[] {
  const stated = evidence.find((item) => item.span === anchor)
  const all = [stated ?? { span: anchor, says: 'where the trouble is rooted' }]
  const seen = evidence.length > FEW ? new Set<SpanFacts>([anchor]) : undefined
  for (const item of evidence) {
    const isKnown = seen?.has(item.span) ?? all.some(({ span }) => span === item.span)
    if (isKnown) continue
    seen?.add(item.span)
    all.push(item)
  }
  return all
}

/** Among so few the known ones are found by looking at each. */
const FEW = 8

function toEvidence({ span, says }: DraftEvidence): Evidence {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    name: displayTarget(span) ?? span.name,
    says,
  }
}

function isOver({ encloser }: Draft, isRunOver: boolean): boolean {
  return encloser === undefined ? isRunOver : encloser.endMs !== undefined
}
