import { describe, expect, test } from 'vitest'
import { checkRecoverOptions } from '../../src/budget/options.ts'
import { recover } from '../../src/budget/recover.ts'
import { ToolspanError } from '../../src/self/toolspan-error.ts'

const good = { owner: 'orders', maxAttempts: 3, deadlineMs: 10_000 }
const approval = { approvedBy: 'duty-engineer', reason: 'status page green again' }

describe('wrong options fail at once, with option, expected and got', () => {
  test.each([
    [undefined, 'Expected options to be an object, got undefined'],
    [{ ...good, owner: '' }, 'Expected owner to be a non-empty string, got ""'],
    [{ ...good, owner: undefined }, 'Expected owner to be a non-empty string, got undefined'],
    [{ ...good, operation: 7 }, 'Expected operation to be a non-empty string, got 7'],
    [{ ...good, maxAttempts: 0 }, 'Expected maxAttempts to be an integer of at least 1, got 0'],
    [{ ...good, maxAttempts: 2.5 }, 'Expected maxAttempts to be an integer of at least 1, got 2.5'],
    [
      { ...good, maxAttempts: Number.POSITIVE_INFINITY },
      'Expected maxAttempts to be an integer of at least 1, got Infinity',
    ],
    [{ ...good, deadlineMs: 0 }, 'Expected deadlineMs to be a number from 1 to 2147483647, got 0'],
    [{ ...good, deadlineMs: Number.NaN }, 'Expected deadlineMs to be a number from 1 to 2147483647, got NaN'],
    [
      { ...good, deadlineMs: 2 ** 31 },
      'Expected deadlineMs to be a number from 1 to 2147483647, got 2147483648',
    ],
    [
      { ...good, attemptTimeoutMs: -1 },
      'Expected attemptTimeoutMs to be a number from 1 to 2147483647, got -1',
    ],
    [{ ...good, idempotent: 'yes' }, 'Expected idempotent to be true or false, got "yes"'],
    [{ ...good, effect: 'reed' }, 'Expected effect to be one of read, write, unknown, got "reed"'],
    [{ ...good, revise: {} }, 'Expected revise to be a function, got an object'],
    [{ ...good, newBudget: true }, 'Expected newBudget to be an object { approvedBy, reason }, got true'],
    [
      { ...good, newBudget: { approvedBy: 'duty-engineer' } },
      'Expected newBudget.reason to be a non-empty string, got undefined',
    ],
    [
      { ...good, newBudget: { reason: 'green again' } },
      'Expected newBudget.approvedBy to be a non-empty string, got undefined',
    ],
    [{ ...good, spans: 'none' }, 'Expected spans to be one of full, minimal, got "none"'],
    [{ ...good, signal: {} }, 'Expected signal to be an AbortSignal, got an object'],
    [{ ...good, clock: Date }, 'Expected clock to be an object { now(), after() }, got a function'],
    [{ ...good, random: 4 }, 'Expected random to be a function, got 4'],
  ])('%j', (options, message) => {
    expect(() => checkRecoverOptions(options)).toThrow(new ToolspanError('invalid_option', message))
  })

  test('a layer that is not on the closed list', () => {
    expect(() => checkRecoverOptions({ ...good, layer: 'handler' })).toThrow(
      /^Expected layer to be one of workflow, /,
    )
  })

  test('a misspelt option does not silently mean the default', () => {
    expect(() => checkRecoverOptions({ ...good, attemptTimeout: 5 })).toThrow(
      /attemptTimeout"? to be one of owner, /,
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
