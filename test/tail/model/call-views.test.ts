import { expect, test } from 'vitest'
import { call, client, failing, server } from '../../support/calls.ts'
import { findingsOf, type TestSpan, trace } from '../../support/trace.ts'

const run: TestSpan = { id: 'run', at: [0, 100_000], 'gen_ai.operation.name': 'invoke_agent' }
const more = { 'toolspan.operation.fingerprint': 'same' }

/** One failing call as a framework, an MCP client and a server show it. */
const views = (id: string, from: number, inner: Partial<TestSpan> = {}): TestSpan[] => {
  const sent = client(
    failing(`${id}C`, 'search', 'transient', { in: id, at: [from + 5, from + 90], ...more, ...inner }),
  )
  return [
    failing(id, 'search', 'transient', { at: [from, from + 95], ...more }),
    sent,
    server(sent, { at: [3, 40] }),
  ]
}
const rulesOf = (...spans: TestSpan[]) => findingsOf(trace(...spans, run)).map(({ rule }) => rule)

test('one call that three spans show is one try, and three such calls are one layer that retried', () => {
  expect(rulesOf(...views('a', 0))).toEqual([])
  expect(rulesOf(...views('a', 0), ...views('b', 200), ...views('c', 400))).toEqual([])
})

test('also where the framework records arguments and the client writes a fingerprint', () => {
  const recorded = (spans: TestSpan[]): TestSpan[] =>
    spans.map((span) =>
      span.kind === undefined
        ? { ...span, 'toolspan.operation.fingerprint': undefined, 'gen_ai.tool.call.arguments': '{}' }
        : span,
    )
  expect(rulesOf(...recorded([...views('a', 0), ...views('b', 200), ...views('c', 400)]))).toEqual([])
})

test('a framework that repeats the call inside itself is a layer of its own', () => {
  const inner = (id: string, parent: string, from: number) =>
    client(failing(id, 'search', 'transient', { in: parent, at: [from, from + 10], ...more }))
  const outer = (id: string, from: number) =>
    failing(id, 'search', 'transient', { at: [from, from + 95], ...more })
  const spans = [
    outer('a', 0),
    inner('a1', 'a', 10),
    inner('a2', 'a', 40),
    outer('b', 200),
    inner('b1', 'b', 210),
    inner('b2', 'b', 240),
  ]
  expect(rulesOf(...spans)).toContain('retry-storm')
})

test('a proxy that calls a tool of the same name is another call', () => {
  const sent = client(call('one', 'search', { at: [0, 100] }))
  const received = server(sent, { at: [3, 90] })
  const onward = client(call('two', 'search', { in: 'oneS', service: 'server', at: [10, 80] }))
  expect(rulesOf(sent, received, onward, server(onward, { at: [5, 50], service: 'backend' }))).toEqual([])
})
