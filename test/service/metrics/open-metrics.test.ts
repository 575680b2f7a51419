import { expect, test } from 'vitest'
import {
  METRIC_TOOLSPAN_FINDINGS,
  METRIC_TOOLSPAN_RETRY_AMPLIFICATION,
} from '../../../src/semconv/metrics.ts'
import { METRIC_TAIL_FACTS_SIZE } from '../../../src/semconv/tail-metrics.ts'
import { createMetricRegistry } from '../../../src/service/metrics/metric-registry.ts'
import { openMetricsPage } from '../../../src/service/metrics/open-metrics.ts'

const exemplar = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), value: 1, atMs: 1500 }

test('writes counters, gauges and histograms, with the trace that a value came from', () => {
  const metrics = createMetricRegistry()
  metrics.count(METRIC_TOOLSPAN_FINDINGS, { 'toolspan.finding.rule': 'a"b\\c\nd' }).add(2, exemplar)
  metrics.gauge(METRIC_TAIL_FACTS_SIZE, () => 5)
  metrics.distribution(METRIC_TOOLSPAN_RETRY_AMPLIFICATION).record(9, { ...exemplar, value: 9 })
  const lines = openMetricsPage(metrics.read()).split('\n')
  expect(lines).toContain('# TYPE toolspan_findings counter')
  expect(lines).toContain(
    `toolspan_findings_total{toolspan_finding_rule="a\\"b\\\\c\\nd"} 2 # {trace_id="${'a'.repeat(32)}",span_id="${'b'.repeat(16)}"} 1 1.5`,
  )
  expect(lines).toContain('toolspan_tail_facts_size_bytes 5')
  const buckets = lines.filter((line) => line.startsWith('toolspan_retry_amplification_bucket'))
  expect(buckets.find((line) => line.includes('le="6.0"'))).toMatch(/ 0$/)
  expect(buckets.find((line) => line.includes('le="9.0"'))).toContain(' 1 # {trace_id=')
  expect(buckets.at(-1)).toContain('le="+Inf"')
  expect(lines.slice(-2)).toEqual(['# EOF', ''])
})

test('does not let hostile names fill the memory', () => {
  const metrics = createMetricRegistry()
  for (let index = 0; index < 5000; index++)
    metrics.count(METRIC_TOOLSPAN_FINDINGS, { 'gen_ai.tool.name': `tool ${index}` }).add(1)
  const [read] = metrics.read()
  expect(read?.points.length).toBeLessThanOrEqual(2001)
  expect(openMetricsPage(metrics.read())).toContain('otel_metric_overflow="true"} 3000')
})

test('refuses a metric that is not declared', () => {
  expect(() => createMetricRegistry().count('made.up')).toThrow('not declared')
})
