import { textOf } from '../attribute-values.ts'
import { clientOfScope } from '../client-library.ts'
import { emptyFacts } from '../packed/layout.ts'
import type { RepeatedFacts } from '../packed/repeated-facts.ts'
import { nameOf, readFactsWith } from '../read-facts.ts'
import type { SpanFacts } from '../span-facts.ts'
import type { ToolFacts } from '../tool-facts.ts'
import { FactsMemory } from './facts-memory.ts'
import type { ScannedSpan } from './scanned-span.ts'

/** Reads the facts of scanned spans, whose ids are left out as they are in the span. */
export interface ScannedFacts {
  /** The facts of a span. They are good until the next one is read: spans that are alike share one object. */
  read(span: ScannedSpan): SpanFacts
  /** The facts that were read last, where they are those of other spans as well, but for what is each one's own. */
  readonly repeated: RepeatedFacts | undefined
}

export function createScannedFacts(tools: ToolFacts): ScannedFacts {
  const bare = emptyFacts()
  const memory = new FactsMemory()
  let repeated: RepeatedFacts | undefined

  function readBare(span: ScannedSpan): SpanFacts {
    bare.name = nameOf(span)
    bare.kind = span.kind
    bare.client = clientOfScope(span.scope)
    return placed(bare, span)
  }

  return {
    read(span) {
      repeated = undefined
      if (span.isBare) return readBare(span)
      repeated = memory.recall(span)
      if (repeated !== undefined) return placed(repeated.facts, span)
      const facts = readFactsWith(tools, span, span.known.marks)
      memory.learn(span, facts)
      return facts
    },
    get repeated() {
      return repeated
    },
  }
}

/** Facts with where and when the span was. */
function placed(facts: ReturnType<typeof emptyFacts>, span: ScannedSpan): SpanFacts {
  facts.parentSpanId = span.parentSpanId
  facts.traceFlags = span.traceFlags ?? 1
  facts.service = textOf(span.service) ?? ''
  facts.startMs = span.startMs
  facts.endMs = span.endMs
  return facts
}
