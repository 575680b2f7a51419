import { expect, test } from 'vitest'
import {
  attempt,
  call,
  client,
  failing,
  model,
  read,
  request,
  run,
  server,
  subagent,
} from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('category-lost', ...spans, run)

type More = Partial<TestSpan>

const wrapper = (more: More = {}) =>
  call('call', 'read_secret', { at: [0, 1000], failed: true, 'error.type': 'tool_error', ...more })
const below = (status: number, more: More = {}) =>
  request('h', 'https://vault.example.com/v1/db', status, { in: 'call', at: [10, 90], ...more })

test('flags an error that does not pass on the reason that was known below it (REQ-26)', () => {
  const [finding, ...more] = found(wrapper(), below(403))
  expect(more).toEqual([])
  expect(finding).toMatchObject({ severity: 'warning', origin: { agent: 'desk', tool: 'read_secret' } })
  expect(finding?.spanIds).toEqual([hexId('call', 16), hexId('h', 16)])
  expect(finding?.summary).toBe(
    'read_secret failed without saying why, though the failure below it was a permission error',
  )
  expect(finding?.fix).toContain('let read_secret pass on why it failed')
})

test.each(['transient', 'validation', 'permission', 'business', 'other'])(
  'names the category %s in a sentence',
  (category) => {
    const inner = failing('in', 'fetch', category, { in: 'call', at: [10, 90] })
    expect(found(wrapper(), inner)[0]?.summary).not.toMatch(/\ba (?:[aeiou]|other)/)
  },
)

test('only notes an error of which nobody knew more', () => {
  const [finding] = found(wrapper())
  expect(finding).toMatchObject({
    severity: 'info',
    summary: 'read_secret failed, and nothing says what kind of failure it is',
  })
})

test('takes a category that was only guessed for none', () => {
  const guessed = { 'toolspan.error.category': 'other', 'toolspan.error.source': 'inferred' }
  expect(found(wrapper(guessed), below(503))).toMatchObject([{ severity: 'warning' }])
  expect(found(wrapper({ ...guessed, 'toolspan.error.source': 'declared' }), below(503))).toEqual([])
})

test('stays quiet when the category is stated, or the error maps to one', () => {
  expect(found(wrapper({ 'toolspan.error.category': 'permission' }), below(403))).toEqual([])
  for (const type of ['403', 'ECONNRESET', 'timeout'])
    expect(found(wrapper({ 'error.type': type }))).toEqual([])
  expect(found(wrapper({ thrown: { type: 'Error', message: '403 Forbidden' } }))).toEqual([])
})

test('stays quiet about calls that were cancelled, that ended well, or whose outcome is unknown', () => {
  expect(found(wrapper({ failed: false }), below(403))).toEqual([])
  for (const status of ['cancelled', 'indeterminate']) {
    expect(found(wrapper({ 'toolspan.result.status': status }), below(403))).toEqual([])
  }
})

test('stays quiet about a failure below that was made good before the call failed', () => {
  const again = request('h2', 'https://vault.example.com/v1/db', 200, { in: 'call', at: [100, 190] })
  expect(found(wrapper(), below(503), again)).toMatchObject([{ severity: 'info' }])
  const beside = { ...again, at: [20, 190] as const }
  expect(found(wrapper(), below(503), beside)).toMatchObject([{ severity: 'warning' }])
})

test('lets the lowest span that lost the category speak, not everyone above it', () => {
  const asked = call('ask', 'ask_agent', { at: [0, 2000], failed: true, 'error.type': 'tool_error' })
  const findings = found(asked, wrapper({ in: 'ask' }), below(403))
  expect(findings.map(({ spanIds }) => spanIds[0])).toEqual([hexId('call', 16)])
})

test('is not asked of requests, models and agents', () => {
  const bare = { failed: true, 'error.type': 'Error' }
  expect(found(model('m', bare), subagent('a', bare), request('h', 'https://a.example.com/', 418))).toEqual(
    [],
  )
})

test('asks it of layers that carry names of Toolspan, where something below knew', () => {
  const layer = (id: string, more: More = {}) => attempt(id, 1, { failed: true, at: [0, 1000], ...more })
  expect(found(layer('call'), below(503))[0]?.summary).toBe(
    'handler attempt failed without saying why, though the failure below it was a transient error',
  )
  expect(found(layer('call'))).toEqual([])
})

test('looks through plain spans, and not into what did not fail', () => {
  const plain: TestSpan = { id: 'mid', in: 'call', at: [5, 95], name: 'fetch' }
  expect(found(wrapper(), plain, below(403, { in: 'mid' }))).toMatchObject([{ severity: 'warning' }])
  const fine = read('mid', 'other_tool', { in: 'call', at: [5, 95] })
  expect(found(wrapper(), fine, below(403, { in: 'mid' }))).toMatchObject([{ severity: 'info' }])
})

test('says it once where framework, client and server show one call', () => {
  const sent = client(wrapper({ id: 'sent', in: 'call', at: [10, 900] }))
  const findings = found(
    wrapper(),
    sent,
    server(sent, { at: [3, 500] }),
    below(403, { in: 'sentS', service: 'server' }),
  )
  expect(findings).toMatchObject([{ severity: 'warning' }])
  expect(findings[0]?.spanIds[0]).toBe(hexId('call', 16))
})

test('reads a wrapper of OpenLLMetry that hides a 403', () => {
  const tool: TestSpan = {
    id: 'call',
    in: 'run',
    at: [0, 1000],
    failed: true,
    'traceloop.span.kind': 'tool',
    'traceloop.entity.name': 'read_secret',
    'traceloop.entity.output': '{"result":"Error executing read_secret","is_error":true}',
  }
  expect(found(tool, below(403))).toMatchObject([{ severity: 'warning', origin: { tool: 'read_secret' } }])
})

test('says it once for the tries of one operation, and of each operation', () => {
  const again = (id: string, from: number, input: string): TestSpan[] => [
    wrapper({ id, at: [from, from + 100], 'toolspan.operation.fingerprint': input }),
    below(403, { id: `h${id}`, in: id, at: [from + 10, from + 90] }),
  ]
  const [finding, ...more] = found(...again('a', 0, 'x'), ...again('b', 200, 'x'), ...again('c', 400, 'x'))
  expect(more).toEqual([])
  expect(finding?.spanIds).toEqual(['a', 'ha', 'b', 'c'].map((id) => hexId(id, 16)))
  expect(finding?.summary).toContain('read_secret failed 3 times without saying why')
  expect(found(...again('a', 0, 'x'), ...again('b', 200, 'y'))).toHaveLength(2)
})

test('asks it of errors in the clothes of a success as well (cases: dressed errors)', () => {
  const fixed = call('call', 'search', {
    'gen_ai.tool.call.result': 'An error occurred while running the tool. Please try again.',
  })
  expect(found(fixed)).toMatchObject([{ severity: 'info' }])
})
