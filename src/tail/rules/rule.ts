import type { Basis, Severity } from '../../semconv/attributes/finding.ts'
import type { SpanFacts } from '../facts/span-facts.ts'
import type { FindingLayer } from '../findings/finding.ts'
import type { JudgedOperation } from '../model/judged-operation.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import type { RuleSettings } from '../rule-settings.ts'

/** What a rule says when it fires. Id, state and runbook are the runner's. */
export interface Draft {
  readonly severity: Severity
  /** One sentence that an on-call person can act on. */
  readonly summary: string
  /** Where the trouble is rooted. */
  readonly anchor: SpanFacts
  /** The piece of evidence that is known first and does not change: the finding's id hangs on it. */
  readonly first: SpanFacts
  readonly evidence: readonly DraftEvidence[]
  /** The span whose end ends the matter; undefined where none is known. */
  readonly encloser: SpanFacts | undefined
  readonly operation: string
  readonly basis: Basis
  readonly complete: boolean
  /** False while spans that are to come decide whether it is about one thing or about several. Default true. */
  readonly isPlaced?: boolean
  /** Of drafts of one rule and run for which this is the same only the first is told, also when its spans were let go. */
  readonly once?: string
  readonly recovered?: boolean | undefined
  readonly fix: string
  readonly tool?: string | undefined
  readonly agent?: string | undefined
  readonly attempts?: number
  readonly layers?: readonly FindingLayer[]
  readonly amplification?: number
  readonly requests?: number
  readonly resets?: number
  readonly wastedMs?: number
  readonly wastedTokens?: number
}

export interface DraftEvidence {
  readonly span: SpanFacts
  readonly says: string
}

/**
 * What people read about a rule, in docs/rules.md and from `toolspan explain`. It stands beside the rule and not in it:
 * whoever only judges does not carry it along.
 */
export interface RulePage {
  /** What it finds, in one sentence; the row in docs/rules.md. */
  readonly summary: string
  /** What it means for the agent. */
  readonly meaning: string
  readonly example: string
  readonly quietWhen: string
  readonly fix: string
  readonly severities: string
}

interface RuleDescription {
  readonly id: string
  /**
   * Whether the span can be the start of such a finding: runs without one are never judged. Of where and when a span was
   * it may go by how long the span took, and what it takes for a cue at two lengths is one at all between. The values of
   * what each call has of its own (`OwnField`) do not count.
   */
  isCue(span: SpanFacts, settings: RuleSettings): boolean
  /** How many such spans a run needs before the rule can fire. Default 1. */
  cuesNeeded?(settings: RuleSettings): number
  /** Whether something to come decides about the span, a cue: a long run that lets go of what is over keeps it. */
  isPending?(span: SpanFacts, judged: JudgedRun): boolean
}

/** A rule about single spans. */
export interface SpanRule extends RuleDescription {
  readonly scope: 'span'
  /** What it finds is about the cue itself; else any span may be what it is about. */
  readonly isAboutCue: boolean
  check(span: SpanFacts, judged: JudgedRun): Draft | undefined
}

/** A rule about all tries of one operation. */
export interface OperationRule extends RuleDescription {
  readonly scope: 'operation'
  check(operation: JudgedOperation): readonly Draft[]
}

/** A rule about several operations or agents of one run. */
export interface RunRule extends RuleDescription {
  readonly scope: 'run'
  check(judged: JudgedRun): readonly Draft[]
}

/** Pure: no clock, no I/O, no state. The same facts give the same answer in any order. */
export type Rule = SpanRule | OperationRule | RunRule
