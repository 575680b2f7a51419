import { expect, test } from 'vitest'
import { recordedSpans } from '../../../support/recorded.ts'
import { describeDesk } from '../../../support/recorded-desk.ts'
import { findingsOf } from '../../../support/trace.ts'

const EMPTY = 'empty-unknown-coverage info list_refunds'

describeDesk('vercel-ai', [
  // The SDK asks the model once more after a 503: versions 5 and 6 write a span for each try, 7 one for both.
  ...['v5', 'v6'].map((name) => ({
    name,
    finds: [EMPTY],
    agent: 'desk',
    modelCalls: 7,
    failedModelCalls: 1,
    toolsOffered: 4,
    hasCallIds: true,
  })),
  {
    name: 'v7',
    finds: [EMPTY],
    agent: 'desk',
    modelCalls: 6,
    toolsOffered: 4,
    hasCallIds: true,
    hasRequests: true,
  },
])

test('a model that asks again and a tool that tries three times each time are a storm (v7-storm, REQ-25)', () => {
  const findings = findingsOf(recordedSpans('vercel-ai', 'v7-storm'))
  expect(findings.find(({ rule }) => rule === 'retry-storm')).toMatchObject({
    severity: 'critical',
    attempts: 9,
    amplification: 3,
    recovered: false,
    origin: { agent: 'desk', tool: 'fetch_invoice' },
  })
  const others = findings.filter(({ rule }) => rule !== 'retry-storm')
  expect(others.map(({ rule, severity }) => `${rule} ${severity}`).sort()).toEqual([
    'budget-reset info',
    'empty-unknown-coverage info',
  ])
})
