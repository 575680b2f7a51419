import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

describe('a search that goes on', () => {
  it.each([
    [{ status: 'Running', results: [], statistics: { recordsScanned: 300 } }],
    [{ status: 'in_progress', findings: [] }],
    [{ state: 'queued', items: [] }],
    [{ status: 'building', results: [] }],
    [{ status: 'initialising', matches: [] }],
  ])('%j has looked at a part', (value) => {
    expect(readJson(value)).toMatchObject({ status: 'found_none', coverage: { status: 'partial' } })
  })

  it.each([
    [{ status: 'Complete', results: [] }],
    [{ status: 'pending', items: [{ id: 1 }] }],
    [{ state: 'running', uptime: 4 }],
    [{ status: 'built', results: [] }],
    [{ status: 'updated', items: [] }],
    [{ status: 'not running', results: [] }],
  ])('%j says nothing of the kind', (value) => {
    expect(readJson(value).coverage.status).toBe('unknown')
  })
})
