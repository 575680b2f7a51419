// The rules of Grafana's dashboard-linter that apply, as checks of ours: the tool itself cannot be installed from a
// registry. Left out: template-job, template-instance, target-job, target-instance. Our dashboards pick services by
// service_name, which spans, metrics and findings all carry; job and instance name the Collector that handed them on.
import * as units from '@grafana/grafana-foundation-sdk/units'
import { expect, test } from 'vitest'
import { readPromQL } from './read-promql.ts'
import { BOARDS, EXPRESSIONS, PANELS, queriesOf, variablesOf } from './shown-panels.ts'

const KNOWN_UNITS: ReadonlySet<unknown> = new Set(Object.values(units))

test('template-datasource: the variables of data sources come first and are named after their kind', () => {
  for (const board of BOARDS) {
    const [first, second] = variablesOf(board)
    expect([first?.name, first?.type, first?.query, first?.label]).toEqual([
      'prometheus_datasource',
      'datasource',
      'prometheus',
      'Prometheus data source',
    ])
    expect([second?.name, second?.type, second?.query, second?.label]).toEqual([
      'jaeger_datasource',
      'datasource',
      'jaeger',
      'Jaeger data source',
    ])
  }
})

test('template-on-time-change-reload: variables that ask Prometheus ask again when the time changes', () => {
  const asking = BOARDS.flatMap(variablesOf).filter(({ type }) => type === 'query')
  expect(asking.length).toBeGreaterThan(0)
  expect(asking.filter(({ refresh }) => refresh !== 2)).toEqual([])
})

test('template-label-promql: what variables ask parses', () => {
  const asking = BOARDS.flatMap(variablesOf).filter(({ type }) => type === 'query')
  const asked = asking.map(
    ({ query }) => /^label_values\((?<expr>.+), (?<label>\w+)\)$/.exec(String(query))?.groups,
  )
  expect(asked.filter((groups) => groups === undefined)).toEqual([])
  expect(asked.flatMap((groups) => readPromQL(groups?.expr ?? '').errors)).toEqual([])
})

test('panel-datasource: panels use the variables of data sources', () => {
  const others = PANELS.filter(
    ({ panel }) =>
      panel.type !== 'text' &&
      !['$prometheus_datasource', '$jaeger_datasource'].includes(panel.datasource?.uid ?? ''),
  )
  expect(others.map(({ place }) => place)).toEqual([])
})

test('panel-title-description: every panel has a title, and a description that says what to do', () => {
  const silent = PANELS.filter(
    ({ panel }) => (panel.title ?? '') === '' || !/^.{25,}[.]$/.test(panel.description ?? ''),
  )
  expect(silent.map(({ place }) => place)).toEqual([])
})

test('panel-units: every panel of numbers has a unit that Grafana knows', () => {
  const unknown = PANELS.filter(
    ({ panel }) =>
      !['text', 'traces'].includes(panel.type) && !KNOWN_UNITS.has(panel.fieldConfig?.defaults.unit),
  )
  expect(unknown.map(({ place }) => place)).toEqual([])
})

test('panel-no-targets: every panel but a text asks something', () => {
  const idle = PANELS.filter((shown) => shown.panel.type !== 'text' && queriesOf(shown).length === 0)
  expect(idle.map(({ place }) => place)).toEqual([])
})

test('target-promql: every query parses', () => {
  expect(EXPRESSIONS.length).toBeGreaterThan(30)
  expect(
    EXPRESSIONS.flatMap(({ place, expr }) => readPromQL(expr).errors.map((error) => `${place}: ${error}`)),
  ).toEqual([])
})

test('target-rate-interval: rate() follows the width of the panel', () => {
  const fixed = EXPRESSIONS.filter(({ expr }) =>
    readPromQL(expr).selectors.some(
      ({ functions, range }) => /^i?rate$/.test(functions[0] ?? '') && range !== '$__rate_interval',
    ),
  )
  expect(fixed.map(({ place }) => place)).toEqual([])
})

test('target-counter-agg: counters are looked at for what they grew by, or for what a series was born with', () => {
  const bare = EXPRESSIONS.filter(({ expr }) =>
    readPromQL(expr).selectors.some(
      ({ metric, functions }) =>
        metric.endsWith('_total') &&
        !functions.some((name) => /^(i?rate|increase)$/.test(name)) &&
        !expr.includes(' unless '),
    ),
  )
  expect(bare.map(({ place }) => place)).toEqual([])
})

test('uneditable-dashboard: nobody edits a copy that the next start throws away', () => {
  expect(BOARDS.filter(({ editable }) => editable !== false)).toEqual([])
})
