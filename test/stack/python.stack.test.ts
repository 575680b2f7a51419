import { afterAll, beforeAll, expect, test } from 'vitest'
import { ATTR_TOOLSPAN_BUDGET_OWNER } from '../../src/semconv/attributes/budget.ts'
import { ATTR_TOOLSPAN_ERROR_CATEGORY } from '../../src/semconv/attributes/error.ts'
import {
  ATTR_TOOLSPAN_FINDING_RULE,
  ATTR_TOOLSPAN_ORIGIN_SERVICE_NAME,
} from '../../src/semconv/attributes/finding.ts'
import { ORDERS_SERVICE, pythonOfExample } from '../python/orders-server.ts'
import { AGENT_SERVICE, playAgainst } from '../python/played.ts'
import { openLeaf } from '../support/leaf.ts'
import { TAIL_SERVICE } from './ask/findings.ts'
import { tagOf } from './ask/jaeger-api.ts'
import { type SingleStack, startSingleStack } from './run/single-stack.ts'
import { until } from './run/until.ts'

/** A run is over when nothing was heard of it for 30 s; then its findings close and their spans are sent. */
const CLOSED_WITHIN_MS = 90_000

/** Absent where the machine is known to have no Python; why it was printed. */
const python = pythonOfExample()
let stack: SingleStack
let traceId = ''
beforeAll(async () => {
  if (python === undefined) return
  stack = await startSingleStack('python')
  const leaf = await openLeaf()
  traceId = await playAgainst(
    python,
    ['v2', 'http'],
    // A host that knows nothing of budgets.
    async (orders) => {
      for (let number = 1; number <= 3; number++)
        await orders.call('search_archive', { customer: 'ada-lovelace' })
    },
    { otlpUrl: stack.otlpUrl, archiveUrl: leaf.url },
  )
  leaf.close()
})
afterAll(() => stack?.stop())

test.runIf(python !== undefined)(
  'spans of a server in Python are in Jaeger, in the trace of the agent',
  async () => {
    const tags = `${ATTR_TOOLSPAN_BUDGET_OWNER}="orders-archive" ${ATTR_TOOLSPAN_ERROR_CATEGORY}="transient"`
    const found = await until('the run in Jaeger', 60_000, async () => {
      const traces = await stack.jaeger.search(ORDERS_SERVICE, tags)
      return traces.length > 0 ? traces : undefined
    })
    expect(found.map(({ traceID }) => traceID)).toEqual([traceId])
    expect(await stack.jaeger.services()).toEqual(expect.arrayContaining([AGENT_SERVICE, ORDERS_SERVICE]))
    const [run] = found
    const byId = new Map(run?.spans.map((span) => [span.spanID, span]))
    const served = run?.spans.filter(
      (span) => span.operationName === 'tools/call search_archive' && tagOf(span, 'span.kind') === 'server',
    )
    expect(served).toHaveLength(3)
    for (const span of served ?? []) {
      const parent = byId.get(span.references[0]?.spanID ?? '')
      expect(parent && tagOf(parent, 'span.kind')).toBe('client')
    }
  },
)

test.runIf(python !== undefined)('tries of the owner in Python are counted, by owner', async () => {
  const expr = `sum(traces_span_metrics_calls_total{service_name="${ORDERS_SERVICE}",toolspan_budget_owner="orders-archive",toolspan_attempt_number!=""})`
  const count = await until('nine tries in Prometheus', 60_000, async () => {
    const [series] = await stack.prometheus.instant(expr)
    return series?.values[0] === 9 ? 9 : undefined
  })
  expect(count).toBe(9)
})

test.runIf(python !== undefined)(
  'REQ-25 its storm and its resets are found in Jaeger, and whose they are',
  async () => {
    const searches = [
      `${ATTR_TOOLSPAN_FINDING_RULE}="retry-storm" gen_ai.tool.name="search_archive"`,
      `${ATTR_TOOLSPAN_FINDING_RULE}="budget-reset" ${ATTR_TOOLSPAN_ORIGIN_SERVICE_NAME}="${ORDERS_SERVICE}"`,
    ]
    for (const tags of searches) {
      const traces = await until(`a finding: ${tags}`, CLOSED_WITHIN_MS, async () => {
        const found = await stack.jaeger.search(TAIL_SERVICE, tags)
        return found.length > 0 ? found : undefined
      })
      expect(traces.map(({ traceID }) => traceID)).toEqual([traceId])
    }
    const trace = await stack.jaeger.trace(traceId)
    const storm = trace?.spans.find(({ operationName }) => operationName === 'finding retry-storm')
    expect(storm && tagOf(storm, 'toolspan.finding.summary')).toContain(
      `orders-archive (3 of 3 tries in ${ORDERS_SERVICE})`,
    )
  },
)
