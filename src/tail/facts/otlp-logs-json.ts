import type { LogInput, LogSink } from './log-input.ts'
import { readOptionalId } from './otlp-ids.ts'
import { OtlpProblem } from './otlp-problem.ts'
import { readTime } from './otlp-time.ts'
import { isJsonObject, type JsonObject, readArray, readAttributes, readNumber } from './otlp-values.ts'

/** Reads one ExportLogsServiceRequest in OTLP/JSON, already parsed. Throws nothing but what the sink throws. */
export function readLogsJson(request: unknown, sink: LogSink): void {
  for (const entry of objectsIn(request, 'resourceLogs', sink)) {
    attempt(sink, () => {
      const { resource } = entry
      const attributes = isJsonObject(resource)
        ? readAttributes(resource.attributes, 'resource.attributes')
        : {}
      for (const scope of objectsIn(entry, 'scopeLogs', sink))
        for (const record of objectsIn(scope, 'logRecords', sink))
          attempt(sink, () => sink.record(readRecord(record, attributes)))
    })
  }
}

function readRecord(record: JsonObject, resource: LogInput['resource']): LogInput {
  const { eventName, flags } = record
  return {
    eventName: typeof eventName === 'string' ? eventName : '',
    traceId: readOptionalId(record.traceId, 'traceId', 32) ?? '',
    spanId: readOptionalId(record.spanId, 'spanId', 16) ?? '',
    traceFlags: flags === undefined ? 1 : readNumber(flags, 'flags') & 0xff,
    timeMs: readTime(record.timeUnixNano, 'timeUnixNano'),
    attributes: readAttributes(record.attributes, 'attributes'),
    resource,
  }
}

function objectsIn(value: unknown, key: string, sink: LogSink): JsonObject[] {
  let objects: JsonObject[] = []
  attempt(sink, () => {
    objects = readArray(isJsonObject(value) ? value[key] : undefined, key).filter(isJsonObject)
  })
  return objects
}

function attempt(sink: LogSink, read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof OtlpProblem)) throw error
    sink.problem(`${error.path}: ${error.message}`)
  }
}
