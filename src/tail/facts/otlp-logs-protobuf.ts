import type { LogInput, LogSink } from './log-input.ts'
import { OtlpProblem } from './otlp-problem.ts'
import { readKeyValue } from './otlp-protobuf-values.ts'
import { WIRE, WireReader } from './otlp-wire.ts'
import type { AttributeValue } from './span-input.ts'

// Field numbers of opentelemetry/proto/logs/v1/logs.proto (opentelemetry-proto 1.10).
const RESOURCE_LOGS = 1
const RESOURCE = 1
const SCOPE_LOGS = 2
const RESOURCE_ATTRIBUTES = 1
const LOG_RECORDS = 2
const RECORD = { time: 1, attributes: 6, flags: 8, traceId: 9, spanId: 10, eventName: 12 } as const

/** Reads one ExportLogsServiceRequest in protobuf. Throws nothing but what the sink throws. */
export function readLogsProtobuf(bytes: Uint8Array, sink: LogSink): void {
  try {
    const request = new WireReader(bytes)
    while (request.next()) {
      if (request.fieldOf(WIRE.bytes) === RESOURCE_LOGS) readResourceLogs(request.message(), sink)
      else request.skip()
    }
  } catch (error) {
    if (!(error instanceof OtlpProblem)) throw error
    sink.problem(error.message)
  }
}

function readResourceLogs(message: WireReader, sink: LogSink): void {
  const resource: Record<string, AttributeValue> = {}
  const scopes: WireReader[] = []
  while (message.next()) {
    const field = message.fieldOf(WIRE.bytes)
    if (field === RESOURCE) readAttributes(message.message(), RESOURCE_ATTRIBUTES, resource)
    else if (field === SCOPE_LOGS) scopes.push(message.message())
    else message.skip()
  }
  // The resource may stand behind the records that it is for.
  for (const scope of scopes) {
    while (scope.next()) {
      if (scope.fieldOf(WIRE.bytes) === LOG_RECORDS) sink.record(readRecord(scope.message(), resource))
      else scope.skip()
    }
  }
}

function readAttributes(
  message: WireReader,
  field: number,
  attributes: Record<string, AttributeValue>,
): void {
  while (message.next()) {
    if (message.fieldOf(WIRE.bytes) === field) readKeyValue(message.message(), attributes)
    else message.skip()
  }
}

function readRecord(message: WireReader, resource: LogInput['resource']): LogInput {
  const attributes: Record<string, AttributeValue> = {}
  const read = { eventName: '', traceId: '', spanId: '', traceFlags: 1, timeMs: 0 }
  while (message.next()) {
    const field = message.fieldOf(WIRE.bytes)
    if (field === RECORD.attributes) readKeyValue(message.message(), attributes)
    else if (field === RECORD.traceId) read.traceId = message.hex()
    else if (field === RECORD.spanId) read.spanId = message.hex()
    else if (field === RECORD.eventName) read.eventName = message.text()
    else if (message.fieldOf(WIRE.fixed64) === RECORD.time) read.timeMs = message.time()
    else if (message.fieldOf(WIRE.fixed32) === RECORD.flags) read.traceFlags = message.fixed32() & 0xff
    else message.skip()
  }
  return { ...read, attributes, resource }
}
