import type { SpanFacts } from '../facts/span-facts.ts'
import type { Run } from '../model/run.ts'
import { displayTarget } from '../model/target.ts'
import type { Draft, DraftEvidence, Rule } from '../rules/rule.ts'
import type { Finding } from './finding.ts'
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
  const { anchor, evidence } = draft
  const all = distinct([{ span: anchor, says: 'where the trouble is rooted' }, ...evidence])
  const stated = evidence.find((item) => item.span === anchor)
  if (stated !== undefined) all[0] = stated
  const startMs = all.reduce(
    (least, { span }) => Math.min(least, span === draft.encloser ? least : span.startMs),
    draft.first.startMs,
  )
  const endMs = all.reduce(
    (most, { span }) => Math.max(most, span === draft.encloser ? most : (span.endMs ?? span.startMs)),
    draft.first.endMs ?? draft.first.startMs,
  )
  return {
    id: findingId(rule.id, draft.first.traceId, draft.first.spanId),
    rule: rule.id,
    severity: draft.severity,
    state: isOver(draft, isRunOver) ? 'closed' : 'open',
    summary: draft.summary,
    traceId: anchor.traceId,
    ...(run.runId === undefined ? {} : { runId: run.runId }),
    spanIds: all.slice(0, MAX_SPAN_IDS).map(({ span }) => span.spanId),
    evidence: all.slice(0, MAX_EVIDENCE).map(({ span, says }) => ({
      traceId: span.traceId,
      spanId: span.spanId,
      name: displayTarget(span) ?? span.name,
      says,
    })),
    operation: draft.operation,
    basis: draft.basis,
    complete: draft.complete && !run.isTruncated,
    ...(draft.recovered === undefined ? {} : { recovered: draft.recovered }),
    fix: draft.fix,
    runbook: `docs/rules.md#${rule.id}`,
    startMs,
    endMs,
    ...(draft.attempts === undefined ? {} : { attempts: draft.attempts }),
    ...(draft.layers === undefined ? {} : { layers: draft.layers }),
    ...(draft.amplification === undefined ? {} : { amplification: draft.amplification }),
    ...(draft.requests === undefined ? {} : { requests: draft.requests }),
    ...(draft.resets === undefined ? {} : { resets: draft.resets }),
    ...(draft.wastedMs === undefined ? {} : { wastedMs: draft.wastedMs }),
    ...(draft.wastedTokens === undefined ? {} : { wastedTokens: draft.wastedTokens }),
    origin: {
      service: anchor.service,
      ...(draft.agent === undefined ? {} : { agent: draft.agent }),
      ...(draft.tool === undefined ? {} : { tool: draft.tool }),
    },
  }
}

function distinct(evidence: readonly DraftEvidence[]): DraftEvidence[] {
  const seen = new Set<SpanFacts>()
  return evidence.filter(({ span }) => !seen.has(span) && seen.add(span))
}

function isOver({ encloser }: Draft, isRunOver: boolean): boolean {
  return encloser === undefined ? isRunOver : encloser.endMs !== undefined
}
