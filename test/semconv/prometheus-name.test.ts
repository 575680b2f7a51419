import { expect, test } from 'vitest'
import { METRICS } from '../../src/semconv/metrics.ts'
import { prometheusLabel, prometheusName, prometheusSeries } from '../../src/semconv/prometheus-name.ts'
import { SPAN_METRICS, SPAN_METRICS_ATTRIBUTES } from '../../src/semconv/span-metrics.ts'

const PROMETHEUS_METRIC = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const PROMETHEUS_LABEL = /^[a-zA-Z_][a-zA-Z0-9_]*$/

test('a histogram of seconds says so in its name and is stored as three series', () => {
  const metric = { name: 'gen_ai.execute_tool.duration', instrument: 'histogram', unit: 's' } as const
  expect(prometheusName(metric)).toBe('gen_ai_execute_tool_duration_seconds')
  expect(prometheusSeries(metric)).toEqual([
    'gen_ai_execute_tool_duration_seconds_bucket',
    'gen_ai_execute_tool_duration_seconds_sum',
    'gen_ai_execute_tool_duration_seconds_count',
  ])
})

test('a unit in braces counts things and is left out, and a counter ends in total', () => {
  const metric = { name: 'toolspan.findings', instrument: 'counter', unit: '{finding}' } as const
  expect(prometheusName(metric)).toBe('toolspan_findings_total')
  expect(prometheusSeries(metric)).toEqual(['toolspan_findings_total'])
})

test('only a gauge of unit 1 is a ratio', () => {
  expect(prometheusName({ name: 'a.share', instrument: 'gauge', unit: '1' })).toBe('a_share_ratio')
  expect(prometheusName({ name: 'a.share', instrument: 'histogram', unit: '1' })).toBe('a_share')
  expect(prometheusName({ name: 'a.share', instrument: 'updowncounter', unit: '1' })).toBe('a_share')
})

test('what a name says already is not said twice', () => {
  expect(prometheusName({ name: 'held.bytes', instrument: 'gauge', unit: 'By' })).toBe('held_bytes')
  expect(prometheusName({ name: 'total.sent', instrument: 'counter', unit: '' })).toBe('sent_total')
  expect(prometheusName({ name: 'hit.ratio', instrument: 'gauge', unit: '1' })).toBe('hit_ratio')
})

test('an up-down counter is a gauge with its unit and without total', () => {
  expect(prometheusName({ name: 'facts.held', instrument: 'updowncounter', unit: 'By' })).toBe(
    'facts_held_bytes',
  )
})

test('a unit without a known spelling is refused with what is known', () => {
  expect(() => prometheusName({ name: 'a.cost', instrument: 'counter', unit: 'USD' })).toThrow(
    'unit of metric a.cost: expected one of s, ms, By, 1, {thing}, got "USD"',
  )
})

test('REQ-29 every declared metric and every span metric has a name of its own that Prometheus accepts', () => {
  const series = [...METRICS, ...SPAN_METRICS].flatMap(prometheusSeries)
  expect(series.filter((name) => !PROMETHEUS_METRIC.test(name))).toEqual([])
  expect(new Set(series).size).toBe(series.length)
})

test('the names that dashboards of others may rest on are these', () => {
  expect([...METRICS, ...SPAN_METRICS].map(prometheusName)).toEqual(
    expect.arrayContaining([
      'mcp_client_operation_duration_seconds',
      'mcp_server_operation_duration_seconds',
      'gen_ai_execute_tool_duration_seconds',
      'toolspan_tool_results_total',
      'toolspan_attempts_total',
      'toolspan_findings_total',
      'toolspan_retry_amplification',
      'toolspan_self_errors_total',
      'toolspan_self_facts_dropped_total',
      'toolspan_self_ledgers_ignored_total',
      'traces_span_metrics_calls_total',
      'traces_span_metrics_duration_seconds',
    ]),
  )
})

test('the attributes of one metric become labels that Prometheus accepts and that stay apart', () => {
  const carried = [
    ...METRICS.map(({ attributes }) => attributes),
    ...SPAN_METRICS.map(({ dimensions }) => [...SPAN_METRICS_ATTRIBUTES, ...dimensions]),
  ]
  for (const attributes of carried) {
    const labels = attributes.map(prometheusLabel)
    expect(labels.filter((label) => !PROMETHEUS_LABEL.test(label))).toEqual([])
    expect(new Set(labels).size).toBe(labels.length)
  }
})
