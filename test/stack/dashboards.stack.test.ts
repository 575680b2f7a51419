import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { NEED_AN_INCIDENT } from '../dashboards/need-an-incident.ts'
import { BOARDS, PANELS, queriesOf, type ShownPanel, variablesOf } from '../dashboards/shown-panels.ts'
import { answersOf, type Chosen, filled, offeredValues, startChoice } from './ask/grafana.ts'
import { playDemo, startAgent } from './run/agent.ts'
import { ROOT } from './run/compose.ts'
import { sendCrowd } from './run/crowd.ts'
import { refuseEverything } from './run/refuse-everything.ts'
import { casesOfNow, sendSpans } from './run/send-cases.ts'
import { type SingleStack, startSingleStack } from './run/single-stack.ts'
import { until } from './run/until.ts'

/** More traces at one time than tail_sampling has room for. */
const CROWD = 50_500
/** An agent's counters reach Prometheus within two exports and two scrapes, and rates need two samples. */
const SHOWN_WITHIN_MS = 120_000

/** The label that holds the trace of an exemplar, as Grafana is told it. */
const TRACE_LABEL: string = parse(
  readFileSync(join(ROOT, 'dashboards/provisioning/datasources/datasources.yml'), 'utf8'),
).datasources[0].jsonData.exemplarTraceIdDestinations[0].name

let stack: SingleStack
beforeAll(async () => {
  stack = await startSingleStack('dashboards')
})
afterAll(() => stack?.stop())

/** Panels that have nothing to show for one of their queries, whatever is chosen as a start. */
async function emptyPanels(panels: readonly ShownPanel[], traceId: string): Promise<readonly string[]> {
  const choices = new Map<string, Chosen>()
  for (const board of BOARDS) {
    const offered = await offeredValues(stack, board)
    choices.set(board.uid ?? '', { ...startChoice(board, offered), trace_id: traceId })
  }
  const asked = panels.filter((shown) => queriesOf(shown).length > 0)
  const answers = await Promise.all(
    asked.map(async (shown) => ({
      place: shown.place,
      answers: await answersOf(stack, shown, choices.get(shown.board.uid ?? '') ?? {}),
    })),
  )
  return answers.flatMap(({ place, answers: given }) =>
    given.flatMap((isAnswered, index) => (isAnswered ? [] : [`${place}, query ${index + 1}`])),
  )
}

/** Waits for the panels to have something to show. What is still empty at the end is the failure. */
async function expectFilled(panels: readonly ShownPanel[], traceId: string): Promise<void> {
  let empty: readonly string[] = []
  await until('every panel shows something', SHOWN_WITHIN_MS, async () => {
    empty = await emptyPanels(panels, traceId)
    return empty.length === 0 ? true : undefined
  }).catch(() => {})
  expect(empty).toEqual([])
}

async function someTrace(service: string): Promise<string> {
  const traces = await until(`a trace of ${service}`, 60_000, async () => {
    const found = await stack.jaeger.search(service, '', 1)
    return found.length === 0 ? undefined : found
  })
  return traces[0]?.traceID ?? ''
}

test('REQ-30 while agents work and nothing is wrong, every panel but those that need an incident shows data', async () => {
  const desk = startAgent(stack.folder, {
    service: 'desk',
    scenario: 'desk',
    number: 600,
    otlpUrl: stack.otlpUrl,
  })
  try {
    const quiet = PANELS.filter(({ place }) => !NEED_AN_INCIDENT.has(place))
    await expectFilled(quiet, await someTrace('desk'))
  } finally {
    await desk.kill()
  }
})

// Before the incident: in it traces are lost.
test('every exemplar of a chart leads to a trace in Jaeger', async () => {
  const marked = PANELS.flatMap((shown) =>
    queriesOf(shown).flatMap(({ expr, exemplar }) => (exemplar === true && expr !== undefined ? [expr] : [])),
  )
  expect(marked.length).toBeGreaterThan(0)
  for (const expr of marked) {
    const exemplars = await stack.prometheus.exemplars(filled(expr, { service: '.+', tool: '.*' }))
    const ids = exemplars.map(({ labels }) => labels[TRACE_LABEL] ?? 'none')
    expect(ids.length).toBeGreaterThan(0)
    let lost: readonly string[] = ids
    // The last ones wait for the decision of the sampling.
    await until('a trace for each', 30_000, async () => {
      const traces = await Promise.all(ids.map((id) => stack.jaeger.trace(id)))
      lost = ids.filter((_, index) => traces[index] === undefined)
      return lost.length === 0 ? true : undefined
    }).catch(() => {})
    expect(lost).toEqual([])
  }
})

test('REQ-30 in an incident every panel shows data, and every variable has values', async () => {
  await sendCrowd(stack.otlpUrl, 'crowd', CROWD)
  await stack.programs.get('tail')?.stop()
  const refusing = await refuseEverything(stack.tailPorts.http)
  await playDemo(stack.folder, stack.otlpUrl)
  await refusing.close()
  await stack.startTail()

  const trouble = startAgent(stack.folder, {
    service: 'trouble',
    scenario: 'trouble',
    number: 600,
    otlpUrl: stack.otlpUrl,
  })
  try {
    await playDemo(stack.folder, stack.otlpUrl)
    for (const spans of casesOfNow()) await sendSpans(stack.otlpUrl, spans)
    await expectFilled(PANELS, await someTrace('trouble'))
    for (const board of BOARDS) {
      const offered = Object.entries(await offeredValues(stack, board))
      expect(offered.filter(([, values]) => values.length === 0)).toEqual([])
      expect(offered).toHaveLength(variablesOf(board).filter(({ type }) => type === 'query').length)
    }
  } finally {
    await trouble.kill()
  }
})

test('every rule of Prometheus can be evaluated on what is there', async () => {
  const rules = await stack.prometheus.rules()
  expect(rules.length).toBeGreaterThan(10)
  expect(rules.filter(({ health }) => health !== 'ok')).toEqual([])
})
