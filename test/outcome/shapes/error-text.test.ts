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

  it('what a log reader shows is its right answer', () => {
    expect(readText('Error: disk full', { tool: 'read_log' }).status).toBe('found')
    expect(readText('Error: disk full', { tool: 'get_catalog' }).status).toBe('failed')
  })
})
