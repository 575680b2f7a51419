import { describe, expect, it } from 'vitest'
import { readText } from '../../support/tool-results.ts'

describe('words in the place of a value', () => {
  it.each(['N/A', 'undefined', 'Unknown', '(no output)', '(no response)', 'None', '--', '[object Object]'])(
    '"%s" proves no absence',
    (text) => {
      expect(readText(text)).toMatchObject({ status: 'found_none', reason: 'filler_word' })
      expect(readText(text, { effect: 'write' }).status).toBe('completed')
    },
  )

  it.each(['unknown soldier', 'None of them', 'N/A for Linux', 'no output device is set'])(
    '"%s" is content',
    (text) => {
      expect(readText(text).status).toBe('found')
    },
  )
})
