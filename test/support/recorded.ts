import { readFileSync } from 'node:fs'
import { readOtlpJson } from '../../src/tail/facts/otlp-json.ts'
import { readFacts } from '../../src/tail/facts/read-facts.ts'
import type { SpanFacts } from '../../src/tail/facts/span-facts.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { findingsOf } from './trace.ts'

/** Spans that a real package wrote: test/fixtures/{dialect}/{name}.jsonl, in order of start. */
export function recordedSpans(dialect: string, name: string): SpanInput[] {
  const spans: SpanInput[] = []
  const file = new URL(`../fixtures/${dialect}/${name}.jsonl`, import.meta.url)
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    readOtlpJson(JSON.parse(line), {
      span: (span) => spans.push(span),
      problem: (problem) => {
        throw problem
      },
    })
  }
  return spans
}

/** What is read of the same spans, or of those of its nth trace. */
export function recordedFacts(dialect: string, name: string, nth?: number): SpanFacts[] {
  const spans = recordedSpans(dialect, name)
  const traceId = nth === undefined ? undefined : [...new Set(spans.map((span) => span.traceId))][nth]
  return spans
    .filter((span) => traceId === undefined || span.traceId === traceId)
    .map((span) => readFacts(span))
}

/** The facts of the calls of one tool, in order of start. */
export function callsOf(facts: readonly SpanFacts[], tool: string): SpanFacts[] {
  return facts.filter((span) => span.role === 'tool' && span.tool === tool)
}

/** What a judge finds in the recording, as `rule severity`, sorted. */
export function foundIn(dialect: string, name: string): string[] {
  return findingsOf(recordedSpans(dialect, name))
    .map(({ rule, severity, origin }) => `${rule} ${severity} ${origin.tool ?? ''}`.trimEnd())
    .sort()
}
