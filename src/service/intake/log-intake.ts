import { ATTR_TOOLSPAN_FINDING_ID } from '../../semconv/attributes/finding.ts'
import { EVENT_TOOLSPAN_FINDING } from '../../semconv/events.ts'
import { ATTR_SERVICE_INSTANCE_ID } from '../../semconv/standard.ts'
import type { LogInput } from '../../tail/facts/log-input.ts'
import { openCallSpans } from '../../tail/facts/open-call-spans.ts'
import { readLogsJson } from '../../tail/facts/otlp-logs-json.ts'
import { readLogsProtobuf } from '../../tail/facts/otlp-logs-protobuf.ts'
import { ID, writeIds } from '../../tail/facts/packed/id-words.ts'
import { readFactsWith } from '../../tail/facts/read-facts.ts'
import type { ToolFacts } from '../../tail/facts/tool-facts.ts'
import type { HeldFacts } from '../held/held-facts.ts'
import { textOf } from './body-text.ts'
import type { BodyFormat } from './span-intake.ts'

/** What a request of log records came to. */
export type LogIntakeResult =
  | { readonly kind: 'taken'; readonly problem: string | undefined }
  | { readonly kind: 'bad'; readonly problem: string }
  | { readonly kind: 'full' }

export interface LogIntake {
  take(bytes: Uint8Array, format: BodyFormat, nowMs: number): LogIntakeResult
}

export interface LogIntakeOptions {
  readonly held: HeldFacts
  readonly tools: ToolFacts
  /** What this service itself has sent comes back where its findings go through the same Collector. */
  readonly instanceId: string
  /** Told of the findings that another judge has sent. */
  readonly onReported: (findingId: string) => void
}

/** Reads calls that are open, and findings of other judges. All other log records are passed over. */
export function createLogIntake({ held, tools, instanceId, onReported }: LogIntakeOptions): LogIntake {
  const ids = new Uint32Array(ID.words)

  /** False where there is no room. */
  function take(record: LogInput, nowMs: number): boolean {
    if (record.eventName === EVENT_TOOLSPAN_FINDING) {
      const id = record.attributes[ATTR_TOOLSPAN_FINDING_ID]
      const isOwn = record.resource[ATTR_SERVICE_INSTANCE_ID] === instanceId
      if (typeof id === 'string' && !isOwn) onReported(id)
      return true
    }
    return openCallSpans(record).every((span) => {
      writeIds(span, ids)
      return held.stage(readFactsWith(tools, span), ids, nowMs) !== 'store_full'
    })
  }

  return {
    take(bytes, format, nowMs) {
      let isFull = false
      let problem: string | undefined
      let records = 0
      const sink = {
        record(record: LogInput) {
          records++
          isFull ||= !take(record, nowMs)
        },
        problem(message: string) {
          problem ??= message
        },
      }
      if (format === 'protobuf') readLogsProtobuf(bytes, sink)
      else problem = readJson(bytes, sink) ?? problem
      if (isFull || (problem !== undefined && records === 0)) {
        held.forget()
        return isFull ? { kind: 'full' } : { kind: 'bad', problem: problem ?? '' }
      }
      held.keep(nowMs)
      return { kind: 'taken', problem }
    },
  }
}

function readJson(bytes: Uint8Array, sink: Parameters<typeof readLogsJson>[1]): string | undefined {
  let request: unknown
  try {
    request = JSON.parse(textOf(bytes))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  readLogsJson(request, sink)
  return undefined
}
