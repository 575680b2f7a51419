import { describe, expect, it } from 'vitest'
import { readText } from '../../support/tool-results.ts'

const sections = (...parts: readonly string[]): string => parts.join('\n---\n')

describe('sections that are all an error', () => {
  it.each([
    sections('/d/a.txt: Error - ENOENT: no such file', '/d/b.txt: Error - EACCES: permission denied'),
    sections('https_a: Error: timed out', 'https_b: failed – 404'),
  ])('REQ-2 %j failed as a whole', (text) => {
    expect(readText(text)).toMatchObject({ status: 'failed', reason: 'error_text', detail: text })
  })

  it('one that came makes it a part (REQ-11)', () => {
    const outcome = readText(sections('a.txt:\nhello', 'b.txt: Error - ENOENT: no such file'))
    expect([outcome.status, outcome.coverage.status]).toEqual(['found', 'partial'])
  })

  it.each([
    ['a rate of errors is a value', sections('api: error rate 3 %', 'web: error rate 1 %')],
    [
      'a section that goes on is a report',
      sections('api: Error - see below\nline 4\nline 5', 'web: Error - x'),
    ],
    ['prose with rules', sections('What went wrong', 'How to fix an error')],
  ])('%s', (_name, text) => {
    expect(readText(text).status).toBe('found')
  })

  it('a reader of logs is believed', () => {
    const text = sections('api: Error: boom', 'web: Error: bang')
    expect(readText(text, { tool: 'tail_logs' }).status).toBe('found')
  })
})
