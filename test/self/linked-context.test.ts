import * as api from '@opentelemetry/api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withEntry } from '../../src/self/linked-context.ts'

const KEYS = ['a', 'b', 'c', 'd'].map((name) => api.createContextKey(`linked context test ${name}`))

const entry = fc.record({
  how: fc.constantFrom('link', 'set', 'delete'),
  key: fc.constantFrom(...KEYS),
  value: fc.integer(),
})

describe('a context with one more entry', () => {
  test('holds what a context of the API holds, however both are made', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
        let ours = api.ROOT_CONTEXT
        let theirs = api.ROOT_CONTEXT
        for (const { how, key, value } of entries) {
          if (how === 'link') ours = withEntry(ours, key, value)
          else ours = how === 'set' ? ours.setValue(key, value) : ours.deleteValue(key)
          theirs = how === 'delete' ? theirs.deleteValue(key) : theirs.setValue(key, value)
          expect(KEYS.map((each) => ours.getValue(each))).toEqual(KEYS.map((each) => theirs.getValue(each)))
        }
      }),
    )
  })

  test('leaves the context that it was made from as it is', () => {
    const [key = Symbol('none')] = KEYS
    const parent = withEntry(api.ROOT_CONTEXT, key, 1)
    withEntry(parent, key, 2).setValue(key, 3)
    expect(parent.getValue(key)).toBe(1)
  })

  test('does not hold on to ever more parents', () => {
    const [key = Symbol('none')] = KEYS
    let context = api.ROOT_CONTEXT
    for (let turn = 0; turn < 100_000; turn++) context = withEntry(context, key, turn)
    // A chain of so many would exceed the stack.
    expect(context.deleteValue(key).getValue(key)).toBeUndefined()
    expect(context.getValue(key)).toBe(99_999)
  })
})
