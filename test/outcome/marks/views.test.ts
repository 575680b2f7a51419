import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { textResult } from '../../support/tool-results.ts'

const read = (text: string, structuredContent: unknown) =>
  classifyResult({ ...textResult(text), structuredContent }, { effect: 'read' })

describe('the structured and the text view', () => {
  it.each([
    ['the text denies what the structure holds', 'No matching flights found.', { flights: [1, 2, 3] }],
    ['the text denies anything at all', 'No results found.', { flights: [1, 2, 3] }],
    ['the text denies it without a name', 'Nothing found.', { flights: [1, 2, 3] }],
    ['the text names what the list is called, further in', 'No entries found.', { data: { entries: [1] } }],
    ['the text names it in the singular', 'No category found', { categories: [1] }],
    ['the text is an empty list', '[]', { flights: [1] }],
    ['the text is an empty listing', '{"flights":[]}', { flights: [1] }],
    ['the structure is left out', 'parse\n├─ load\n└─ main', {}],
  ])('disagree when %s', (_name, text, structured) => {
    expect(read(text, structured)).toMatchObject({ status: 'found', viewsDisagree: true })
  })

  it('the name of the tool says what is looked for, where the list has no name of its own', () => {
    const both = { ...textResult('No orders found.'), structuredContent: { results: [{ id: 1 }] } }
    expect(classifyResult(both, { effect: 'read', tool: 'search_orders' })).toMatchObject({
      viewsDisagree: true,
    })
    expect(classifyResult(both, { effect: 'read', tool: 'listOrders' })).toMatchObject({
      viewsDisagree: true,
    })
    expect(classifyResult(both, { effect: 'read', tool: 'audit_shop' })).not.toHaveProperty('viewsDisagree')
  })

  it('an empty structure is no answer: the text says what it was', () => {
    expect(read('Error: the index is down', {})).toMatchObject({ status: 'failed', reason: 'error_text' })
    const none = read('No matching flights found.', {})
    expect(none.status).toBe('found_none')
    expect(none).not.toHaveProperty('viewsDisagree')
  })

  it('disagree when the data lies beside the content', () => {
    expect(
      classifyResult({ content: [], count: 2, results: [{ id: 1 }, { id: 2 }] }, { effect: 'read' }),
    ).toMatchObject({ status: 'found', count: 2, viewsDisagree: true })
  })

  it('disagree when a tool that declared an output schema gives text alone', () => {
    const about = { effect: 'read', declaredOutputSchema: true } as const
    expect(classifyResult(textResult('{"rows":[1]}'), about)).toMatchObject({ viewsDisagree: true })
    for (const result of [
      { ...textResult('false'), structuredContent: { result: false } },
      textResult('[]'),
      { ...textResult('down'), isError: true },
    ]) {
      expect(classifyResult(result, about)).not.toHaveProperty('viewsDisagree')
    }
    expect(classifyResult(textResult('a'), { effect: 'read' })).not.toHaveProperty('viewsDisagree')
  })

  it.each([
    ['both hold the same', '{"regions":["eu","us"]}', { regions: ['eu', 'us'] }],
    ['the text is a sentence about it', 'Found 2 rooms.', { rooms: [1, 2] }],
    ['the text denies something else', 'No warnings found.', { files: ['a.ts', 'b.ts'] }],
    ['the text denies problems in what it lists', 'No vulnerabilities found.', { packages: [1, 2] }],
    ['the text denies a change', '0 changes detected.', { hosts: [1, 2] }],
    ['the text denies more of them', 'No conflicts found in calendar', { calendars: [1] }],
    ['the text names what is looked through', 'No errors found in 3 files.', { files: [1, 2, 3] }],
    ['the text denies a next page', 'No more pages available.', { orders: [1, 2] }],
    ['both are empty', '**no results**', { rows: [] }],
    ['the text names fewer than there are', 'Found 3 rows.', { rows: [1, 2, 3, 4, 5] }],
    ['the text shows the first of them', '{"rows":[1,2]}', { rows: [1, 2, 3] }],
    ['both say no', 'false', { result: false }],
    ['there is no text', '', { greeting: 'hi' }],
    [
      'the text tells of an absence in what was found',
      'The report says that no errors were found.',
      { reports: [1] },
    ],
  ])('agree when %s', (_name, text, structured) => {
    expect(read(text, structured)).not.toHaveProperty('viewsDisagree')
  })
})
