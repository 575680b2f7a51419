import { ATTR_TOOLSPAN_FINDING_ID } from '../../semconv/attributes/finding.ts'
import { FINDINGS_SCOPE } from '../../semconv/scopes.ts'
import { readOtlpJson } from '../../tail/facts/otlp-json.ts'
import { readOtlpProtobuf } from '../../tail/facts/otlp-protobuf.ts'
import { ID, writeIds } from '../../tail/facts/packed/id-words.ts'
import type { RepeatedFacts } from '../../tail/facts/packed/repeated-facts.ts'
import { readFactsWith } from '../../tail/facts/read-facts.ts'
import { createJsonScanner } from '../../tail/facts/scan/json-scanner.ts'
import { createProtobufScanner } from '../../tail/facts/scan/protobuf-scanner.ts'
import { createScannedFacts } from '../../tail/facts/scan/scanned-facts.ts'
import type { ScannedSpan } from '../../tail/facts/scan/scanned-span.ts'
import type { SpanScanner } from '../../tail/facts/scan/span-scanner.ts'
import type { SpanFacts } from '../../tail/facts/span-facts.ts'
import type { SpanInput } from '../../tail/facts/span-input.ts'
import type { ToolFacts } from '../../tail/facts/tool-facts.ts'
import type { HeldFacts } from '../held/held-facts.ts'
import { latin1Text, textOf } from './body-text.ts'
import { countJsonSpans, countProtobufSpans } from './count-spans.ts'
import { emptyTally, type SpanTally } from './span-counts.ts'

/** How a body is written. */
export type BodyFormat = 'protobuf' | 'json'

/** What a request came to. */
export type Intake =
  | { readonly kind: 'taken'; readonly tally: SpanTally; readonly problem: string | undefined }
  /** It is no OTLP request; nothing of it was taken. */
  | { readonly kind: 'bad'; readonly problem: string }
  /** There was no room for all of it; nothing of it was taken. */
  | { readonly kind: 'full'; readonly tally: SpanTally }

export interface SpanIntake {
  /**
   * Begins to take the spans of one request, all of those that can be read or none. Nothing else may be taken or sealed
   * before it is done.
   */
  begin(bytes: Uint8Array, format: BodyFormat, nowMs: number): IntakeInPieces
}

/** A request that is being taken. */
export interface IntakeInPieces {
  /** Takes about so many spans more; what the request came to once nothing is left. */
  advance(spans: number): Intake | undefined
}

/** `onReported`: told of the findings that another judge has sent. */
export function createSpanIntake(
  held: HeldFacts,
  tools: ToolFacts,
  onReported: (findingId: string) => void,
): SpanIntake {
  const scanners: Readonly<Record<BodyFormat, SpanScanner>> = {
    json: createJsonScanner(latin1Text),
    protobuf: createProtobufScanner(latin1Text),
  }
  const scanned = createScannedFacts(tools)
  const ids = new Uint32Array(ID.words)
  let tally = emptyTally()
  let atMs = 0

  function offer(facts: SpanFacts, words: Uint32Array, repeated?: RepeatedFacts): void {
    const taking = held.stage(facts, words, atMs, repeated)
    if (taking === 'recorded') tally.recorded++
    else if (taking === 'duplicate') tally.duplicate++
    else tally.storeFull++
  }

  const scanSink = {
    scanned(span: ScannedSpan) {
      if (span.scope === FINDINGS_SCOPE) tally.irrelevant++
      else offer(scanned.read(span), span.ids, scanned.repeated)
    },
  }

  function read(span: SpanInput): void {
    if (span.scope === FINDINGS_SCOPE) {
      tally.irrelevant++
      return
    }
    writeIds(span, ids)
    offer(readFactsWith(tools, span), ids)
  }

  function close(problem: string | undefined): Intake {
    if (tally.storeFull === 0) return { kind: 'taken', tally, problem }
    held.forget()
    tally.storeFull += tally.recorded + tally.duplicate + tally.irrelevant
    tally.recorded = 0
    tally.duplicate = 0
    tally.irrelevant = 0
    return { kind: 'full', tally }
  }

  function finish(bytes: Uint8Array, format: BodyFormat, isScanned: boolean): Intake {
    // A scanner reads no attributes of findings: whoever sends them is rare, and may be read twice.
    if (isScanned && tally.irrelevant === 0) return close(undefined)
    const taken = isScanned ? tally : undefined
    if (taken === undefined) {
      held.forget()
      tally = emptyTally()
    }
    const body = bodyOf(bytes, format)
    if ('fault' in body) return { kind: 'bad', problem: body.fault }
    let problem: string | undefined
    body.read({
      span(span) {
        if (span.scope === FINDINGS_SCOPE) tellReported(span, onReported)
        if (taken === undefined) read(span)
      },
      problem(message) {
        problem ??= message
      },
    })
    if (taken !== undefined) return close(undefined)
    const seen = tally.recorded + tally.duplicate + tally.irrelevant + tally.storeFull
    tally.unreadable = Math.max(0, body.spans - seen, problem === undefined ? 0 : 1)
    if (seen === 0 && problem !== undefined) {
      held.forget()
      return { kind: 'bad', problem }
    }
    return close(problem)
  }

  return {
    begin(bytes, format, nowMs) {
      tally = emptyTally()
      atMs = nowMs
      scanners[format].begin(bytes, 0, bytes.length, scanSink)
      let intake: Intake | undefined
      return {
        advance(spans) {
          if (intake === undefined) {
            const come = scanners[format].advance(spans)
            if (come === 'more') return undefined
            intake = finish(bytes, format, come === 'done')
          }
          const isLeft = intake.kind === 'taken' && held.keep(atMs, KEPT_FOR_ONE_READ * spans)
          return isLeft ? undefined : intake
        },
      }
    },
  }
}

/** To keep a span takes about so many times less than to read it. */
const KEPT_FOR_ONE_READ = 4

interface Body {
  readonly spans: number
  read(sink: { span(span: SpanInput): void; problem(message: string): void }): void
}

/** A body that is to be read as objects. */
function bodyOf(bytes: Uint8Array, format: BodyFormat): Body | { readonly fault: string } {
  if (format === 'protobuf') {
    const spans = countProtobufSpans(bytes)
    return typeof spans === 'number' ? { spans, read: (sink) => readOtlpProtobuf(bytes, sink) } : spans
  }
  try {
    const request: unknown = JSON.parse(textOf(bytes))
    return { spans: countJsonSpans(request), read: (sink) => readOtlpJson(request, sink) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

function tellReported({ attributes }: SpanInput, onReported: (findingId: string) => void): void {
  const id = attributes[ATTR_TOOLSPAN_FINDING_ID]
  if (typeof id === 'string') onReported(id)
}
