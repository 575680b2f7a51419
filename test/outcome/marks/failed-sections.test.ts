import { describe, expect, it } from 'vitest'
import { readText } from '../../support/tool-results.ts'

describe('one text of several sections', () => {
  it('REQ-11: a section that is an error makes the coverage partial', () => {
    const text = "a.txt:\nhello\n\n---\nb.txt: Error - ENOENT: no such file, open 'b.txt'"
    expect(readText(text)).toMatchObject({ status: 'found', coverage: { status: 'partial' } })
  })

  it('REQ-11: a paragraph in the place of a page does as well', () => {
    const text =
      '# Title A\nURL: https://a.example\n\nBody of a.\n\nError fetching https://b.example/x: NOT_FOUND'
    expect(readText(text)).toMatchObject({ status: 'found', coverage: { status: 'partial' } })
  })

  it('sections about errors are content', () => {
    expect(readText('a.txt:\nhello\n\n---\nb.txt:\nError: is a word').coverage.status).toBe('unknown')
  })
})
