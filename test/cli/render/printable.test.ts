import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable } from '../../../src/cli/render/printable.ts'

test('writing of every language stays as it is', () => {
  expect(printable('Bestellung 4711 für 東京 🛒 «ключ»')).toBe('Bestellung 4711 für 東京 🛒 «ключ»')
})

test.each([
  ['an escape sequence', '\u001b[31mred', '\\u{1b}[31mred'],
  ['a one-byte control sequence introducer', '\u009b31m', '\\u{9b}31m'],
  ['a line end', 'a\r\nb', 'a\\u{d}\\u{a}b'],
  ['a mark that turns the direction', 'a\u202eb', 'a\\u{202e}b'],
  ['half of a pair', 'a\ud83d', 'a\\u{d83d}'],
])('%s is shown, not obeyed', (_, text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('no text leaves a character that a terminal obeys', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
    }),
  )
})
