import type { AttemptedStep } from '../outcome/envelope/error-context.ts'
import type { Failure } from './failure.ts'
import type { HandedOn } from './handed-on.ts'

/** Steps and sources beyond this many are not kept: an error context is read by a model. */
export const EVIDENCE_LIMIT = 100

/** What the attempts of one budget, and of those below it, have left behind (REQ-11, REQ-19). */
export interface Evidence {
  /** One entry for each source and what it produced, in the order of first appearance. */
  readonly steps: AttemptedStep[]
  /** The fullest partial results of each source: a repeat brings most of them again. */
  readonly partialResults: Map<string, readonly unknown[]>
  readonly unresolvedSources: Set<string>
  /** The latest of each that a failure has stated. */
  attemptedQuery: HandedOn['attemptedQuery']
  alternatives: HandedOn['alternatives']
  statusCheck: HandedOn['statusCheck']
}

export function createEvidence(): Evidence {
  return {
    steps: [],
    partialResults: new Map(),
    unresolvedSources: new Set(),
    attemptedQuery: undefined,
    alternatives: undefined,
    statusCheck: undefined,
  }
}

/** Notes that `source` was asked and what came of it. */
export function addStep(evidence: Evidence, source: string, attempts: number, outcome: string): void {
  const known = evidence.steps.find((step) => step.source === source && step.outcome === outcome)
  if (known) known.attempts = (known.attempts ?? 0) + attempts
  else if (evidence.steps.length < EVIDENCE_LIMIT) evidence.steps.push({ source, attempts, outcome })
}

/** Notes a failed attempt of `source` and what its error handed on. */
export function addFailure(evidence: Evidence, source: string, failure: Failure): void {
  addStep(evidence, source, 1, failure.word)
  const { partialResults, unresolvedSources } = failure.handedOn
  keepLatest(evidence, failure.handedOn)
  if (Array.isArray(partialResults)) keepFullest(evidence, source, partialResults)
  else if (partialResults) {
    for (const [name, results] of Object.entries(partialResults)) {
      keepFullest(evidence, name, Array.isArray(results) ? results : [results])
    }
  }
  for (const name of unresolvedSources ?? []) addUnresolved(evidence, name)
}

/** Hands what a budget has gathered to the one that encloses it. */
export function handUp(from: Evidence, to: Evidence): void {
  for (const step of from.steps) addStep(to, step.source, step.attempts ?? 0, step.outcome ?? '')
  for (const [source, results] of from.partialResults) keepFullest(to, source, results)
  for (const source of from.unresolvedSources) addUnresolved(to, source)
  keepLatest(to, from)
}

function keepLatest(
  evidence: Evidence,
  latest: Pick<HandedOn, 'attemptedQuery' | 'alternatives' | 'statusCheck'>,
): void {
  evidence.attemptedQuery = latest.attemptedQuery ?? evidence.attemptedQuery
  evidence.alternatives = latest.alternatives ?? evidence.alternatives
  evidence.statusCheck = latest.statusCheck ?? evidence.statusCheck
}

function keepFullest(evidence: Evidence, source: string, results: readonly unknown[]): void {
  const known = evidence.partialResults.get(source)
  if (known ? results.length < known.length : results.length === 0) return
  if (known || evidence.partialResults.size < EVIDENCE_LIMIT) {
    evidence.partialResults.set(source, results)
  }
}

function addUnresolved(evidence: Evidence, source: string): void {
  if (evidence.unresolvedSources.size < EVIDENCE_LIMIT) evidence.unresolvedSources.add(source)
}
