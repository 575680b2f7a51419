import { expect, test } from 'vitest'
import { readFacts } from '../../../../src/tail/facts/read-facts.ts'
import { type TestSpan, trace } from '../../../support/trace.ts'

const factsOf = (attributes: Omit<TestSpan, 'id'>) => {
  const [span] = trace({ id: 'one', ...attributes })
  if (span === undefined) throw new Error('no span')
  return readFacts(span)
}

const entity = (kind: string, name: string) => ({
  'traceloop.span.kind': kind,
  'traceloop.entity.name': name,
})

test.each([
  ['tool', 'tool'],
  ['agent', 'agent'],
  ['workflow', 'agent'],
  ['task', 'other'],
])('takes a span of the kind %s for a %s', (kind, role) => {
  expect(factsOf(entity(kind, 'x')).role).toBe(role)
})

test('reads a decorated function: its value as JSON', () => {
  expect(
    factsOf({
      ...entity('tool', 'search'),
      'traceloop.entity.input': '{"q":1}',
      'traceloop.entity.output': '[]',
    }),
  ).toMatchObject({
    tool: 'search',
    fingerprint: expect.stringMatching(/^recorded-/),
    result: { status: 'found_none', foreign: true },
  })
})

test('reads an MCP result in its wrapper, and believes its word on errors', () => {
  const output = (value: object) =>
    factsOf({ ...entity('tool', 'search'), 'traceloop.entity.output': JSON.stringify(value) }).result
  expect(output({ result: '[]', is_error: false })).toMatchObject({ status: 'found_none' })
  expect(output({ result: 'no such project', is_error: true })).toMatchObject({ status: 'failed' })
})

test('reads the answer of a subagent like that of a tool, and none of a workflow', () => {
  const output = { 'traceloop.entity.output': '{"findings":[{"line":3}]}' }
  expect(factsOf({ ...entity('agent', 'checker'), ...output })).toMatchObject({
    agent: 'checker',
    tool: undefined,
    result: { status: 'found' },
  })
  expect(factsOf({ ...entity('workflow', 'deploy'), ...output }).result).toBeUndefined()
})

test.each(['{"is_error":', '', 7, ['a']])(
  'leaves an output of %j alone where it is no text, or reads it as one',
  (output) => {
    expect(() => factsOf({ ...entity('tool', 'search'), 'traceloop.entity.output': output })).not.toThrow()
  },
)

test('leaves spans without a kind alone', () => {
  expect(factsOf({ 'traceloop.entity.name': 'search', 'traceloop.entity.output': '[]' })).toMatchObject({
    role: 'other',
    tool: undefined,
    result: undefined,
  })
})

test("ties equal calls of LangChain's tools, whatever step of the graph they are in", () => {
  const call = (step: number) =>
    factsOf({
      'traceloop.span.kind': 'tool',
      'traceloop.entity.input': JSON.stringify({
        input_str: "{'q': 'a'}",
        metadata: { langgraph_step: step },
      }),
    }).fingerprint
  expect(call(3)).toBe(call(7))
})

test.each([
  ['{"result":"[]"}', 'found_none', false],
  ['{"result":"two orders"}', 'found', false],
  ['{"result":"403 Forbidden","is_error":true}', 'failed', true],
  ['{"result":[{"id":1}],"total":3}', 'found', false],
])('reads the MCP result in %s', (output, status, failed) => {
  const facts = factsOf({
    'traceloop.span.kind': 'tool',
    'traceloop.entity.name': 'search',
    'traceloop.entity.output': output,
  })
  expect(facts.failed).toBe(failed)
  expect(facts.result?.status).toBe(status)
})
