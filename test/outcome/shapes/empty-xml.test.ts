import { describe, expect, it } from 'vitest'
import { readText } from '../../support/tool-results.ts'

describe('XML that holds nothing', () => {
  it.each([
    '<results></results>',
    '<?xml version="1.0" encoding="UTF-8"?>\n<results/>',
    '<feed xmlns="http://a.example.com/atom">\n  <entries/>\n</feed>',
  ])('%s', (text) => {
    expect(readText(text)).toMatchObject({ status: 'found_none', coverage: { status: 'unknown' } })
  })

  it.each(['<row id="1"/>', '<count>0</count>', '<br/>', '<p></p>', '<rows><row/></rows> and more'])(
    '%s holds something or is a page',
    (text) => {
      expect(readText(text).status).toBe('found')
    },
  )
})
