import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'

describe('result types of the protocol', () => {
  it('REQ-1: a question back to the user is "input required", whatever the tool does', () => {
    const result = { resultType: 'input_required', inputRequests: {}, requestState: 's' }
    expect(classifyResult(result, { effect: 'write' })).toMatchObject({
      status: 'input_required',
      source: 'declared',
    })
  })

  it('REQ-1: a task in place of a result is accepted, in the words of both revisions', () => {
    expect(classifyResult({ resultType: 'task', taskId: 't1', status: 'working' }).status).toBe('accepted')
    expect(classifyResult({ task: { taskId: 't1', status: 'working' } }).status).toBe('accepted')
  })

  it('a type that is not known says nothing', () => {
    expect(classifyResult({ resultType: 'hologram', content: [] }, { effect: 'read' })).toMatchObject({
      status: 'unknown',
      reason: 'unrecognised',
    })
  })

  it('"complete" is a result like any other', () => {
    const result = { resultType: 'complete', content: [{ type: 'text', text: 'hello' }] }
    expect(classifyResult(result, { effect: 'read' }).status).toBe('found')
  })
})
