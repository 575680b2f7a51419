import { describe, expect, test } from 'vitest'
import { checkRecoverOptions } from '../../src/budget/options.ts'
import { recover } from '../../src/budget/recover.ts'
import { ToolspanError } from '../../src/self/toolspan-error.ts'

const good = { owner: 'orders', maxAttempts: 3, deadlineMs: 10_000 }
const approval = { approvedBy: 'duty-engineer', reason: 'status page green again' }

describe('wrong options fail at once, with option, expected and got', () => {
  test.each([
    [undefined, 'Expected the options of recover to be an object, got undefined'],
    [{ ...good, owner: '' }, 'Expected the option owner of recover to be a text that is not empty, got ""'],
    [
      { ...good, owner: undefined },
      'Expected the option owner of recover to be a text that is not empty, got undefined',
    ],
    [
      { ...good, operation: 7 },
      'Expected the option operation of recover to be a text that is not empty, got 7',
    ],
    [
      { ...good, maxAttempts: 0 },
      'Expected the option maxAttempts of recover to be a whole number of at least 1, got 0',
    ],
    [
      { ...good, maxAttempts: 2.5 },
      'Expected the option maxAttempts of recover to be a whole number of at least 1, got 2.5',
    ],
    [
      { ...good, maxAttempts: Number.POSITIVE_INFINITY },
      'Expected the option maxAttempts of recover to be a whole number of at least 1, got Infinity',
    ],
    [
      { ...good, deadlineMs: 0 },
      'Expected the option deadlineMs of recover to be a number of milliseconds from 1 to 2147483647, got 0',
    ],
    [
      { ...good, deadlineMs: Number.NaN },
      'Expected the option deadlineMs of recover to be a number of milliseconds from 1 to 2147483647, got NaN',
    ],
    [
      { ...good, deadlineMs: 2 ** 31 },
      'Expected the option deadlineMs of recover to be a number of milliseconds from 1 to 2147483647, got 2147483648',
    ],
    [
      { ...good, attemptTimeoutMs: -1 },
      'Expected the option attemptTimeoutMs of recover to be a number of milliseconds from 1 to 2147483647, got -1',
    ],
    [
      { ...good, idempotent: 'yes' },
      'Expected the option idempotent of recover to be true or false, got "yes"',
    ],
    [
      { ...good, effect: 'reed' },
      'Expected the option effect of recover to be "read", "write" or "unknown", got "reed"',
    ],
    [{ ...good, revise: {} }, 'Expected the option revise of recover to be a function, got an object'],
    [
      { ...good, newBudget: true },
      'Expected the option newBudget of recover to be an object { approvedBy, reason }, got true',
    ],
    [
      { ...good, newBudget: { approvedBy: 'duty-engineer' } },
      'Expected the option reason of newBudget to be a text that is not empty, got undefined',
    ],
    [
      { ...good, newBudget: { reason: 'green again' } },
      'Expected the option approvedBy of newBudget to be a text that is not empty, got undefined',
    ],
    [
      { ...good, spans: 'none' },
      'Expected the option spans of recover to be "full" or "minimal", got "none"',
    ],
    [{ ...good, signal: {} }, 'Expected the option signal of recover to be an AbortSignal, got an object'],
    [
      { ...good, clock: Date },
      'Expected the option clock of recover to be an object { now(), after() }, got a function',
    ],
    [{ ...good, random: 4 }, 'Expected the option random of recover to be a function, got 4'],
  ])('%j', (options, message) => {
    expect(() => checkRecoverOptions(options)).toThrow(new ToolspanError('invalid_option', message))
  })

  test('a layer that is not on the closed list', () => {
    expect(() => checkRecoverOptions({ ...good, layer: 'handler' })).toThrow(
      /^Expected the option layer of recover to be "workflow", /,
    )
  })

  test('a misspelt option does not silently mean the default', () => {
    expect(() => checkRecoverOptions({ ...good, attemptTimeout: 5 })).toThrow(
      /an option of recover to be one of owner, .*, got "attemptTimeout"/,
    )
  })

  test('nothing has run by then', () => {
    let ran = false
    expect(() =>
      recover({ ...good, maxAttempts: 0 }, () => {
        ran = true
      }),
    ).toThrow(ToolspanError)
    expect(ran).toBe(false)
  })

  test('an attempt that is no function', () => {
    const call: unknown = Reflect.get({ recover }, 'recover')
    if (typeof call !== 'function') throw new Error('recover')
    expect(() => call(good, 'orders')).toThrow('Expected attempt to be a function, got "orders"')
  })
})

test('right options pass, and an option that is undefined counts as absent', () => {
  expect(() =>
    checkRecoverOptions({
      ...good,
      operation: 'order-88',
      attemptTimeoutMs: 1000,
      idempotent: true,
      effect: 'write',
      layer: 'mcp_server',
      revise: () => undefined,
      newBudget: approval,
      spans: 'minimal',
      signal: undefined,
      clock: undefined,
      random: undefined,
    }),
  ).not.toThrow()
})
