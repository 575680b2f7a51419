import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { textResult } from '../../support/tool-results.ts'

const flagged = (text: string) => ({ ...textResult(text), isError: true })

describe('results with the error flag', () => {
  it('REQ-2: the flag alone is a failure of which nobody says why', () => {
    const outcome = classifyResult({ content: [], isError: true }, { effect: 'read' })
    expect(outcome).toMatchObject({ status: 'failed', reason: 'is_error', source: 'inferred' })
    expect(outcome).not.toHaveProperty('category')
    expect(outcome).not.toHaveProperty('retryable')
  })

  it('REQ-2: the flag beats a body that says "found"', () => {
    const result = { content: [], structuredContent: { status: 'found', count: 1 }, isError: true }
    expect(classifyResult(result, { effect: 'read' }).status).toBe('failed')
  })

  it('the flag has to be the boolean', () => {
    expect(classifyResult({ ...textResult('all is well'), isError: 'true' }, { effect: 'read' }).status).toBe(
      'found',
    )
  })

  it.each([
    ['Request timed out after 30000 ms', 'transient', true],
    ['HTTP 429 Too Many Requests', 'transient', true],
    ['GET https://api.example.com: 403 API rate limit exceeded', 'transient', true],
    ['403 Forbidden', 'permission', false],
    ["ENOENT: no such file or directory, open '/a'", 'validation', false],
    ["EACCES: permission denied, scandir '/a'", 'permission', false],
    ['Permission denied for /root', 'permission', false],
    ['Input validation error: limit must be <= 100', 'validation', false],
    ['Your credit balance is too low', 'business', false],
    ['MCP error -32602: Tool nope not found', 'validation', false],
    ['MCP error -32602: Output validation error: no structured content', 'other', false],
    ['boom', undefined, undefined],
    ['Rate limited or quota exceeded', undefined, undefined],
  ])('reads the cause of "%s" from its words', (text, category, retryable) => {
    const outcome = classifyResult(flagged(text), { effect: 'read' })
    expect([outcome.status, outcome.category, outcome.retryable]).toEqual(['failed', category, retryable])
    expect(outcome.detail).toBe(text)
  })

  it('a write that timed out is indeterminate, one that was refused has failed', () => {
    expect(classifyResult(flagged('Request timed out'), { effect: 'write' })).toMatchObject({
      status: 'indeterminate',
      retryable: false,
    })
    expect(classifyResult(flagged('Permission denied'), { effect: 'write' }).status).toBe('failed')
  })

  it('reads the error of a JSON body that is no context', () => {
    const result = { ...textResult('{"error":{"code":503,"message":"down"}}'), isError: true }
    expect(classifyResult(result, { effect: 'read' })).toMatchObject({ category: 'transient', code: '503' })
  })

  it('keeps a bounded part of a long text as the detail', () => {
    expect(classifyResult(flagged('x'.repeat(100_000)), { effect: 'read' }).detail).toHaveLength(2048)
  })
})
