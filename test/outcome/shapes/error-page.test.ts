import { describe, expect, it } from 'vitest'
import { readText } from '../../support/tool-results.ts'

const page = (title: string, body = '') =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`

describe('pages that stand in the way', () => {
  it.each([
    ['Sign in', 'permission', false],
    ['Log in to Example', 'permission', false],
    ['503 Service Unavailable', 'transient', true],
    ['404 Not Found', undefined, false],
    ['Just a moment...', undefined, undefined],
    ['Attention Required!', undefined, undefined],
  ])('"%s"', (title, category, retryable) => {
    const outcome = readText(page(title))
    expect([outcome.status, outcome.reason]).toEqual(['failed', 'error_page'])
    expect([outcome.category, outcome.retryable]).toEqual([category, retryable])
  })

  it('a bot check is told by its body as well', () => {
    expect(
      readText(page('Search', 'Bots use this too. Please complete the following challenge.')).status,
    ).toBe('failed')
  })

  it.each([
    ['a page that was asked for', page('Tide tables', '<h1>Brest</h1>')],
    ['a page about signing in', page('How sign-in flows work', '<p>…</p>')],
    ['a page with a title that begins like a check', page('Just a moment in time: photographs')],
    ['a page about attention', page('Attention required at every age, says a study')],
    ['a fragment', '<table><tr><td>1</td></tr></table>'],
    ['Markdown about a page', '# Sign in\n\nUse <html> tags.'],
  ])('%s is found', (_name, text) => {
    expect(readText(text).status).toBe('found')
  })
})
