import { expect, test } from 'vitest'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import { asksPerson } from '../../../src/tail/model/person.ts'
import { call } from '../../support/calls.ts'
import { trace } from '../../support/trace.ts'

const asks = (tool: string, more = {}) =>
  trace(call('t', tool, more)).map((span) => asksPerson(readFacts(span)))[0]

test.each([
  'ask_user',
  'AskUserQuestion',
  'ask_followup_question',
  'request_manager_approval',
  'get_user_confirmation',
  'human_input',
  'escalate_to_human',
  'handoff',
])('%s waits for a person', (tool) => expect(asks(tool)).toBe(true))

test.each([
  'list_users',
  'approve_invoice_rules_list',
  'ask_database',
  'humanize_text',
  'get_user',
  'task_status',
])('%s waits for nobody', (tool) => expect(asks(tool)).toBe(false))

test('a call that asks for input waits for a person, whatever it is called', () => {
  expect(asks('book', { 'toolspan.result.status': 'input_required' })).toBe(true)
})
