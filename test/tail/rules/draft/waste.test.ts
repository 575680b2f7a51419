import { expect, test } from 'vitest'
import { failing, model, read, run } from '../../../support/calls.ts'
import { findingsOfRule } from '../../../support/findings-of-rule.ts'
import { storm } from '../../../support/storm.ts'

const tokens = { 'gen_ai.usage.input_tokens': 900, 'gen_ai.usage.output_tokens': 100 }

test('a loop counts the time of its rounds after the first, and the tokens of the model calls between them (REQ-38)', () => {
  const spans = [1, 2, 3, 4, 5].flatMap((each) => [
    model(`m${each}`, { at: [each * 1000, each * 1000 + 400], ...tokens }),
    failing(`t${each}`, 'open_page', 'permission', {
      at: [each * 1000 + 500, each * 1000 + 600],
      'toolspan.operation.fingerprint': 'page',
    }),
  ])
  const [loop] = findingsOfRule('no-progress-loop', ...spans, run)
  expect(loop).toMatchObject({ attempts: 5, recovered: false, wastedMs: 4 * 500, wastedTokens: 4000 })
})

test('a storm counts the failed tries of its outermost layer after the first, which was right to make', () => {
  const layers = [
    { layer: 'agent', tries: 3 },
    { layer: 'http', tries: 2 },
  ]
  const spans = storm({ layers })
  const [found] = findingsOfRule('retry-storm', ...spans)
  const outer = spans.filter((span) => span['toolspan.layer'] === 'agent')
  const lengths = outer.map(({ at: [from, to = from] = [0, 0] }) => to - from)
  expect(lengths).toHaveLength(3)
  expect(found?.wastedMs).toBe(lengths.slice(1).reduce((sum, ms) => sum + ms, 0))
})

test('a loop that is followed by an answer of the same tool has recovered', () => {
  const steps = [1, 2, 3, 4, 5].map((each) =>
    failing(`t${each}`, 'open_page', 'permission', { 'toolspan.operation.fingerprint': 'page' }),
  )
  const answered = read('ok', 'open_page', { 'toolspan.operation.fingerprint': 'other' })
  expect(findingsOfRule('no-progress-loop', ...steps, answered, run)[0]).toMatchObject({ recovered: true })
})

test('what lies inside another wasted call counts once', () => {
  const found = findingsOfRule(
    'evidence-lost',
    failing('t', 'gather', 'transient', { at: [0, 900] }),
    read('a', 'quote_north', { in: 't', at: [10, 110] }),
    model('am', { in: 'a', at: [20, 100], ...tokens }),
    read('b', 'quote_south', { in: 't', at: [200, 300] }),
    run,
  )
  expect(found[0]).toMatchObject({ wastedMs: 200, wastedTokens: 1000, recovered: false })
})
