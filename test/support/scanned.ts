import { readOtlpJson } from '../../src/tail/facts/otlp-json.ts'
import { readFacts } from '../../src/tail/facts/read-facts.ts'
import { createScannedFacts } from '../../src/tail/facts/scan/scanned-facts.ts'
import { ID } from '../../src/tail/facts/scan/scanned-span.ts'
import type { SpanScanner } from '../../src/tail/facts/scan/span-scanner.ts'
import type { SpanFacts } from '../../src/tail/facts/span-facts.ts'

const factsOf = createScannedFacts(new Map())

/** The facts that a scanner reads, with their ids as texts; undefined where it finds the bytes odd. */
export function scanned(scanner: SpanScanner, bytes: Uint8Array): SpanFacts[] | undefined {
  const found: SpanFacts[] = []
  const isRead = scanner.scan(bytes, 0, bytes.length, {
    scanned(span) {
      const { ids } = span
      found.push({
        ...factsOf(span),
        traceId: hexOf(ids.subarray(ID.trace, ID.span)),
        spanId: hexOf(ids.subarray(ID.span, ID.parent)),
        parentSpanId: span.parentSpanId === undefined ? undefined : hexOf(ids.subarray(ID.parent, ID.words)),
      })
    },
  })
  return isRead ? found : undefined
}

function hexOf(words: Uint32Array): string {
  return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('')
}

/** The facts that the reader of objects reads of a request in OTLP/JSON; undefined where it has any problem. */
export function readAsObject(text: string): SpanFacts[] | undefined {
  const found: SpanFacts[] = []
  let isClean = true
  try {
    readOtlpJson(JSON.parse(text), {
      span: (span) => found.push(readFacts(span)),
      problem: () => {
        isClean = false
      },
    })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    isClean = false
  }
  return isClean ? found : undefined
}
