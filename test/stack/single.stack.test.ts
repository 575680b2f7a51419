import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  ATTR_TOOLSPAN_FINDING_RULE,
  ATTR_TOOLSPAN_FINDING_SEVERITY,
} from '../../src/semconv/attributes/finding.ts'
import { ATTR_GEN_AI_TOOL_NAME } from '../../src/semconv/standard.ts'
import { findingsOf } from '../support/trace.ts'
import { findingsIn, TAIL_SERVICE } from './ask/findings.ts'
import { playAgent, playDemo } from './run/agent.ts'
import { casesOfNow, sendSpans } from './run/send-cases.ts'
import { type SingleStack, startSingleStack } from './run/single-stack.ts'
import { until } from './run/until.ts'

/** A run is over when nothing was heard of it for 30 s; then its findings close and their spans are sent. */
const CLOSED_WITHIN_MS = 120_000
const DEMO_REPORT = z.object({
  findings: z.array(z.object({ id: z.string(), rule: z.string(), traceId: z.string() })),
})

let stack: SingleStack
beforeAll(async () => {
  stack = await startSingleStack('single')
})
afterAll(() => stack?.stop())

/** Waits until Jaeger has all of these findings of the tail. */
async function untilInJaeger(ids: readonly string[]): Promise<void> {
  let missing: readonly string[] = ids
  await until(`${ids.length} findings in Jaeger`, CLOSED_WITHIN_MS, async () => {
    const there = new Set((await findingsIn(stack.jaeger)).map(({ id }) => id))
    missing = ids.filter((id) => !there.has(id))
    return missing.length === 0 ? true : undefined
  }).catch(() => {})
  expect(missing).toEqual([])
}

test('the findings of the demo are those that the demo itself prints, and Jaeger finds them by the queries of Grafana', async () => {
  const reportFile = join(stack.folder.data, 'demo.json')
  await playDemo(stack.folder, stack.otlpUrl, '--json', reportFile)
  const { findings } = DEMO_REPORT.parse(JSON.parse(readFileSync(reportFile, 'utf8')))
  const [storm] = findings.filter(({ rule }) => rule === 'retry-storm')
  await untilInJaeger(findings.map(({ id }) => id))
  const seen = await findingsIn(stack.jaeger)
  expect(seen.map(({ id }) => id).toSorted()).toEqual(findings.map(({ id }) => id).toSorted())

  const logged = stack.programs.get('collector')?.output() ?? ''
  for (const { id } of findings) expect(logged).toContain(`toolspan.finding.id: Str(${id})`)

  expect(await stack.jaeger.services()).toEqual(
    expect.arrayContaining(['coordinator', 'orders-server', 'archive-server', TAIL_SERVICE]),
  )
  const searches = [
    `${ATTR_TOOLSPAN_FINDING_RULE}="retry-storm"`,
    `${ATTR_TOOLSPAN_FINDING_SEVERITY}="critical"`,
    `${ATTR_GEN_AI_TOOL_NAME}="ask_clerk" ${ATTR_TOOLSPAN_FINDING_RULE}="retry-storm"`,
  ]
  for (const tags of searches) {
    const found = await stack.jaeger.search(TAIL_SERVICE, tags)
    // Jaeger finds traces: this one has all of the tags on one span.
    expect([tags, found.map(({ traceID }) => traceID)]).toEqual([tags, [storm?.traceId]])
  }
  expect(await stack.jaeger.search(TAIL_SERVICE, `${ATTR_TOOLSPAN_FINDING_RULE}="no-such-rule"`)).toEqual([])
})

test('the charts show what an agent did that ran once: its counters begin at zero', async () => {
  const results = (
    await stack.prometheus.instant('sum(toolspan_tool_results_total{service_name="coordinator"})')
  )[0]
  expect(results?.values[0]).toBeGreaterThan(10)
  const drawn = await stack.prometheus.range(
    'sum(rate(toolspan_tool_results_total{service_name="coordinator"}[60s]))',
    15,
  )
  expect(Math.max(...(drawn[0]?.values ?? [0]))).toBeGreaterThan(0.1)
})

test('the bar of a storm hangs below the span that it is rooted in, covers its tries, and links to some of them', async () => {
  const storm = (await findingsIn(stack.jaeger)).find(({ rule }) => rule === 'retry-storm')
  const { spans = [] } = (await stack.jaeger.trace(storm?.traceId ?? '')) ?? {}
  const spanOf = new Map(spans.map((span) => [span.spanID, span]))
  const referred = (type: string) =>
    (storm?.span.references ?? []).flatMap(({ refType, spanID }) =>
      refType === type ? [spanOf.get(spanID)?.operationName] : [],
    )
  expect(referred('CHILD_OF')).toEqual([expect.any(String)])
  expect(referred('FOLLOWS_FROM').length).toBeGreaterThan(1)
  expect(referred('FOLLOWS_FROM')).not.toContain(undefined)
  const tries = spans.filter(({ operationName }) => operationName === 'tools/call get_stock')
  // Nine calls, each with a span of the client and one of the server.
  expect(tries).toHaveLength(18)
  const [startUs = 0, durationUs = 0] = [storm?.span.startTime, storm?.span.duration]
  // Jaeger keeps whole microseconds, a finding milliseconds and parts of them.
  for (const { startTime, duration } of tries) {
    expect(startTime).toBeGreaterThanOrEqual(startUs - 1000)
    expect(startTime + duration).toBeLessThanOrEqual(startUs + durationUs + 1000)
  }
})

test('REQ-25 REQ-26 every finding of the handed cases arrives in Jaeger, and no other', async () => {
  const before = new Set((await findingsIn(stack.jaeger)).map(({ id }) => id))
  const cases = casesOfNow()
  expect(cases.length).toBeGreaterThan(80)
  for (const spans of cases) await sendSpans(stack.otlpUrl, spans)
  const expected = cases.flatMap(findingsOf).map(({ id }) => id)
  await untilInJaeger(expected)
  const seen = (await findingsIn(stack.jaeger)).filter(({ id }) => !before.has(id))
  expect(seen.map(({ id }) => id).toSorted()).toEqual([...new Set(expected)].toSorted())
})

test('a tail that is down keeps no sender waiting, and judges what came in the meantime when it is back', async () => {
  await stack.programs.get('tail')?.stop()
  await playAgent(stack.folder, {
    service: 'meanwhile',
    scenario: 'reset',
    number: 1,
    otlpUrl: stack.otlpUrl,
  })
  const [trace] = await until('its trace in Jaeger', 60_000, async () => {
    const found = await stack.jaeger.search('meanwhile', '')
    return found.length > 0 ? found : undefined
  })
  await stack.startTail()
  await until('its finding in Jaeger', CLOSED_WITHIN_MS, async () =>
    (await findingsIn(stack.jaeger)).some(
      ({ rule, traceId }) => rule === 'budget-reset' && traceId === trace?.traceID,
    )
      ? true
      : undefined,
  )
})

test('at 10 % of head sampling the metrics still count every call', async () => {
  const count = 200
  const env = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }
  await playAgent(stack.folder, {
    service: 'head',
    scenario: 'sampled',
    number: count,
    otlpUrl: stack.otlpUrl,
    env,
  })
  await expectCounts({
    'sum(toolspan_tool_results_total{service_name="head"})': count,
    'sum(toolspan_attempts_total{service_name="head"})': count,
  })
  const traces = await until('what was sampled is in Jaeger', 60_000, async () => {
    const found = await stack.jaeger.search('head', '', 1000)
    return found.length > 0 ? found : undefined
  })
  // Of 400 runs about 40.
  expect(traces.length).toBeLessThan(count / 2)
})

test('the Collector keeps every trace with a tool and 10 % of the others, and counts all of their spans', async () => {
  const count = 200
  await playAgent(stack.folder, {
    service: 'all',
    scenario: 'sampled',
    number: count,
    otlpUrl: stack.otlpUrl,
  })
  await expectCounts({
    'sum(traces_span_metrics_calls_total{service_name="all",gen_ai_tool_name="get_order"})': count,
    'sum(traces_span_metrics_calls_total{service_name="all",toolspan_attempt_number="1"})': count,
  })
  const kept = await until('every trace with a tool is in Jaeger', 60_000, async () => {
    const traces = await stack.jaeger.search('all', '', 1000)
    const withTool = traces.filter(({ spans }) =>
      spans.some(({ operationName }) => operationName === 'execute_tool get_order'),
    )
    return withTool.length === count ? { others: traces.length - withTool.length } : undefined
  })
  // 20 are expected: outside of these bounds lies one run in a million.
  expect(kept.others).toBeGreaterThan(2)
  expect(kept.others).toBeLessThan(45)
})

/** Waits until Prometheus knows the numbers, exactly. */
async function expectCounts(expected: Readonly<Record<string, number>>): Promise<void> {
  let counted: Readonly<Record<string, number>> = {}
  await until('all numbers', 60_000, async () => {
    const answers = await Promise.all(
      Object.keys(expected).map(async (expr) => [
        expr,
        (await stack.prometheus.instant(expr))[0]?.values[0] ?? 0,
      ]),
    )
    counted = Object.fromEntries(answers)
    return JSON.stringify(counted) === JSON.stringify(expected) ? true : undefined
  }).catch(() => {})
  expect(counted).toEqual(expected)
}
