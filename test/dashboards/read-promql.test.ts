import { expect, test } from 'vitest'
import { undeclared } from './declared-series.ts'
import { readPromQL } from './read-promql.ts'

test('a query is read with its series, labels, functions and ranges', () => {
  const query = 'sum by (gen_ai_tool_name) (rate(toolspan_findings_total{job=~"a",x!="b"}[$__rate_interval]))'
  expect(readPromQL(query)).toEqual({
    errors: [],
    metrics: ['toolspan_findings_total'],
    labels: ['gen_ai_tool_name', 'job', 'x'],
    selectors: [
      {
        metric: 'toolspan_findings_total',
        matchers: ['job=~"a"', 'x!="b"'],
        functions: ['rate'],
        range: '$__rate_interval',
      },
    ],
  })
})

test('broken syntax is seen', () => {
  expect(readPromQL('sum by (x) (rate(a_total[5m])').errors).not.toEqual([])
  expect(readPromQL('a_total{x=1}').errors).not.toEqual([])
})

test('a series or a label that nobody declares is named', () => {
  expect(undeclared(readPromQL('toolspan_made_up_total'))).toEqual(['toolspan_made_up_total'])
  expect(undeclared(readPromQL('toolspan_findings_total{made_up="1"}'))).toEqual(['made_up'])
  expect(undeclared(readPromQL('sum by (le) (toolspan_retry_amplification_bucket)'))).toEqual([])
})
