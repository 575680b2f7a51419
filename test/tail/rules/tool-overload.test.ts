import { expect, test } from 'vitest'
import { model, run, subagent } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('tool-overload', ...spans)

const offers = (count: number) => ({ 'toolspan.agent.tools_offered': count })

test('notes an agent that is offered more tools than it can choose among (REQ-35)', () => {
  const [finding, ...more] = found({ ...run, ...offers(14) })
  expect(more).toEqual([])
  expect(finding).toMatchObject({ severity: 'info', operation: 'desk', origin: { agent: 'desk' } })
  expect(finding?.spanIds).toEqual([hexId('run', 16)])
  expect(finding?.summary).toBe('desk is offered 14 tools; more than 6 make the choice unreliable')
  expect(finding?.fix).toBe('give desk only the tools of its own task, 6 at most')
})

test.each([
  [0, 0],
  [6, 0],
  [7, 1],
])('%d tools are %d finding', (count, findings) => {
  expect(found({ ...run, ...offers(count) })).toHaveLength(findings)
})

test('stays quiet about several agents of one run with six each', () => {
  const agents = ['a', 'b', 'c'].map((id) => subagent(id, offers(6)))
  expect(found({ ...run, ...offers(6) }, ...agents)).toEqual([])
})

test('says it once an agent and toolset, whichever span says it how often', () => {
  const calls = ['m1', 'm2', 'm3'].map((id) => model(id, offers(9)))
  expect(found(run, ...calls)).toHaveLength(1)
  expect(found({ ...run, ...offers(9) }, ...calls).map(({ spanIds }) => spanIds[0])).toEqual([
    hexId('run', 16),
  ])
  expect(found(run, ...calls, model('m4', offers(12)))).toHaveLength(2)
})

test('says it once for an agent that answers turn after turn', () => {
  const turn = (id: string): TestSpan => ({
    ...run,
    id,
    trace: id,
    'toolspan.run.id': 'session',
    ...offers(9),
  })
  expect(found(turn('one'), turn('two'), turn('three'))).toHaveLength(1)
})

test('says it of each of two agents', () => {
  expect(
    found(run, subagent('a', offers(9)), subagent('b', offers(9))).map(({ operation }) => operation),
  ).toEqual(['a', 'b'])
})

test('has the same id when the agent’s own span arrives after its model calls', () => {
  const early = [model('m1', { ...offers(9), at: [10, 20] }), model('m2', { ...offers(9), at: [30, 40] })]
  const root = { ...run, ...offers(9) }
  const ids = [[...early, run], [...early, root], [...early].reverse()].map((spans) => found(...spans)[0]?.id)
  expect(new Set([found(...early, run)[0]?.id, ...ids]).size).toBe(1)
})

const definitions = Array.from({ length: 9 }, (_, index) => ({ name: `tool-${index}` }))

test.each([
  [
    'the GenAI conventions',
    { 'gen_ai.operation.name': 'chat', 'gen_ai.tool.definitions': JSON.stringify(definitions) },
  ],
  [
    'the AI SDK',
    {
      'ai.operationId': 'ai.streamText.doStream',
      'ai.prompt.tools': definitions.map((tool) => JSON.stringify(tool)),
    },
  ],
  [
    'OpenInference',
    {
      'openinference.span.kind': 'LLM',
      ...Object.fromEntries(definitions.map((_, index) => [`llm.tools.${index}.tool.json_schema`, '{}'])),
    },
  ],
])('counts definitions in the words of %s', (_, attributes) => {
  expect(found(run, { id: 'm', in: 'run', name: 'chat', ...attributes })).toMatchObject([
    { operation: 'desk' },
  ])
})

test('names the span where no agent is known', () => {
  expect(
    found({ id: 'm', name: 'chat model-a', 'gen_ai.operation.name': 'chat', ...offers(9) })[0]?.summary,
  ).toBe('chat model-a is offered 9 tools; more than 6 make the choice unreliable')
})
