import { expect, test } from 'vitest'
import { callsOf, recordedFacts } from '../../../support/recorded.ts'
import { describeDesk } from '../../../support/recorded-desk.ts'

const EMPTY = 'empty-unknown-coverage info list_refunds'
const desk = { finds: [EMPTY], agent: 'desk', toolsOffered: 4 }

describeDesk('traceloop', [
  { ...desk, name: 'python-langchain', modelCalls: 5, hasCallIds: true, hasRequests: true },
  { ...desk, name: 'python-old', modelCalls: 6 },
  { ...desk, name: 'python-sdk', trace: 0, modelCalls: 6, hasRequests: true },
  // Its wrapper ends no span of a tool that threw.
  { ...desk, name: 'node', trace: 0, finds: [EMPTY, EMPTY], modelCalls: 6, hasFailedCall: false },
  // An MCP client has no agent and no model.
  { name: 'node', trace: 1, finds: [EMPTY, EMPTY] },
])

test('an MCP result without content leaves no body in Python: nothing is said about it', () => {
  const facts = recordedFacts('traceloop', 'python-sdk', 1)
  expect(callsOf(facts, 'search_orders')[0]?.result).toMatchObject({ status: 'found', count: 2 })
  expect(callsOf(facts, 'list_refunds')[0]).toMatchObject({ failed: false, result: undefined })
  const [first, second] = callsOf(facts, 'fetch_invoice')
  expect(first).toMatchObject({ failed: true, errorCategory: 'transient', fingerprint: second?.fingerprint })
})
