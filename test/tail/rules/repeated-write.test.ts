import { expect, test } from 'vitest'
import {
  attempt,
  call,
  client,
  failing,
  model,
  run,
  server,
  unknownWrite,
  write,
} from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('repeated-write', ...spans, run)

const input = { 'toolspan.operation.fingerprint': 'same' }
const mail = (id: string, more: Partial<TestSpan> = {}) => write(id, 'mail_statement', { ...input, ...more })
const step = (id: string, number: number, at: readonly [number, number], more: Partial<TestSpan> = {}) =>
  attempt(id, number, { at, 'toolspan.layer': 'workflow', 'toolspan.budget.owner': 'month-end', ...more })

/** A step that mails, fails, and is run again whole. */
const rerun = (second: Partial<TestSpan> = {}, firstMail: Partial<TestSpan> = {}): TestSpan[] => [
  step('one', 1, [0, 100], { failed: true }),
  mail('m1', { in: 'one', at: [10, 40], ...firstMail }),
  failing('r1', 'read_ledger', 'transient', { in: 'one', at: [50, 90] }),
  step('two', 2, [200, 300]),
  mail('m2', { in: 'two', at: [210, 240], ...second }),
]

test('flags a write that an outer retry makes a second time (REQ-26)', () => {
  const [finding, ...more] = found(...rerun())
  expect(more).toEqual([])
  expect(finding).toMatchObject({
    severity: 'critical',
    basis: 'fingerprint',
    operation: 'mail_statement',
    origin: { tool: 'mail_statement' },
  })
  expect(finding?.spanIds).toEqual([hexId('m2', 16), hexId('m1', 16)])
  expect(finding?.summary).toBe(
    'mail_statement had succeeded and was called again with the same input, because month-end ran its step again',
  )
  expect(finding?.fix).toContain('let month-end remember what is done')
})

test('says it once, however often the step runs', () => {
  const third = [step('three', 3, [400, 500]), mail('m3', { in: 'three', at: [410, 440] })]
  expect(found(...rerun(), ...third).map(({ spanIds }) => spanIds[0])).toEqual([hexId('m2', 16)])
})

test('flags two calls of one operation, also in two traces (REQ-39)', () => {
  const ofOne = { 'toolspan.operation.id': 'mail-7' }
  const [finding] = found(mail('m1', ofOne), mail('m2', ofOne))
  expect(finding?.summary).toBe('mail_statement had succeeded and was called again with the same input')
  expect(finding?.fix).toContain('let the step around mail_statement remember')
  const later = mail('m2', { ...ofOne, in: 'root', trace: 'later', at: [9000, 9100] })
  expect(found(mail('m1', ofOne), later, { id: 'root', trace: 'later', at: [8000, 9999] })).toHaveLength(1)
})

test('stays quiet about different input, and about input that is not known', () => {
  expect(found(...rerun({ 'toolspan.operation.fingerprint': 'other' }))).toEqual([])
  const unknown = { 'toolspan.operation.fingerprint': undefined }
  expect(found(...rerun(unknown, unknown))).toEqual([])
})

test('stays quiet about idempotent writes and equal idempotency keys', () => {
  const idempotent = { 'toolspan.tool.idempotent': true }
  expect(found(...rerun(idempotent, idempotent))).toEqual([])
  const key = (hash: string) => ({ 'toolspan.idempotency_key.hash': hash })
  expect(found(...rerun(key('k'), key('k')))).toEqual([])
  expect(found(...rerun(key('k'), key('l')))).toHaveLength(1)
})

test('stays quiet after a new turn of the user', () => {
  const turn = (id: string) => ({ 'toolspan.turn.id': id })
  expect(found(...rerun(turn('2'), turn('1')))).toEqual([])
  expect(found(...rerun(turn('1'), turn('1')))).toHaveLength(1)
})

test('stays quiet about two equal calls that one answer of the model wanted', () => {
  const wanted = (id: string) => ({ 'toolspan.operation.id': 'labels', 'gen_ai.tool.call.id': `call-${id}` })
  expect(found(model('ask'), mail('m1', wanted('1')), mail('m2', wanted('2')))).toEqual([])
  expect(found(model('ask'), mail('m1', wanted('1')), model('more'), mail('m2', wanted('2')))).toHaveLength(1)
})

test('stays quiet about two equal writes within one step, also where they carry its operation id', () => {
  const within = (id: string, at: readonly [number, number]) =>
    mail(id, { in: 'one', at, 'toolspan.operation.id': 'op-1' })
  expect(found(step('one', 1, [0, 100]), within('m1', [10, 40]), within('m2', [50, 90]))).toEqual([])
})

test('stays quiet about equal writes that nothing ties: an agent that presses the same key again', () => {
  expect(found(mail('m1'), mail('m2'), mail('m3'))).toEqual([])
})

test('leaves an unknown outcome to unsafe-retry, and a write that failed to nobody', () => {
  const unknown = { ...unknownWrite('m1', 'mail_statement', input), in: 'one', at: [10, 40] as const }
  expect(found(...rerun({}, unknown))).toEqual([])
  expect(found(...rerun({}, { failed: true, 'toolspan.result.status': 'failed' }))).toEqual([])
})

test.each(['accepted', 'cancelled', 'input_required', 'unknown'])(
  'stays quiet after a write that is %s',
  (status) => {
    expect(found(...rerun({}, { 'toolspan.result.status': status }))).toEqual([])
  },
)

test('stays quiet about reads and calls of unknown effect', () => {
  for (const effect of ['read', 'unknown']) {
    expect(found(...rerun({ 'toolspan.tool.effect': effect }, { 'toolspan.tool.effect': effect }))).toEqual(
      [],
    )
  }
})

test('stays quiet while the first write is still open when the second starts', () => {
  const ofOne = { 'toolspan.operation.id': 'mail-7' }
  expect(found(mail('m1', { ...ofOne, at: [0, 100] }), mail('m2', { ...ofOne, at: [99, 150] }))).toEqual([])
  expect(
    found(mail('m1', { ...ofOne, at: [0, 100] }), mail('m2', { ...ofOne, at: [100, 150] })),
  ).toHaveLength(1)
})

test('is no repeat when client, server and framework show one call', () => {
  const ofOne = { 'toolspan.operation.id': 'mail-7' }
  const sent = client(mail('m1', { ...ofOne, at: [10, 90] }))
  const framework = call('fw', 'mail_statement', {
    ...ofOne,
    ...input,
    'toolspan.tool.effect': 'write',
    at: [0, 100],
  })
  expect(found(framework, { ...sent, in: 'fw' }, server(sent, { at: [3, 50] }))).toEqual([])
  expect(found(sent, server(sent, { at: [3, 50] }))).toEqual([])
})

test('reads calls of OpenInference that are marked as writes', () => {
  const sent = (id: string, parent: string, at: readonly [number, number]): TestSpan => ({
    id,
    in: parent,
    at,
    'openinference.span.kind': 'TOOL',
    'tool.name': 'send_mail',
    'input.value': '{"to":"a"}',
    'output.value': 'sent',
    'toolspan.tool.effect': 'write',
  })
  const spans = [
    step('one', 1, [0, 100], { failed: true }),
    sent('m1', 'one', [10, 40]),
    step('two', 2, [200, 300]),
    sent('m2', 'two', [210, 240]),
  ]
  expect(found(...spans)).toMatchObject([{ origin: { tool: 'send_mail' } }])
})

test('sees the write on the call inside an attempt that failed after it', () => {
  const inside = (id: string, parent: string, number: number, at: readonly [number, number]): TestSpan => ({
    ...mail(id),
    ...attempt(id, number, { in: parent, at, 'toolspan.budget.owner': 'mailer' }),
  })
  const findings = found(
    step('one', 1, [0, 100], { failed: true, 'toolspan.budget.owner': 'mailer' }),
    inside('m1', 'one', 1, [10, 40]),
    step('two', 2, [200, 300], { 'toolspan.budget.owner': 'mailer' }),
    inside('m2', 'two', 2, [210, 240]),
  )
  expect(findings.map(({ spanIds }) => spanIds)).toEqual([[hexId('m2', 16), hexId('m1', 16)]])
})
