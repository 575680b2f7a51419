import type { Finding } from '../../src/tail/findings/finding.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN_ID = '00f067aa0ba902b7'

/** A finding with everything that is not given filled in, nothing of it optional. */
export function findingOf(fields: Partial<Finding> = {}): Finding {
  return {
    id: '1c9e0f4b7a2d5e61',
    rule: 'empty-unknown-coverage',
    severity: 'warning',
    state: 'closed',
    summary: 'search_orders answered with nothing and does not say what it looked at',
    traceId: TRACE_ID,
    spanIds: [SPAN_ID],
    evidence: [{ traceId: TRACE_ID, spanId: SPAN_ID, name: 'tools/call search_orders', says: 'empty_array' }],
    operation: 'search_orders',
    basis: 'declared',
    complete: true,
    runbook: 'docs/rules.md#empty-unknown-coverage',
    startMs: 1_768_467_600_000,
    endMs: 1_768_467_600_250,
    origin: { service: 'orders-agent' },
    ...fields,
  }
}

/** A finding with every field that a finding can have. */
export function fullFinding(): Finding {
  return findingOf({
    id: '9d4a0c7be1f25836',
    rule: 'retry-storm',
    severity: 'critical',
    summary: '3 layers retried get_order: 27 tries where one layer allows 3',
    runId: 'conv-41',
    spanIds: [SPAN_ID, 'b7ad6b7169203331'],
    evidence: [
      { traceId: TRACE_ID, spanId: SPAN_ID, name: 'invoke_agent plan', says: 'encloses all tries' },
      { traceId: TRACE_ID, spanId: 'b7ad6b7169203331', name: 'GET', says: 'try 3 of 3, 503' },
    ],
    operation: 'order-88',
    complete: false,
    recovered: false,
    fix: 'set maxAttempts of orders-handler to 1',
    runbook: 'docs/rules.md#retry-storm',
    attempts: 27,
    layers: [
      { layer: 'coordinator', owner: 'plan-loop', attempts: 3, mostByOne: 3, maxAttempts: 3 },
      { layer: 'mcp_server', owner: 'orders-handler', attempts: 9, mostByOne: 3, maxAttempts: 3 },
      { layer: 'http', attempts: 27, mostByOne: 3 },
    ],
    amplification: 9,
    requests: 27,
    resets: 12,
    wastedMs: 25_600,
    wastedTokens: 11_800,
    origin: { service: 'orders-agent', agent: 'coordinator', tool: 'get_order' },
  })
}
