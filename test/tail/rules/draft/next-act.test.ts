import { describe, expect, test } from 'vitest'
import { call, client, empty, model, read, run, server, subagent, write } from '../../../support/calls.ts'
import { findingsOfRule } from '../../../support/findings-of-rule.ts'
import type { TestSpan } from '../../../support/trace.ts'

const said = (...spans: readonly TestSpan[]) =>
  findingsOfRule('empty-unknown-coverage', ...spans, run)[0]?.summary.split('; ')[1]

describe('a finding about an answer says what the agent did next on the strength of it (REQ-38)', () => {
  test('the next call, past the model that asked for it', () => {
    expect(said(empty('q', 'search'), model('m'), read('n', 'list_all'), write('w', 'create'))).toBe(
      'next came list_all',
    )
  })

  test('and whether it writes', () => {
    expect(said(empty('q', 'search'), write('w', 'create_customer'))).toBe(
      'next came create_customer, a write',
    )
  })

  test('and whether it asks the same again', () => {
    expect(said(empty('q', 'search'), empty('q2', 'search'))).toBe('next came search again')
  })

  test('also where the answer was seen by the server, and each step is a span of its own', () => {
    const asked = client(call('q', 'search', { in: 's1', at: [10, 50] }))
    expect(
      said(
        { id: 's1', in: 'run', at: [0, 60] },
        asked,
        server(empty('q', 'search', { at: [20, 40] })),
        { id: 's2', in: 'run', at: [70, 100] },
        write('w', 'create', { in: 's2', at: [80, 90] }),
      ),
    ).toBe('next came create, a write')
  })

  test('also where a subagent ended with it: whoever called it goes on with it', () => {
    expect(
      said(
        subagent('one', { at: [0, 100] }),
        empty('q', 'search', { in: 'one', at: [10, 90] }),
        write('w', 'create', { at: [200, 300] }),
      ),
    ).toBe('next came create, a write')
  })

  test('and nothing where nothing is known: no later call, one at the same time, an agent beside it', () => {
    expect(said(empty('q', 'search'))).toBeUndefined()
    expect(
      said(empty('q', 'search', { at: [0, 100] }), read('n', 'other', { at: [50, 200] })),
    ).toBeUndefined()
    expect(
      said(
        subagent('one', { at: [0, 100] }),
        empty('q', 'search', { in: 'one', at: [10, 90] }),
        subagent('two', { at: [5, 400] }),
        write('w', 'create', { in: 'two', at: [200, 300] }),
      ),
    ).toBeUndefined()
  })
})
