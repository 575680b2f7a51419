import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

describe('receipts of work that comes later', () => {
  it.each([
    { status: 'accepted', operationId: 'op-4', statusUrl: 'https://jobs.example.com/op-4' },
    { status: 'QUEUED', job_id: 'j-1' },
    { status: 202, jobId: 'j-2' },
    { state: 'in_progress', taskId: 't-1', pollIntervalMs: 500 },
  ])('REQ-1: $status with a handle is accepted from an action', (value) => {
    expect(readJson(value, { effect: 'write' }).status).toBe('accepted')
    expect(readJson(value, { effect: 'unknown' }).status).toBe('accepted')
  })

  it('asking how a job is doing is a look-up', () => {
    expect(readJson({ jobId: 'j-4', status: 'running', progress: 40 }, { effect: 'read' }).status).toBe(
      'found',
    )
  })

  it('a record that waits is no receipt of this call', () => {
    expect(readJson({ id: 'ord_1', status: 'pending' }, { effect: 'write' }).status).toBe('completed')
  })
})
