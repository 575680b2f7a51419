import { afterAll, beforeAll, expect, test } from 'vitest'
import { playAgent } from './run/agent.ts'
import { type SingleStack, startSingleStack } from './run/single-stack.ts'
import { until } from './run/until.ts'

let stack: SingleStack
beforeAll(async () => {
  stack = await startSingleStack('page')
})
afterAll(() => stack?.stop())

/** From the scrape that sees the finding to the page: it holds for a minute, and is looked at every 15 s. */
const PAGE_WITHIN_MS = 150_000
/** Alertmanager tells again about a group that has changed after a minute, and Prometheus looks every 15 s. */
const AGAIN_WITHIN_MS = 60_000 + 15_000

test('REQ-30 one budget reset in a fresh stack pages once, and more of the same page nobody again', async () => {
  const agent = { service: 'orders-agent', scenario: 'reset', number: 1, otlpUrl: stack.otlpUrl }
  await playAgent(stack.folder, agent)
  await until('a page', PAGE_WITHIN_MS, async () => (stack.alerting.printed().length > 0 ? true : undefined))
  const [page] = stack.alerting.printed()
  expect(page).toMatchObject({
    to: 'page',
    status: 'firing',
    alertname: 'ToolBudgetReset',
    severity: 'critical',
    toolspan_finding_rule: 'budget-reset',
    toolspan_origin_service_name: 'orders-agent',
    gen_ai_tool_name: 'get_invoice',
  })

  // The same trouble goes on while somebody is on the way.
  await playAgent(stack.folder, { ...agent, number: 3 })
  await until('Prometheus knows of all four', 60_000, async () => {
    const [resets] = await stack.prometheus.instant(
      'sum(toolspan_findings_total{toolspan_finding_rule="budget-reset"})',
    )
    if (resets?.values[0] !== 4) throw new Error(`so far it knows of ${resets?.values[0] ?? 'none'}`)
    return true
  })
  const knownMs = Date.now()
  await until('a second page would have come', 2 * AGAIN_WITHIN_MS, async () =>
    Date.now() - knownMs > AGAIN_WITHIN_MS ? true : undefined,
  )
  expect(stack.alerting.printed()).toEqual([page])
  const firing = (await stack.prometheus.alerts()).filter(({ state }) => state === 'firing')
  expect(firing.map(({ labels }) => labels.alertname)).toEqual(['ToolBudgetReset'])
})
