import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { textResult } from '../../support/tool-results.ts'

const context = { errorCategory: 'validation', isRetryable: false, message: 'There is no status "opne".' }
const json = JSON.stringify(context)

const places: readonly (readonly [string, object])[] = [
  ['in the structured view', { content: [], structuredContent: context }],
  ['in _meta', { ...textResult('There is no such status.'), _meta: context }],
  ['as the text', textResult(json)],
  ['as the second text', textResult('The search failed.', json)],
  ['among words', textResult(`The search failed.\n${json}\nChange the status.`)],
  ['in a code fence', textResult(`The search failed:\n\`\`\`json\n${json}\n\`\`\``)],
  ['one level down in the text', textResult(JSON.stringify({ error: context }))],
  ['one level down in the structure', { content: [], structuredContent: { data: context } }],
  ['in the text beside a structure that says nothing', { ...textResult(json), structuredContent: {} }],
  ['after other braces', textResult(`Filter {status} failed: ${json}`)],
]

describe('REQ-6: an envelope is found', () => {
  it.each(places)('%s', (_name, result) => {
    expect(classifyResult({ ...result, isError: true }, { effect: 'read' })).toMatchObject({
      status: 'failed',
      reason: 'declared',
      category: 'validation',
      retryable: false,
    })
  })

  it.each(places)('%s, without the flag as well', (_name, result) => {
    expect(classifyResult(result, { effect: 'read' })).toMatchObject({
      status: 'failed',
      reason: 'unflagged_context',
      category: 'validation',
    })
  })

  it('not far inside a long text, nor where the JSON is broken', () => {
    expect(classifyResult(textResult(`${'word '.repeat(2000)}${json}`), { effect: 'read' }).status).toBe(
      'found',
    )
    expect(classifyResult(textResult(`It failed: ${json.slice(0, -3)}`), { effect: 'read' }).status).toBe(
      'found',
    )
  })
})
