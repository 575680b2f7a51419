import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingsIn } from './ask/findings.ts'
import { playAgent } from './run/agent.ts'
import { startTwoTiers, type TailName, type TwoTiers } from './run/two-tiers.ts'
import { until } from './run/until.ts'

let stack: TwoTiers
beforeAll(async () => {
  stack = await startTwoTiers('two-tiers')
})
afterAll(() => stack?.stop())

const RUNS = 150
/** In each run a look-up that is tried twice, and another one; in all runs of both agents. */
const CALLS = 3 * 2 * RUNS
/** Of the runs that come while one of two tails is dead, the other has about half. */
const SHARE_OF_A_TAIL = 0.3

const play = (service: string): Promise<void> =>
  playAgent(stack.folder, { service, scenario: 'runs', number: RUNS, otlpUrl: stack.otlpUrl })

/** How many empties of unknown coverage a tail has found since it was started. */
async function foundBy(tail: TailName): Promise<number> {
  const page = await (await fetch(`http://127.0.0.1:${stack.tails[tail].metrics}/metrics`)).text()
  const lines = page.matchAll(/^toolspan_findings_total\{[^}]*empty-unknown-coverage[^}]*\} (?<count>\d+)/gm)
  return [...lines].reduce((sum, { groups }) => sum + Number(groups?.count), 0)
}

test('a tail that is killed in the middle keeps nobody waiting, and when it is back no trace is lost or judged wrongly', async () => {
  const playing = play('before')
  await until('traces arrive', 60_000, async () =>
    (await stack.jaeger.search('before', '', 1000)).length > 0 ? true : undefined,
  )
  await stack.programs.get('tail-1')?.kill()
  await playing

  const found = await foundBy('tail-0')
  await play('during')
  await until('the other tail judges its runs of this time', 20_000, async () =>
    (await foundBy('tail-0')) - found > RUNS * SHARE_OF_A_TAIL ? true : undefined,
  )
  await stack.startTail('tail-1')

  const traceIds = await until('all runs in Jaeger', 60_000, async () => {
    const traces = [
      ...(await stack.jaeger.search('before', '', 1000)),
      ...(await stack.jaeger.search('during', '', 1000)),
    ]
    return traces.length === 2 * RUNS ? traces.map(({ traceID }) => traceID) : undefined
  })
  let seen: readonly string[] = []
  await until('a finding for each run', 120_000, async () => {
    seen = (await findingsIn(stack.jaeger)).map(({ rule, traceId }) => `${rule} ${traceId}`)
    return seen.length >= traceIds.length ? true : undefined
  }).catch(() => {})
  expect(seen.toSorted()).toEqual(traceIds.map((id) => `empty-unknown-coverage ${id}`).toSorted())
})

test('each tail has had its share of the runs, and each sampling Collector of the traces', async () => {
  for (const tail of ['tail-0', 'tail-1'] as const) expect(await foundBy(tail)).toBeGreaterThan(0)
  for (const { ownMetrics } of Object.values(stack.samplers)) {
    const page = await (await fetch(`http://127.0.0.1:${ownMetrics}/metrics`)).text()
    const [, kept = '0'] =
      /global_count_traces_sampled_total\{decision="sampled"[^}]*\} (\d+)/.exec(page) ?? []
    expect(Number(kept)).toBeGreaterThan(RUNS * SHARE_OF_A_TAIL)
  }
})

test('the metrics of a process are at one of the sampling Collectors, all of them and once', async () => {
  const results = 'toolspan_tool_results_total'
  let pages: readonly (readonly number[])[] = []
  await until('the last counts', 60_000, async () => {
    pages = await Promise.all(
      Object.values(stack.samplers).map(({ prometheus }) => valuesOf(prometheus, results)),
    )
    return sumOf(pages.flat()) >= CALLS ? true : undefined
  }).catch(() => {})
  expect(sumOf(pages.flat())).toBe(CALLS)
  const spans = await valuesOf(stack.gateway.prometheus, 'traces_span_metrics_calls_total', 'list_returns')
  expect(sumOf(spans)).toBe(2 * RUNS)
})

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** The values of a metric on the page that Prometheus would fetch. */
async function valuesOf(port: number, metric: string, label = ''): Promise<readonly number[]> {
  const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return page
    .split('\n')
    .filter((line) => line.startsWith(`${metric}{`) && line.includes(label))
    .map((line) => Number(/\} (?<value>[\d.e+]+)/.exec(line)?.groups?.value))
}
