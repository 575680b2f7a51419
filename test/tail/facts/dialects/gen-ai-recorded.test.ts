import { expect, test } from 'vitest'
import { callsOf, foundIn, recordedFacts } from '../../../support/recorded.ts'
import { describeDesk } from '../../../support/recorded-desk.ts'

const EMPTY = 'empty-unknown-coverage info list_refunds'
const desk = { finds: [EMPTY], agent: 'desk', hasCallIds: true }

describeDesk('gen-ai', [
  { ...desk, name: 'pydantic-ai', modelCalls: 6, toolsOffered: 4, hasRequests: true },
  // The reason of the failure is in the message of the status only.
  { ...desk, name: 'python-openai', modelCalls: 6 },
])

// Pydantic AI before it wrote the conventions for tools and agents.
describeDesk('gen-ai', [{ ...desk, name: 'pydantic-ai-old', modelCalls: 6, hasRequests: true }])

test('reads model calls with the older names of the OpenAI instrumentation', () => {
  const models = recordedFacts('gen-ai', 'python-openai-old').filter(({ role }) => role === 'model')
  expect(models).toHaveLength(6)
  expect(models[0]).toMatchObject({ model: 'model-a', tokens: 120 })
  expect(foundIn('gen-ai', 'python-openai-old')).toEqual([])
})

test('reads both sides of the calls that the MCP SDK for Python writes by itself', () => {
  const facts = recordedFacts('gen-ai', 'python-mcp')
  const sides = callsOf(facts, 'fetch_invoice').map(({ kind, failed }) => [kind, failed])
  expect(sides).toEqual([
    ['client', false],
    ['server', true],
    ['client', false],
    ['server', false],
  ])
  expect(callsOf(facts, 'list_refunds').every(({ result }) => result === undefined)).toBe(true)
  expect(foundIn('gen-ai', 'python-mcp')).toEqual(['category-lost info fetch_invoice'])
})
