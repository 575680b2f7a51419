import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

describe('bodies that are an error and nothing else', () => {
  it.each([
    [{ error: 'Request had invalid authentication credentials' }, 'permission', false],
    [{ error: { message: 'upstream timed out', code: 504 } }, 'transient', true],
    [{ status: 'error', message: 'Paper could not be converted' }, undefined, undefined],
    [{ code: 404, msg: 'data not found: ds-7' }, undefined, false],
    [{ ok: false, error: 'channel_not_found' }, undefined, false],
    [{ success: false, message: 'user is locked' }, undefined, undefined],
    [{ code: 'E_TOOL', message: 'Item is not readable' }, undefined, undefined],
    [{ status: 500, error: 'Internal Server Error', path: '/x' }, 'transient', true],
    [
      { type: 'https://example.com/probs/credit', title: 'No credit', status: 403, detail: 'x' },
      'permission',
      false,
    ],
    [{ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } }, undefined, undefined],
    [{ __type: 'com.example#AccessDeniedException', message: 'no' }, 'permission', false],
    [{ error: { code: 403, message: 'The caller does not have permission' } }, 'permission', false],
    [{ errorMessages: ['There is no field x.'], errors: {} }, undefined, undefined],
    [{ errors: [{ message: 'boom' }] }, undefined, undefined],
    [{ errors: [{ field: 'name', message: 'is required' }] }, undefined, undefined],
    [{ errors: ['boom'] }, undefined, undefined],
    [{ success: false, errors: [{ code: 10000, message: 'no' }], warnings: [] }, undefined, undefined],
  ])('%j', (value, category, retryable) => {
    const outcome = readJson(value)
    expect([outcome.status, outcome.reason]).toEqual(['failed', 'error_object'])
    expect([outcome.category, outcome.retryable]).toEqual([category, retryable])
  })

  it.each([
    ['null error', { sku: 'A-1', inStock: 7, error: null }],
    ['empty error', { sku: 'A-1', inStock: 7, error: '' }],
    ['empty error object', { retries: 3, error: {} }],
    ['a job that failed', { jobId: 'j1', status: 'failed', error: 'exit 1', startedAt: '2026-01-15' }],
    [
      'a test report',
      { success: false, numTotalTests: 142, numFailedTests: 2, testResults: [{ name: 'a' }] },
    ],
    ['results in spite of all', { success: false, results: [{ id: 1 }] }],
    ['an order in a frame', { order: { status: 'failed', message: 'card declined' } }],
    ['what a linter found', { errors: [{ message: 'x is not defined' }], warnings: [] }],
    ['what a linter found, in texts', { errors: ['x is not defined'], warnings: ['unused'] }],
    ['what a compiler found', { errors: [{ line: 3, column: 7, message: 'expected ;' }] }],
    ['what a spell checker found', { errors: [{ word: 'teh', suggestions: ['the'] }] }],
    ['what a style checker found', { errors: [{ rule: 'no-var', message: 'use let' }] }],
    ['what a page checker found', { errors: [{ selector: 'img', message: 'no alt text' }] }],
    ['bad rows of a file that was checked', { errors: [{ row: 12, message: 'no date' }] }],
    ['an article', { title: 'Not Found', author: 'x', status: 404 }],
    ['a currency', { code: 'EUR', message: 'Euro' }],
    ['an explanation', { code: 404, description: 'Not Found', category: 'client' }],
    ['a number with a name', { code: 500, name: 'five hundred' }],
    ['a pod that crashes', { kind: 'Pod', status: { phase: 'Failed', reason: 'Error' } }],
  ])('%s is none', (_name, value) => {
    expect(readJson(value).status).toBe('found')
  })

  it('a write that broke down in the middle is indeterminate', () => {
    expect(readJson({ status: 500, error: 'Internal Server Error' }, { effect: 'write' }).status).toBe(
      'indeterminate',
    )
  })
})
