import { describe, expect, it } from 'vitest'
import { readText } from '../../support/tool-results.ts'

describe('coverage in words', () => {
  it.each([
    ['Checked 12 files. No problems found.', 'complete', 12],
    ['Span a1 was not found in trace 77ff. All 4,210 spans were searched.', 'complete', 4210],
    ["0 rows matched status='active'. The table has 1,204 rows; all were scanned.", 'complete', 1204],
    ['0 of 120 files matched.', 'complete', 120],
    ['Searched 120 files, found 0 matches.', 'complete', 120],
    ['No matches in 120 files.', 'complete', 120],
    ['Span a1 was not found. 1,000 of 4,210 spans were fetched.', 'partial', 1000],
  ])('REQ-9: %j', (text, coverage, scanned) => {
    expect(readText(text)).toMatchObject({ status: 'found_none', scanned, coverage: { status: coverage } })
  })

  it.each(['No matches found', 'No issues found in version 12.', 'Checked 0 files. No problems found.'])(
    '%j says nothing about where was looked',
    (text) => {
      expect(readText(text)).toMatchObject({ status: 'found_none', coverage: { status: 'unknown' } })
    },
  )
})
