import { type OtlpSink, readOtlpJson } from '../../src/tail/facts/otlp-json.ts'
import { readOtlpProtobuf } from '../../src/tail/facts/otlp-protobuf.ts'
import { hexOf, ID } from '../../src/tail/facts/packed/id-words.ts'
import { readFacts } from '../../src/tail/facts/read-facts.ts'
import { createScannedFacts } from '../../src/tail/facts/scan/scanned-facts.ts'
import type { SpanScanner } from '../../src/tail/facts/scan/span-scanner.ts'
import type { SpanFacts } from '../../src/tail/facts/span-facts.ts'

const facts = createScannedFacts(new Map())

/** The facts that a scanner reads, with their ids as texts; undefined where it finds the bytes odd. */
export function scanned(scanner: SpanScanner, bytes: Uint8Array): SpanFacts[] | undefined {
  const found: SpanFacts[] = []
  const isRead = scanner.scan(bytes, 0, bytes.length, {
    scanned(span) {
      const { ids } = span
      found.push({
        ...facts.read(span),
        traceId: hexOf(ids, ID.trace, 4),
        spanId: hexOf(ids, ID.span, 2),
        parentSpanId: span.parentSpanId === undefined ? undefined : hexOf(ids, ID.parent, 2),
      })
    },
  })
  return isRead ? found : undefined
}

/** The facts that the reader of objects reads of a request in OTLP/JSON; undefined where it has any problem. */
export function readAsObject(text: string): SpanFacts[] | undefined {
  return withoutProblem((sink) => readOtlpJson(JSON.parse(text), sink))
}

/** The same of a request in protobuf. */
export function readBytesAsObjects(bytes: Uint8Array): SpanFacts[] | undefined {
  return withoutProblem((sink) => readOtlpProtobuf(bytes, sink))
}

function withoutProblem(read: (sink: OtlpSink) => void): SpanFacts[] | undefined {
  const found: SpanFacts[] = []
  let isClean = true
  try {
    read({
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
