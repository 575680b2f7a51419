import { describe, expect, test } from 'vitest'
import { invalidOption, ToolspanError } from '../../src/self/toolspan-error.ts'

describe('the message about a wrong option', () => {
  test.each([
    [0, 'got 0'],
    [Number.NaN, 'got NaN'],
    ['tow', 'got "tow"'],
    ['x'.repeat(61), 'got a string of 61 characters'],
    [undefined, 'got undefined'],
    [null, 'got null'],
    [[], 'got an array'],
    [{ secret: 1 }, 'got an object'],
    [() => 1, 'got a function'],
  ])('says what came: %j', (got, said) => {
    const error = invalidOption('maxAttempts', 'an integer of at least 1', got)
    expect(error).toBeInstanceOf(ToolspanError)
    expect(error.code).toBe('invalid_option')
    expect(error.message).toBe(`Expected maxAttempts to be an integer of at least 1, ${said}`)
  })
})
