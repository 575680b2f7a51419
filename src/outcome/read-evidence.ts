import type { CoverageStatus } from '../semconv/attributes/coverage.ts'
import type { ResultReason } from '../semconv/result-reasons.ts'
import { type Draft, draft, UNKNOWN_COVERAGE } from './draft.ts'
import { findEnvelope } from './envelope/find-envelope.ts'
import { hasStatement } from './envelope/gates.ts'
import { statedCoverage, statedFreshness } from './envelope/read-success-envelope.ts'
import type { Evidence } from './evidence/evidence.ts'
import { byNeed, hasOf } from './evidence/needs.ts'
import { MARKS } from './marks/index.ts'
import type { CoverageSignals } from './marks/mark.ts'
import type { Outcome } from './outcome.ts'
import { SHAPES } from './shapes/index.ts'

/** Reasons by which nothing at all came back, not even the frame of a look-up. */
const NOTHING_CAME = new Set<ResultReason>([
  'empty_content',
  'empty_text',
  'empty_object',
  'null_value',
  'filler_word',
  'no_payload',
])

const shapesFor = byNeed(SHAPES)
const marksFor = byNeed(MARKS)

/** What a result means: its shape, then its marks, then what the tool does. */
export function readEvidence(evidence: Evidence): Outcome {
  const has = hasOf(evidence)
  const read = shapeOf(evidence, has)
  if (read.status === 'found' || read.status === 'found_none' || read.status === 'completed') {
    applyStatements(read, evidence)
    applyMarks(read, evidence, has)
    applyEffect(read, evidence)
  }
  return read
}

function shapeOf(evidence: Evidence, has: number): Draft {
  for (const shape of shapesFor(has)) {
    const read = shape.read(evidence)
    if (read !== undefined) return read
  }
  return draft('unknown', 'unrecognised', 'inferred')
}

/** An envelope may state coverage and age, and leave it to the data whether anything was found. */
function applyStatements(read: Draft, evidence: Evidence): void {
  if (read.reason === 'declared') return
  const envelope = findEnvelope(evidence, hasStatement)
  if (envelope === undefined) return
  read.coverage = statedCoverage(envelope.coverage) ?? read.coverage
  read.freshness = statedFreshness(envelope.freshness) ?? read.freshness
}

function applyMarks(read: Draft, evidence: Evidence, has: number): void {
  const isDeclared = read.coverage !== UNKNOWN_COVERAGE
  const declared = read.coverage
  const signals: CoverageSignals = {
    isComplete: false,
    isCalledComplete: false,
    isPartial: false,
    isContradictory: false,
  }
  if (read.truncated === true || read.hasMore === true) signals.isPartial = true
  for (const mark of marksFor(has)) mark.apply(read, evidence, signals)
  if (isDeclared) read.coverage = declared
  else if (signals.isComplete || signals.isPartial) {
    const status = statusOf(signals)
    if (status !== 'unknown') read.coverage = { ...read.coverage, status }
  }
}

function statusOf(signals: CoverageSignals): CoverageStatus {
  if (signals.isContradictory || (signals.isCalledComplete && signals.isPartial)) return 'unknown'
  return signals.isPartial ? 'partial' : 'complete'
}

/** A write that ends well is completed, whatever it returns; of a tool that nobody knows, nothing says nothing. */
function applyEffect(read: Draft, { effect }: Evidence): void {
  if (read.reason === 'declared') return
  if (effect === 'write') {
    if (read.status === 'found_none') read.reason = 'void_write'
    read.status = 'completed'
    delete read.count
  } else if (effect === 'unknown' && read.status === 'found_none' && NOTHING_CAME.has(read.reason)) {
    read.status = 'unknown'
    delete read.count
  }
}
