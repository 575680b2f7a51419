import { describe, expect, it } from 'vitest'
import { foundNone } from '../../../src/outcome/build/found-none.ts'
import { classifyValue } from '../../../src/outcome/classify-value.ts'

const sentenceOf = (result: { content: { text: string }[] }) => result.content[0]?.text.split('\n\n')[0] ?? ''

describe('foundNone', () => {
  it('REQ-9: says what was searched, over how much, and what empty means', () => {
    const result = foundNone({
      searched: { status: 'active', region: 'eu' },
      scanned: 1204,
      sources: ['orders'],
      emptyReason: 'no_match',
    })
    const sentence = sentenceOf(result)
    for (const part of ['0 results', 'status=active, region=eu', '1204', 'orders', 'Coverage is complete']) {
      expect(sentence).toContain(part)
    }
    expect(classifyValue(sentence, { effect: 'read' })).toMatchObject({
      status: 'found_none',
      coverage: { status: 'complete' },
    })
  })

  it('REQ-9: says so when it proves nothing', () => {
    const sentence = sentenceOf(foundNone())
    expect(sentence).toContain('does not prove that there is none')
    expect(classifyValue(sentence, { effect: 'read' })).toMatchObject({
      status: 'found_none',
      coverage: { status: 'unknown' },
    })
  })

  it('a stale replica with no rows says both', () => {
    const result = foundNone({ sources: ['replica'], freshness: { ageMs: 2_400_000, maxAgeMs: 60_000 } })
    expect(result.structuredContent).toMatchObject({
      coverage: { status: 'complete' },
      freshness: { status: 'stale' },
    })
    expect(sentenceOf(result)).toContain('stale, 2400000 ms old (60000 ms allowed)')
  })

  it('a reason of the tool’s own stands beside the shared one', () => {
    const { structuredContent } = foundNone({
      emptyReason: 'out_of_range',
      emptyDetail: 'before the first import',
    })
    expect(structuredContent).toMatchObject({
      emptyReason: 'out_of_range',
      emptyDetail: 'before the first import',
    })
  })
})
