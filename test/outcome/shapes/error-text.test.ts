import { describe, expect, it } from 'vitest'
import { readText } from '../../support/tool-results.ts'

describe('texts that are an error and nothing else', () => {
  it.each([
    ['Error opening project: list index out of range', undefined],
    ["Error: 'Employee' object has no attribute 'get'", undefined],
    ['Error searching libraries: TypeError: fetch failed', 'transient'],
    ['❌ Backup failed. Error: disk not mounted', undefined],
    ['Request failed with status 500. Please try again later.', 'transient'],
    ['Invalid API key. Please check your API key.', 'permission'],
    ['<error>Page failed to be simplified</error>', undefined],
    ['An error occurred while running the tool. Please try again.', undefined],
    ['API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}', 'transient'],
    ['Failed to connect to the index', undefined],
    ['Could not connect to the index', undefined],
    ['I was unable to access the index.', undefined],
    ['We couldn’t load the page', undefined],
    ['Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nValueError: bad', undefined],
    ['Error: boom\n    at run (a.js:1:2)\n    at main (a.js:9:1)', undefined],
    ['You’ve hit your session limit · resets 3pm', 'business'],
    ['Connection refused by 10.0.0.1', undefined],
    ['HTTP 500: Internal Server Error', 'transient'],
    ['429 Too Many Requests', 'transient'],
    ['⚠️ Could not reach the server', undefined],
    ['java.lang.NullPointerException: Cannot invoke x', undefined],
    ['cat: /x: No such file or directory', undefined],
    ['You do not have permission to access this resource.', 'permission'],
    ['The request timed out.', 'transient'],
    ['Unknown tool: foo', undefined],
    ['Database error: no such table: orders', undefined],
    ['Query error: unexpected token near FROM', undefined],
    ['upstream connect error or disconnect/reset before headers', undefined],
  ])('REQ-2: "%s"', (text, category) => {
    const outcome = readText(text)
    expect([outcome.status, outcome.reason, outcome.category]).toEqual(['failed', 'error_text', category])
  })

  it('a result that a client found missing leaves the outcome of an action open', () => {
    const text = '[Tool result missing due to internal error]'
    expect(readText(text).status).toBe('failed')
    expect(readText(text, { effect: 'write' })).toMatchObject({ status: 'indeterminate', retryable: false })
  })

  it.each([
    'Error handling in Rust uses the Result type.',
    'Error budgets are what a team may spend in a month.',
    'Forbidden City is a palace complex in Beijing.',
    'Timed out tasks are retried after 5 minutes.',
    'Access denied is the message shown when a user lacks rights.',
    'Could not agree more with the author.',
    'Your credit balance is 120 EUR',
    'Rate limits: 100 requests per minute',
    '✅ Done',
    'Validation error: 0.031 after 12 epochs',
    'Standard error: 0.4',
    'Database errors are counted by the hour.',
    '404 people attended the fair.',
    'You are not allowed to bring dogs into the garden, except on Sundays, when the lower gate is open to all.\nDogs on a lead may enter.\n\nOpening hours\n9 to 5',
    'curl: a command line tool for moving data with URLs',
    'Error: connect ECONNREFUSED\n    at TCP (node:net:1)\n2026-01-15 INFO retrying\n2026-01-15 INFO connected',
    '1. Error: listen EADDRINUSE\n   https://help.example.com/ports\n\n2. Failed to fetch\n   https://help.example.com',
  ])('"%s" is content', (text) => {
    expect(readText(text).status).toBe('found')
  })

  it.each([
    ['get_news', 'Error: How a typo cost a space agency 18 million'],
    ['top_headlines', 'Failed to launch: rocket stays on the ground for the third time'],
    ['fetchArticle', 'Forbidden: the book that twelve states have banned'],
    ['get_lyrics', 'Error in my heart\nError in my soul'],
    ['transcribe_audio', 'Access denied'],
    ['ocr_image', 'Unauthorized'],
    ['translate', 'Error: file not found'],
    ['translateText', 'Internal server error'],
    ['paraphrase', 'The connection to the server was refused.'],
    ['summarize_page', 'Failed to deliver on its promises, the agency spent three million on consultants.'],
    ['explain_code', 'Error in line 3: you call foo() before it is defined. Move the definition up.'],
    [
      'explain_error',
      'Error code 0x80070005 says that access was denied. Run the installer as administrator.',
    ],
    ['define_word', 'Error: a mistake; something that is wrong.'],
    ['read_faq', 'Cannot connect? Check the cable, then the settings.'],
    ['lint_file', 'error: unused variable x'],
    ['review_code', 'Error: unused variable on line 3\nWarning: missing semicolon on line 9'],
    ['list_commits', 'Error: handle null in the parser (#123)'],
    ['write_email', 'Failed to reach you by phone, so I write to ask about the invoice.'],
    ['generate_text', 'Error: a poem\nOne line of doubt'],
  ])('the words of %s may be about errors: "%s"', (tool, text) => {
    expect(readText(text, { tool }).status).toBe('found')
  })

  it.each([
    ['get_news', 'Error fetching news: 503 Service Unavailable'],
    ['get_news', 'Error: API key invalid'],
    ['translate', 'Error: 429 Too Many Requests'],
    ['translate', 'Error: rate limit exceeded'],
    ['explain_code', 'Error: model overloaded, please try again later'],
    ['search_docs', 'Request failed with status code 500'],
    ['summarize', 'Failed to load page: ECONNREFUSED'],
    ['explain_query', 'ERROR:  relation "usrs" does not exist'],
    ['git_commit', 'Error: nothing to commit'],
    ['post_tweet', 'Error: text is too long'],
    ['write_file', 'Error: permission denied'],
    ['send_email', 'Failed to deliver the mail'],
  ])('%s fails like any other where a machine speaks, or where it acts: "%s"', (tool, text) => {
    expect(readText(text, { tool })).toMatchObject({ status: 'failed', reason: 'error_text' })
  })

  it.each([
    'Error 404 is returned when the page does not exist.',
    'Access denied means that the account has no role.',
    '401 Unauthorized is sent when the token is missing. See the section on authentication.',
    'Internal server error occurs when the backend is down.',
    'TypeError: Cannot read properties of undefined means that you use a value that is not there.',
    'Failed to process your order? Contact us.',
  ])('a sentence about errors is none, whatever the tool: "%s"', (text) => {
    expect(readText(text).status).toBe('found')
  })

  it('an error that is explained after its first sentence is one all the same', () => {
    const text = 'Error: connect ECONNREFUSED. This usually means that the server is not running.'
    expect(readText(text).status).toBe('failed')
    expect(readText('Failed to connect. Is the server running?').status).toBe('failed')
  })

  it('what a log reader shows is its right answer', () => {
    expect(readText('Error: disk full', { tool: 'read_log' }).status).toBe('found')
    expect(readText('Error: disk full', { tool: 'get_catalog' }).status).toBe('failed')
  })
})
