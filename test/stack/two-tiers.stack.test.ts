import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingsIn } from './ask/findings.ts'
import { playAgent } from './run/agent.ts'
import { startTwoTiers, type TwoTiers } from './run/two-tiers.ts'
import { until } from './run/until.ts'

let stack: TwoTiers
beforeAll(async () => {
  stack = await startTwoTiers('two-tiers')
})
afterAll(() => stack?.stop())

const RUNS = 150

test('a tail that is killed in the middle and comes back: no trace is lost, and none is judged wrongly', async () => {
  const agent = { service: 'runner', scenario: 'runs', number: RUNS, otlpUrl: stack.otlpUrl }
  const playing = playAgent(stack.folder, agent)
  await until('traces arrive', 60_000, async () =>
    (await stack.jaeger.search('runner', '', 1000)).length > 0 ? true : undefined,
  )
  await stack.programs.get('tail-1')?.kill()
  await playing
  await stack.startTail('tail-1')

  const traceIds = await until(`all ${RUNS} runs in Jaeger`, 60_000, async () => {
    const traces = await stack.jaeger.search('runner', '', 1000)
    return traces.length === RUNS ? traces.map(({ traceID }) => traceID) : undefined
  })
  let found: readonly string[] = []
  await until('a finding for each run', 120_000, async () => {
    found = (await findingsIn(stack.jaeger)).map(({ rule, traceId }) => `${rule} ${traceId}`)
    return found.length >= RUNS ? true : undefined
  }).catch(() => {})
  expect(found.toSorted()).toEqual(traceIds.map((id) => `empty-unknown-coverage ${id}`).toSorted())
})
