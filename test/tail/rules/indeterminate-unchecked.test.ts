import { expect, test } from 'vitest'
import { call, client, read, run, server, subagent, unknownWrite, write } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('indeterminate-unchecked', ...spans, run)

const transfer = (more: Partial<TestSpan> = {}) => unknownWrite('sent', 'transfer_funds', more)

test('flags a write of unknown outcome that nobody looks at before the run ends (REQ-18)', () => {
  const [finding, ...more] = found(transfer(), read('else', 'get_weather'))
  expect(more).toEqual([])
  expect(finding).toMatchObject({
    severity: 'warning',
    operation: 'transfer_funds',
    origin: { agent: 'desk', tool: 'transfer_funds' },
  })
  expect(finding?.spanIds).toEqual([hexId('sent', 16)])
  expect(finding?.summary).toBe('nobody checked what became of transfer_funds, whose outcome is unknown')
  expect(finding?.fix).toContain('let transfer_funds name its status check')
})

test.each(['get_transfer', 'list_transfers', 'getTransferStatus', 'funds.overview', 'find-fund-by-id'])(
  'stays quiet when %s looks at the same thing later',
  (tool) => {
    expect(found(transfer(), read('look', tool))).toEqual([])
  },
)

test('knows short names as well', () => {
  expect(found(unknownWrite('sent', 'create_vm'), read('look', 'get_vm'))).toEqual([])
  expect(found(unknownWrite('sent', 'pay'), read('look', 'pay_status'))).toEqual([])
  expect(found(unknownWrite('sent', 'create_vm'), read('look', 'get_user'))).toHaveLength(1)
})

test('a look that came before, or was under way already, is no check', () => {
  expect(found(read('look', 'get_transfer'), transfer())).toHaveLength(1)
  expect(found(transfer({ at: [0, 100] }), read('look', 'get_transfer', { at: [99, 150] }))).toHaveLength(1)
  expect(found(transfer({ at: [0, 100] }), read('look', 'get_transfer', { at: [100, 150] }))).toEqual([])
})

test('a look in another service, whose clock says nothing, may be a check', () => {
  const look = read('look', 'get_transfer', { in: 'gone', service: 'other', at: [0, 10] })
  expect(found(transfer({ at: [50, 100] }), look)).toEqual([])
})

test('another write to the same thing is no check, a try of the operation is', () => {
  expect(found(transfer(), write('more', 'transfer_points'))).toHaveLength(1)
  const input = { 'toolspan.operation.fingerprint': 'same' }
  expect(found(transfer(input), write('again', 'transfer_funds', input))).toEqual([])
  const ofOne = { 'toolspan.operation.id': 'tr-1' }
  expect(found(transfer(ofOne), write('again', 'retransmit', ofOne))).toEqual([])
})

test('stays quiet when a person is asked', () => {
  expect(found(transfer(), call('ask', 'confirm', { 'toolspan.result.status': 'input_required' }))).toEqual(
    [],
  )
  expect(found(transfer(), call('ask', 'escalate_to_operator'))).toEqual([])
})

test('stays quiet when an enclosing span says that the outcome is unknown', () => {
  const told = subagent('bank', { at: [0, 1000], 'toolspan.result.status': 'indeterminate' })
  expect(found(told, transfer({ in: 'bank', at: [10, 20] }))).toEqual([])
})

test('claims nothing while the run goes on, or where its root is missing', () => {
  const spans = [transfer({ at: [0, 100] }), read('look', 'get_weather')]
  const ending = (root: TestSpan) => findingsOfRule('indeterminate-unchecked', ...spans, root)
  expect(ending({ ...run, at: [0] })).toEqual([])
  expect(ending({ ...run, id: 'else' })).toEqual([])
  expect(ending(run)).toHaveLength(1)
})

test.each(['completed', 'failed', 'cancelled', 'accepted', 'input_required', 'unknown'])(
  'stays quiet about a write that is %s',
  (status) => {
    expect(found(transfer({ 'toolspan.result.status': status }))).toEqual([])
  },
)

test('says it once for one call that client and server show', () => {
  const sent = client(transfer({ at: [0, 100] }))
  expect(found(sent, server(sent, { at: [3, 50] })).map(({ spanIds }) => spanIds[0])).toEqual([
    hexId('sent', 16),
  ])
})

test('reads a time-out of the AI SDK', () => {
  const sent: TestSpan = {
    id: 'sent',
    in: 'run',
    failed: true,
    'ai.operationId': 'ai.toolCall',
    'ai.toolCall.name': 'send_invoice',
    'toolspan.tool.effect': 'write',
    thrown: { type: 'TimeoutError', message: 'The operation was aborted due to timeout' },
  }
  expect(found(sent)).toMatchObject([{ origin: { tool: 'send_invoice' } }])
  expect(found(sent, read('look', 'get_invoice'))).toEqual([])
})
