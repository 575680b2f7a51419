import { expect, test } from 'vitest'
import {
  attempt,
  call,
  client,
  model,
  read,
  request,
  run,
  server,
  unknownWrite,
  write,
} from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('unsafe-retry', ...spans, run)

const input = { 'toolspan.operation.fingerprint': 'same' }
const first = (more: Partial<TestSpan> = {}) => unknownWrite('first', 'create_payment', { ...input, ...more })
const again = (more: Partial<TestSpan> = {}) => write('again', 'create_payment', { ...input, ...more })
const key = (hash: string) => ({ 'toolspan.idempotency_key.hash': hash })

test('flags a write that is sent again after an outcome that nobody knew (REQ-18)', () => {
  const [finding, ...more] = found(first(), again())
  expect(more).toEqual([])
  expect(finding).toMatchObject({
    severity: 'critical',
    basis: 'fingerprint',
    recovered: true,
    origin: { agent: 'desk', tool: 'create_payment' },
  })
  expect(finding?.spanIds).toEqual([hexId('again', 16), hexId('first', 16)])
  expect(finding?.summary).toBe(
    'create_payment was sent again after a try with an unknown outcome: it may have taken effect twice',
  )
  expect(finding?.fix).toContain('the agent layer check what became of create_payment')
})

test('names the owner of a declared budget', () => {
  const ofBudget = (number: number) => ({
    'toolspan.operation.id': 'pay-1',
    'toolspan.attempt.number': number,
    'toolspan.budget.id': 'b',
    'toolspan.budget.owner': 'checkout',
  })
  const [finding] = found(first(ofBudget(1)), again(ofBudget(2)))
  expect(finding).toMatchObject({ basis: 'declared', operation: 'pay-1' })
  expect(finding?.fix).toContain('let checkout check')
})

test('stays quiet under the same idempotency key, and not under another or none', () => {
  expect(found(first(key('k1')), again(key('k1')))).toEqual([])
  expect(found(first(key('k1')), again(key('k2')))[0]?.summary).toContain('under another idempotency key')
  expect(found(first(key('k1')), again())).toHaveLength(1)
})

test('flags a key that changes between tries of a write that failed without a word on whether it was applied', () => {
  const failed = (id: string, hash: string, more: Partial<TestSpan> = {}) =>
    call(id, 'create_payment', {
      failed: true,
      'toolspan.tool.effect': 'write',
      'toolspan.error.category': 'transient',
      ...input,
      ...key(hash),
      ...more,
    })
  expect(found(failed('first', 'k1'), failed('again', 'k2'))).toMatchObject([{ severity: 'critical' }])
  expect(found(failed('first', 'k1'), failed('again', 'k1'))).toEqual([])
  const refused = { 'toolspan.result.status': 'failed' }
  expect(found(failed('first', 'k1', refused), failed('again', 'k2'))).toEqual([])
  const invalid = { 'toolspan.error.category': 'validation' }
  expect(found(failed('first', 'k1', invalid), failed('again', 'k2'))).toEqual([])
})

test('stays quiet when the call is declared idempotent, by either try', () => {
  const idempotent = { 'toolspan.tool.idempotent': true }
  expect(found(first(idempotent), again(idempotent))).toEqual([])
  expect(found(first(), again(idempotent))).toEqual([])
})

test.each(['failed', 'completed', 'cancelled', 'accepted', 'unknown'])(
  'stays quiet after a write that is %s',
  (status) => {
    expect(found(first({ 'toolspan.result.status': status }), again())).toEqual([])
  },
)

test('stays quiet about reads', () => {
  expect(found(first({ 'toolspan.tool.effect': 'read' }), again())).toEqual([])
})

test('stays quiet after a look at the same thing, and not after one at another', () => {
  const look = (tool: string, more: Partial<TestSpan> = {}) => read('look', tool, more)
  expect(found(first(), look('get_payment'), again())).toEqual([])
  expect(found(first(), look('listPayments'), again())).toEqual([])
  expect(found(first(), look('list_payment_methods'), again())).toHaveLength(1)
  expect(found(first(), look('get_weather'), again())).toHaveLength(1)
  expect(found(first(), look('get_payment', { failed: true }), again())).toHaveLength(1)
  expect(found(look('get_payment'), first(), again())).toHaveLength(1)
  const ofOne = { 'toolspan.operation.id': 'pay-1' }
  expect(found(first(ofOne), look('ledger', ofOne), again(ofOne))).toEqual([])
})

test('stays quiet after new input, a turn of the user, or another write', () => {
  expect(found(first(), again({ 'toolspan.operation.fingerprint': 'other' }))).toEqual([])
  const turn = (id: string) => ({ 'toolspan.turn.id': id })
  expect(found(first(turn('1')), again(turn('2')))).toEqual([])
  expect(found(first(), write('void', 'void_payment'), again())).toEqual([])
})

test('stays quiet about two equal writes that one answer of the model wanted, and about two side by side', () => {
  const wanted = (id: string) => ({ 'gen_ai.tool.call.id': id })
  expect(found(model('ask'), first(wanted('1')), again(wanted('2')))).toEqual([])
  expect(found(first({ at: [0, 100] }), again({ at: [50, 90] }))).toEqual([])
})

test('an order that is known by one millisecond is an order', () => {
  expect(found(first({ at: [0, 100] }), again({ at: [100, 150] }))).toHaveLength(1)
  expect(found(first({ at: [0, 100] }), again({ at: [99, 150] }))).toEqual([])
})

const put = (id: string, status: number, more: Partial<TestSpan> = {}) =>
  request(id, 'https://crm.example.com/customers/7', status, {
    name: 'PUT',
    'http.request.method': 'PUT',
    ...more,
  })

test('only notes a PUT or DELETE that was cut off and that nobody declared', () => {
  expect(found(put('one', 504), put('two', 200))).toMatchObject([{ severity: 'info' }])
  const remove = { 'http.request.method': 'DELETE' }
  expect(found(put('one', 502, remove), put('two', 404, remove))).toMatchObject([{ severity: 'info' }])
  expect(
    found(
      put('one', 504, { 'http.request.method': 'POST' }),
      put('two', 200, { 'http.request.method': 'POST' }),
    ),
  ).toEqual([])
  expect(found(put('one', 504, { 'toolspan.tool.idempotent': true }), put('two', 200))).toEqual([])
})

const post = (id: string, status: number, more: Partial<TestSpan> = {}) =>
  request(id, 'https://pay.example.com/payments', status, {
    name: 'POST',
    'http.request.method': 'POST',
    ...more,
  })
const declared = { 'toolspan.tool.effect': 'write' }

test('flags a POST that is declared a write and sent again after it was cut off', () => {
  const [finding, ...more] = found(post('one', 504, declared), post('two', 200, declared))
  expect(more).toEqual([])
  expect(finding).toMatchObject({ severity: 'critical', attempts: 2 })
  expect(finding?.spanIds).toEqual([hexId('two', 16), hexId('one', 16)])
  expect(finding?.summary).toBe(
    'POST pay.example.com/payments was sent again after a try with an unknown outcome: it may have taken effect twice',
  )
  const lost = {
    ...declared,
    failed: true,
    'http.response.status_code': undefined,
    'error.type': 'ECONNRESET',
  }
  expect(
    found(post('one', 500, lost), post('two', 504, declared), post('three', 200, declared)),
  ).toHaveLength(1)
})

test('stays quiet about a declared POST that was turned away, is idempotent, or carries its key', () => {
  for (const status of [400, 403, 409, 429, 503])
    expect(found(post('one', status, declared), post('two', 200, declared))).toEqual([])
  const idempotent = { ...declared, 'toolspan.tool.idempotent': true }
  expect(found(post('one', 504, idempotent), post('two', 200, idempotent))).toEqual([])
  const keyed = (hash: string) => ({ ...declared, ...key(hash) })
  expect(found(post('one', 504, keyed('k1')), post('two', 200, keyed('k1')))).toEqual([])
  const header = (value: string) => ({ ...declared, 'http.request.header.idempotency-key': [value] })
  expect(found(post('one', 504, header('k1')), post('two', 200, header('k1')))).toEqual([])
  // Without an id that ties them a request under another key is another payment.
  expect(found(post('one', 504, header('k1')), post('two', 200, header('k2')))).toEqual([])
  const query = { 'toolspan.tool.effect': 'read' }
  expect(found(post('one', 504, query), post('two', 200, query))).toEqual([])
})

test('stays quiet about the next items of a list, unless the client counts', () => {
  const items = [200, 504, 200].map((status, index) => post(`i${index}`, status, declared))
  expect(found(...items)).toEqual([])
  const rest = [504, 200, 200].map((status, index) => post(`i${index}`, status, declared))
  expect(found(...rest)).toEqual([])
  const counted = rest.map((span, index) => ({
    ...span,
    'http.request.resend_count': index === 1 ? 1 : undefined,
  }))
  expect(found(...counted)).toHaveLength(1)
})

test('only notes a POST that nobody declared inside a call that is declared a write', () => {
  const pay = (more: Partial<TestSpan> = {}) => write('pay', 'create_payment', { at: [0, 1000], ...more })
  const inside = (id: string, status: number, from: number, more: Partial<TestSpan> = {}) =>
    post(id, status, { in: 'pay', at: [from, from + 50], ...more })
  const [finding, ...more] = found(pay(), inside('one', 504, 10), inside('two', 200, 100))
  expect(more).toEqual([])
  expect(finding).toMatchObject({ severity: 'info', origin: { tool: 'create_payment' } })
  const look = { 'toolspan.tool.effect': 'read', 'toolspan.result.status': 'found' }
  expect(found(pay(look), inside('one', 504, 10), inside('two', 200, 100))).toEqual([])
  const unknown = { 'toolspan.tool.effect': undefined }
  expect(found(pay(unknown), inside('one', 504, 10), inside('two', 200, 100))).toEqual([])
  const idempotent = { 'toolspan.tool.idempotent': true }
  expect(found(pay(idempotent), inside('one', 504, 10), inside('two', 200, 100))).toEqual([])
  // A log-in, a search, a log: nobody knows which of them is the write.
  const login = inside('login', 200, 200, { 'url.full': 'https://pay.example.com/token' })
  expect(found(pay(), inside('one', 504, 10), inside('two', 200, 100), login)).toEqual([])
})

test('stays quiet about a PUT that was turned away or never sent', () => {
  for (const status of [400, 403, 409, 429, 503])
    expect(found(put('one', status), put('two', 200))).toEqual([])
  const unanswered = (type: string) => ({
    failed: true,
    'http.response.status_code': undefined,
    'error.type': type,
  })
  expect(found(put('one', 500, unanswered('ECONNREFUSED')), put('two', 200))).toEqual([])
  expect(found(put('one', 500, unanswered('ECONNRESET')), put('two', 200))).toHaveLength(1)
  const thrown = { type: 'Error', message: 'connect ECONNREFUSED 127.0.0.1:80' }
  expect(found(put('one', 500, { ...unanswered('Error'), thrown }), put('two', 200))).toEqual([])
})

test('stays quiet after a GET of the same address between two PUTs', () => {
  const look = (path: string) => request('look', `https://crm.example.com${path}`, 200)
  expect(found(put('one', 504), look('/customers/7'), put('two', 200))).toEqual([])
  expect(found(put('one', 504), look('/customers/8'), put('two', 200))).toHaveLength(1)
})

test('reads an MCP call in the words of OpenLLMetry', () => {
  const mcp = (id: string, failed: boolean): TestSpan => ({
    id,
    in: 'run',
    kind: 'client',
    failed,
    name: 'open_issue.tool',
    'traceloop.span.kind': 'tool',
    'traceloop.entity.name': 'open_issue',
    'traceloop.entity.input': '{"title":"a"}',
    'toolspan.tool.effect': 'write',
    ...(failed ? { thrown: { type: 'TimeoutError', message: 'Request timed out' } } : {}),
  })
  expect(found(mcp('one', true), mcp('two', false))).toMatchObject([{ origin: { tool: 'open_issue' } }])
})

test('sees the unknown outcome on the call inside an attempt', () => {
  const inside = (id: string, parent: string, number: number, more: Partial<TestSpan>): TestSpan => ({
    ...unknownWrite(id, 'create_payment', input),
    ...attempt(id, number, { in: parent }),
    ...more,
  })
  const findings = found(
    attempt('one', 1, { failed: true, at: [0, 100] }),
    inside('a', 'one', 1, { at: [10, 90] }),
    attempt('two', 2, { failed: true, at: [200, 300] }),
    inside('b', 'two', 2, { at: [210, 290] }),
  )
  expect(findings).toMatchObject([{ severity: 'critical', origin: { tool: 'create_payment' } }])
})

test('takes client and server for one try, also over HTTP spans', () => {
  const sent = client(first({ at: [0, 1000] }))
  const post = { ...request('post', 'https://pay.example.com/mcp', 200), in: 'first', at: [10, 990] as const }
  const received = server(sent, {
    in: 'post',
    at: [3, 700],
    failed: false,
    'toolspan.result.status': 'completed',
  })
  expect(found(sent, post, received)).toEqual([])
  expect(found(sent, post, received, client(again({ at: [2000, 2100] })))).toHaveLength(1)
})
