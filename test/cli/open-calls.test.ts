import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBlock } from '../../src/cli/input/block.ts'
import { readDocument } from '../../src/cli/input/document.ts'
import { readSource } from '../../src/cli/input/read-source.ts'
import type { Source } from '../../src/cli/input/source.ts'
import type { Finding } from '../../src/tail/findings/finding.ts'
import { createJudge } from '../../src/tail/judge.ts'
import { otlpOf } from '../support/otlp-of-spans.ts'
import {
  bytesField,
  fixed64Field,
  hexField,
  message,
  textField,
  varintField,
} from '../support/protobuf-writer.ts'
import { type TestSpan, trace } from '../support/trace.ts'

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts')
const MINUTE_MS = 60_000
const RULE = 'unbounded-call'

const run: TestSpan = {
  id: 'run',
  name: 'invoke_agent desk',
  at: [0, 50 * MINUTE_MS],
  'gen_ai.operation.name': 'invoke_agent',
}
const query = (endMs?: number): TestSpan => ({
  id: 'query',
  in: 'run',
  name: 'execute_tool run_query',
  at: endMs === undefined ? [MINUTE_MS] : [MINUTE_MS, endMs],
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'run_query',
})

/** The record of ToolspanProcessor about the call, as an OTLP request in JSON. */
function report(openMs: number, timers: readonly object[] = []): object {
  const [span] = trace(query())
  if (span === undefined) throw new Error('no span')
  const attributes = [
    { key: 'toolspan.call.age_ms', value: { intValue: String(openMs) } },
    { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
    { key: 'gen_ai.tool.name', value: { stringValue: 'run_query' } },
    ...timers,
  ]
  const timeUnixNano = `${span.startMs + openMs}000000`
  const { traceId, spanId } = span
  const record = {
    eventName: 'toolspan.call.open',
    traceId,
    spanId,
    timeUnixNano,
    severityNumber: 13,
    attributes,
  }
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'agent' } }] }
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record, { traceId: 7 }] }] }] }
}

/** The same in protobuf. */
function logsProtobuf(openMs: number): Uint8Array {
  const [span] = trace(query())
  if (span === undefined) throw new Error('no span')
  const attribute = (key: string, value: Uint8Array) => message(textField(1, key), bytesField(2, value))
  const text = (value: string) => message(textField(1, value))
  const record = message(
    fixed64Field(1, BigInt(span.startMs + openMs) * 1_000_000n),
    varintField(2, 13),
    bytesField(6, attribute('toolspan.call.age_ms', message(varintField(3, openMs)))),
    bytesField(6, attribute('gen_ai.operation.name', text('execute_tool'))),
    bytesField(6, attribute('gen_ai.tool.name', text('run_query'))),
    hexField(9, span.traceId),
    hexField(10, span.spanId),
    textField(12, 'toolspan.call.open'),
  )
  const resource = message(bytesField(1, attribute('service.name', text('agent'))))
  const other = message(fixed64Field(1, 1n), textField(3, 'INFO'))
  const scope = message(bytesField(2, other), bytesField(2, record))
  return message(bytesField(1, message(bytesField(1, resource), bytesField(2, scope))))
}

function sourceOf(bytes: Uint8Array): Source {
  return {
    name: 'x',
    size: bytes.length,
    async *open() {
      yield bytes
    },
  }
}

/** The findings about hung calls that the requests come to. */
function found(...requests: readonly object[]): Finding[] {
  const judge = createJudge()
  for (const request of requests) {
    readDocument(JSON.parse(JSON.stringify(request)), {
      span: (span) => judge.add(span),
      problem: (message) => {
        throw new Error(message)
      },
    })
  }
  return judge.findings().filter(({ rule }) => rule === RULE)
}

const ENOUGH_MS = 60_000

test('toolspan check reads them among the lines with spans', { timeout: ENOUGH_MS }, () => {
  const requests = [otlpOf(trace(run)), report(31 * MINUTE_MS)]
  const { stdout, stderr } = spawnSync(process.execPath, [MAIN, 'check', '--format', 'json', '-'], {
    encoding: 'utf8',
    input: requests.map((request) => JSON.stringify(request)).join('\n'),
  })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout).findings).toContainEqual(
    expect.objectContaining({ rule: RULE, summary: expect.stringContaining('run_query was not answered') }),
  )
})

test('toolspan check reads them in protobuf, among the messages with spans', async () => {
  const logs = logsProtobuf(31 * MINUTE_MS)
  const frames = [Buffer.from(JSON.stringify(otlpOf(trace(run)))), logs].map((bytes) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    return Buffer.concat([length, bytes])
  })
  for (const bytes of [new Uint8Array(Buffer.concat(frames)), new Uint8Array(logs)]) {
    const judge = createJudge()
    for (const span of trace(run)) judge.add(span)
    const problems: string[] = []
    await readSource(sourceOf(bytes), {
      block: async (block) =>
        readBlock(block, {
          span: (span) => judge.add(span),
          problem: (_where, text) => problems.push(text),
        }),
      problem: (_where, text) => problems.push(text),
    })
    expect(problems).toEqual([])
    expect(judge.findings().filter(({ rule }) => rule === RULE)).toMatchObject([
      { severity: 'warning', summary: expect.stringContaining('run_query was not answered') },
    ])
  }
})

test('a call that a log record tells of, and whose span never came, was not answered (REQ-37)', () => {
  expect(found(otlpOf(trace(run)), report(31 * MINUTE_MS))).toMatchObject([
    { severity: 'warning', summary: expect.stringContaining('run_query was not answered') },
  ])
})

test('it was answered where its span came after all, in whichever order', () => {
  const requests = [otlpOf(trace(run, query(40 * MINUTE_MS))), report(31 * MINUTE_MS)]
  for (const order of [requests, requests.toReversed()]) {
    expect(found(...order)).toMatchObject([
      { severity: 'info', summary: expect.stringContaining('run_query took') },
    ])
  }
})

test('nothing is said of a call whose timers are known, nor of one within its window', () => {
  const timer = { key: 'toolspan.timeout.call_ms', value: { intValue: '3600000' } }
  expect(found(otlpOf(trace(run)), report(31 * MINUTE_MS, [timer]))).toEqual([])
  expect(found(otlpOf(trace({ ...run, at: [0, 3 * MINUTE_MS] })), report(2 * MINUTE_MS))).toEqual([])
})
