import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

const coded = (name: string, code: number | string, message: string, data?: unknown) =>
  Object.assign(new Error(message), { name, code, data })

describe('errors of the MCP SDKs', () => {
  it('one code for three things is told apart: a timer, a cancel, a session that is gone', () => {
    const timer = new McpError(ErrorCode.RequestTimeout, 'Request timed out', { timeout: 60_000 })
    expect(classifyError(timer, { effect: 'read' })).toMatchObject({
      status: 'failed',
      reason: 'timeout',
      category: 'transient',
      retryable: true,
      code: '-32001',
    })
    expect(classifyError(timer, { effect: 'write' }).status).toBe('indeterminate')
    const abort = new McpError(ErrorCode.RequestTimeout, 'AbortError: This operation was aborted')
    expect(classifyError(abort, { effect: 'read' })).toMatchObject({ status: 'cancelled', retryable: false })
    const gone = new McpError(ErrorCode.RequestTimeout, 'Session not found')
    expect(classifyError(gone, { effect: 'read' })).toMatchObject({
      status: 'failed',
      reason: 'protocol_error',
    })
    expect(classifyError(gone, { effect: 'read' })).not.toHaveProperty('category')
  })

  it('a cancel with words of the caller’s own is known by the caller’s signal', () => {
    const error = new McpError(ErrorCode.RequestTimeout, 'the user closed the window')
    expect(classifyError(error, { effect: 'read', cancelledByCaller: true }).status).toBe('cancelled')
  })

  it('bad arguments are about the input, a rejected result is not', () => {
    const input = new McpError(ErrorCode.InvalidParams, 'Invalid arguments for tool a: limit is missing')
    expect(classifyError(input, { effect: 'write' })).toMatchObject({
      status: 'failed',
      category: 'validation',
      retryable: false,
    })
    const rejected = new McpError(
      ErrorCode.InvalidParams,
      'Invalid tools/call result: content.0.text: expected string',
    )
    expect(classifyError(rejected, { effect: 'read' })).toMatchObject({ category: 'other', retryable: false })
    expect(classifyError(rejected, { effect: 'write' })).toMatchObject({
      status: 'indeterminate',
      retryable: false,
    })
    const schema = new McpError(
      ErrorCode.InvalidRequest,
      'Tool a has an output schema but did not return structured content',
    )
    expect(classifyError(schema, { effect: 'write' }).status).toBe('indeterminate')
  })

  it('a closed connection leaves an action open; the same code from a peer says nothing', () => {
    const closed = new McpError(ErrorCode.ConnectionClosed, 'Connection closed')
    expect(classifyError(closed, { effect: 'write' }).status).toBe('indeterminate')
    const peer = new McpError(ErrorCode.ConnectionClosed, 'Bad gateway config')
    expect(classifyError(peer, { effect: 'write' })).toMatchObject({
      status: 'failed',
      reason: 'protocol_error',
    })
  })

  it('an internal error can be anything', () => {
    const outcome = classifyError(new McpError(ErrorCode.InternalError, 'Internal error'), { effect: 'read' })
    expect(outcome.status).toBe('failed')
    expect(outcome).not.toHaveProperty('category')
  })

  it('REQ-1: an error that asks for an elicitation is "input required"', () => {
    const error = new McpError(ErrorCode.UrlElicitationRequired, 'Please sign in')
    expect(classifyError(error, { effect: 'write' }).status).toBe('input_required')
  })

  it.each([
    ['REQUEST_TIMEOUT', 'Request timed out', { timeout: 60_000 }, 'indeterminate', 'transient'],
    ['CONNECTION_CLOSED', 'Connection closed', undefined, 'indeterminate', 'transient'],
    ['NOT_CONNECTED', 'Not connected', undefined, 'failed', 'transient'],
    ['SEND_FAILED', 'Failed to send message', undefined, 'indeterminate', 'transient'],
    ['CAPABILITY_NOT_SUPPORTED', 'No tools', undefined, 'failed', 'other'],
    ['UNSUPPORTED_RESULT_TYPE', 'x', { resultType: 'task' }, 'indeterminate', 'other'],
    ['UNSUPPORTED_RESULT_TYPE', 'x', { resultType: 'input_required' }, 'input_required', undefined],
    ['INPUT_REQUIRED_ROUNDS_EXCEEDED', 'x', { rounds: 10 }, 'input_required', undefined],
    ['INVALID_RESULT', 'Invalid result for tools/call', undefined, 'indeterminate', 'other'],
  ])('version 2 names %s', (code, message, data, status, category) => {
    const outcome = classifyError(coded('SdkError', code, message, data), { effect: 'write' })
    expect([outcome.status, outcome.category]).toEqual([status, category])
    if (status !== 'input_required') expect(outcome.code).toBe(code)
  })

  it('the HTTP status of the transport counts, not the name of the code', () => {
    const error = Object.assign(
      coded('SdkHttpError', 'CLIENT_HTTP_NOT_IMPLEMENTED', 'upstream unavailable'),
      {
        status: 503,
      },
    )
    expect(classifyError(error, { effect: 'read' })).toMatchObject({
      category: 'transient',
      reason: 'http_status',
    })
  })
})
