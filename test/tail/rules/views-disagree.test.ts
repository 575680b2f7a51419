import { expect, test } from 'vitest'
import { call, client, read, run, server, subagent } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('views-disagree', ...spans, run)

const odd = { 'toolspan.result.views_disagree': true }

test('flags a result whose views say different things (REQ-6)', () => {
  const [finding, ...more] = found(read('one', 'list_users', odd))
  expect(more).toEqual([])
  expect(finding).toMatchObject({ severity: 'warning', origin: { agent: 'desk', tool: 'list_users' } })
  expect(finding?.spanIds).toEqual([hexId('one', 16)])
  expect(finding?.summary).toBe('the text and the structured view of the result of list_users do not agree')
  expect(finding?.fix).toContain('let list_users make both views from one object')
})

test('stays quiet where views agree, or nothing is said of them', () => {
  expect(found(read('one', 'list_users', { 'toolspan.result.views_disagree': false }))).toEqual([])
  expect(found(read('one', 'list_users'))).toEqual([])
  expect(found(read('one', 'list_users', { 'toolspan.result.views_disagree': 'true' }))).toEqual([])
})

const users = [{ id: 1 }, { id: 2 }]
const text = (value: unknown) => [
  { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) },
]

test.each([
  ['an empty text beside a full structure', { content: text([]), structuredContent: { users } }, 1],
  ['a full text beside an empty structure', { content: text({ users }), structuredContent: {} }, 1],
  ['data beside the content', { content: [], count: 2, results: users }, 1],
  ['the same in both', { content: text({ users }), structuredContent: { users } }, 0],
  ['the same in other words', { content: text('2 users: 1 and 2'), structuredContent: { users } }, 0],
  ['a denial of something else', { content: text('No admins found.'), structuredContent: { users } }, 0],
  ['only a structure', { content: [], structuredContent: { users } }, 0],
  ['only a text', { content: text({ users }) }, 0],
])('reads recorded MCP results: %s', (_, result, count) => {
  const recorded = call('one', 'list_users', {
    'toolspan.tool.effect': 'read',
    'gen_ai.tool.call.result': JSON.stringify(result),
  })
  expect(found(recorded)).toHaveLength(count)
})

test('says it once where framework, client and server show one call', () => {
  const sent = client(read('one', 'list_users', { ...odd, at: [10, 90] }))
  const framework = read('fw', 'list_users', { ...odd, at: [0, 100] })
  expect(found(framework, { ...sent, in: 'fw' }, server(sent, { at: [3, 50] }))).toHaveLength(1)
})

test('is asked of tools only', () => {
  expect(found(subagent('a', odd))).toEqual([])
})
