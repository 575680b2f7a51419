import { expect, test } from 'vitest'
import { createTestTail } from '../../support/tail-service.ts'
import { findingsOf, hexId, trace } from '../../support/trace.ts'
import { loadTraceCases, spansOfCase } from '../../support/trace-cases.ts'

const START_MS = Date.UTC(2026, 0, 15, 9)
const HOUR_MS = 3_600_000

interface Record {
  readonly eventName: string
  readonly spanId?: string
  readonly timeMs?: number
  readonly attributes: { readonly [name: string]: string | number }
}

/** Log records as a request in JSON. */
function logs(service: string, instance: string, ...records: readonly Record[]): Uint8Array {
  const list = (attributes: { readonly [name: string]: string | number }) =>
    Object.entries(attributes).map(([key, value]) => ({
      key,
      value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
    }))
  const logRecords = records.map(({ eventName, spanId = 'call', timeMs = START_MS, attributes }) => ({
    eventName,
    timeUnixNano: String(BigInt(timeMs) * 1_000_000n),
    traceId: hexId('main', 32),
    spanId: hexId(spanId, 16),
    flags: 1,
    attributes: list(attributes),
  }))
  const resource = { attributes: list({ 'service.name': service, 'service.instance.id': instance }) }
  return new TextEncoder().encode(
    JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }),
  )
}

const OPEN_CALL = {
  eventName: 'toolspan.call.open',
  timeMs: START_MS + HOUR_MS,
  attributes: {
    'toolspan.call.age_ms': HOUR_MS,
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'run_query',
  },
}

test('REQ-37 shows a call that never answers while it is open', () => {
  const tail = createTestTail()
  expect(tail.send(logs('agent', 'x', OPEN_CALL), 'json', 'logs')).toEqual({
    rejected: 0,
    message: undefined,
  })
  tail.clock.advance(3000)
  tail.tick()
  expect(tail.reports().map(({ finding }) => [finding.rule, finding.state, finding.origin.tool])).toEqual([
    ['unbounded-call', 'open', 'run_query'],
  ])
})

test('takes the span of the call in place of the report once it ends, and the report no more', () => {
  const tail = createTestTail()
  tail.send(logs('agent', 'x', OPEN_CALL, OPEN_CALL), 'json', 'logs')
  const spans = trace(
    { id: 'root', at: [0, HOUR_MS + 2000], 'gen_ai.operation.name': 'invoke_agent' },
    {
      id: 'call',
      in: 'root',
      at: [0, HOUR_MS + 1000],
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'run_query',
    },
  )
  tail.sendSpans(spans)
  tail.send(logs('agent', 'x', OPEN_CALL), 'json', 'logs')
  tail.service.finish()
  const found = tail.closed().filter(({ rule }) => rule === 'unbounded-call')
  expect(found.map(({ severity, traceId }) => [severity, traceId])).toEqual([['info', hexId('main', 32)]])
})

test('stays silent about what another judge tells of, and not about what it has told of itself', () => {
  const testCase = loadTraceCases().find(({ expect: found }) => found.length > 0)
  const spans = testCase === undefined ? [] : spansOfCase(testCase)
  const ids = findingsOf(spans).map(({ id }) => id)
  const told = ids.map((id) => ({ eventName: 'toolspan.finding', attributes: { 'toolspan.finding.id': id } }))
  for (const [instance, expected] of [
    ['another', 0],
    ['replica-0', ids.length],
  ] as const) {
    const tail = createTestTail()
    tail.send(logs('toolspan-tail', instance, ...told), 'json', 'logs')
    tail.sendSpans(spans)
    tail.service.finish()
    expect(tail.closed()).toHaveLength(expected)
  }
})

test('passes over every other record, and refuses what is no request', () => {
  const tail = createTestTail()
  expect(tail.send(logs('a', 'b', { eventName: 'other', attributes: {} }), 'json', 'logs')).toMatchObject({
    rejected: 0,
  })
  expect(tail.send(new TextEncoder().encode('['), 'json', 'logs')).toMatchObject({ status: 400 })
  expect(tail.send(Uint8Array.of(1, 2, 3), 'protobuf', 'logs')).toMatchObject({ status: 400 })
})
