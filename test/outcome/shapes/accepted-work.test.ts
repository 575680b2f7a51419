import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

describe('receipts of work that comes later', () => {
  it.each([
    { status: 'accepted', operationId: 'op-4', statusUrl: 'https://jobs.example.com/op-4' },
    { status: 'QUEUED', job_id: 'j-1' },
    { status: 202, jobId: 'j-2' },
    { state: 'in_progress', taskId: 't-1', pollIntervalMs: 500 },
    { status: 'Provisioning', operation_id: 'op-5' },
    { status: 'in-progress', executionId: 'e-1' },
    { state: 'starting', workflow_id: 'w-1' },
  ])('REQ-1: $status with a handle is accepted from an action', (value) => {
    expect(readJson(value, { effect: 'write' }).status).toBe('accepted')
    expect(readJson(value, { effect: 'unknown' }).status).toBe('accepted')
  })

  it('asking how a job is doing is a look-up', () => {
    expect(readJson({ jobId: 'j-4', status: 'running', progress: 40 }, { effect: 'read' }).status).toBe(
      'found',
    )
  })

  it.each([
    { id: 'ord_1', status: 'pending' },
    { id: 'vm-1', state: 'provisioning' },
    { name: 'house', status: 'building' },
    { taskId: 't-1', status: 'updated' },
    { taskId: 't-2', status: 'started by nobody' },
    { taskId: 't-3', status: 'done' },
    { taskId: 't-4', progress: 'running' },
  ])('a record that waits, or a word that is none of waiting, is no receipt of this call: %j', (value) => {
    expect(readJson(value, { effect: 'write' }).status).toBe('completed')
  })
})
