import { describe, expect, it } from 'vitest'
import { isBlank } from '../../../src/outcome/evidence/blank.ts'

describe('blank texts', () => {
  it.each(['', ' \n\t', '\u200b\u2060\ufeff', '\u00a0\u3000', '\u200e \u200f'])(
    '%j shows nothing',
    (text) => {
      expect(isBlank(text)).toBe(true)
    },
  )

  it.each(['a', '\u200ba', '.', '字', '🙂', '\u0301'])('%j shows something', (text) => {
    expect(isBlank(text)).toBe(false)
  })
})
