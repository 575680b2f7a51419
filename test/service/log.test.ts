import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJsonLog, errorDetails } from '../../src/service/log.ts'

test('writes one line of plain characters for whatever happens to be in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const lines: string[] = []
      createJsonLog(
        (line) => lines.push(line),
        () => 0,
      )('error', text, { text })
      const [line = ''] = lines
      expect(line.indexOf('\n')).toBe(line.length - 1)
      expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u)
      if (text.isWellFormed()) expect(JSON.parse(line)).toMatchObject({ level: 'error', message: text, text })
    }),
  )
})

test('says of an error what it says, and its code', () => {
  expect(errorDetails(Object.assign(new Error('no'), { code: 'EACCES' }))).toEqual({
    error: 'no',
    code: 'EACCES',
  })
  expect(errorDetails('odd')).toEqual({ error: 'odd' })
})
