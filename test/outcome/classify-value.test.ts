import { describe, expect, it } from 'vitest'
import { failed } from '../../src/outcome/build/failed.ts'
import { classifyValue } from '../../src/outcome/classify-value.ts'

describe('classifyValue', () => {
  it('a tool result is read as one', () => {
    const value = failed({ errorCategory: 'permission', message: 'no' })
    expect(classifyValue(value, { effect: 'read' })).toMatchObject({ status: 'failed', reason: 'declared' })
  })

  it('a flag that a wrapper hides counts', () => {
    const value = { ok: true, result: { content: [{ type: 'text', text: 'no such report' }], isError: true } }
    expect(classifyValue(value, { effect: 'read' })).toMatchObject({
      status: 'failed',
      reason: 'nested_error',
    })
  })

  it('text is read like the text of a tool', () => {
    expect(classifyValue('[]', { effect: 'read' })).toMatchObject({ status: 'found_none', count: 0 })
    expect(classifyValue('Credit balance is too low', { effect: 'read' }).category).toBe('business')
  })

  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a bigint', 10n],
    ['not a number', Number.NaN],
    ['a message of a model', { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }],
  ])('%s is a value', (_name, value) => {
    expect(classifyValue(value, { effect: 'read' }).status).toBe('found')
  })

  it('never throws: a value that cannot be read is unknown', () => {
    const hostile = new Proxy(
      { items: [] },
      {
        getPrototypeOf() {
          throw new Error('no')
        },
      },
    )
    expect(classifyValue(hostile)).toMatchObject({ status: 'unknown', reason: '_OTHER' })
    const circle: { self?: unknown } = {}
    circle.self = circle
    expect(classifyValue(circle, { effect: 'read' }).status).toBe('found')
  })
})
