import { foundOnce } from './found-once.ts'
import type { SpanTree } from './tree.ts'

/** What at least one span of a run states. What none does nobody has to look for, span by span. */
export interface Stated {
  budgets: boolean
  compactions: boolean
  invocations: boolean
  /** Tries that a model client counts in its header. */
  headerSequences: boolean
  progress: boolean
  /** Fingerprints of answers, and how many parts of one were there. */
  answers: boolean
  tokens: boolean
  turns: boolean
  /** Calls that change something. */
  writes: boolean
}

/** Looked up once a run: facts are slow to reach in long ones. */
export const statedIn = foundOnce(({ spans }: SpanTree): Readonly<Stated> => {
  const stated: Stated = {
    budgets: false,
    compactions: false,
    invocations: false,
    headerSequences: false,
    progress: false,
    answers: false,
    tokens: false,
    turns: false,
    writes: false,
  }
  for (let place = 0; place < spans.length; place++) {
    const span = spans[place]
    if (span === undefined) continue
    const { http, result } = span
    if (span.budget !== undefined) stated.budgets = true
    if (span.isCompacted === true) stated.compactions = true
    if (span.progressCount !== undefined) stated.progress = true
    if (span.tokens !== undefined) stated.tokens = true
    if (span.turnId !== undefined) stated.turns = true
    if (span.effect === 'write') stated.writes = true
    if (http?.invocationId !== undefined) stated.invocations = true
    if (http?.sequenceBy === 'header') stated.headerSequences = true
    if (result?.fingerprint !== undefined || result?.partialCount !== undefined) stated.answers = true
  }
  return stated
})
