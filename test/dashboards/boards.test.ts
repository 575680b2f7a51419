import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EVERY_ALERT } from '../../dashboards/src/alerts/index.ts'
import { importable } from '../../dashboards/src/importable.ts'
import { EVERY_METRIC } from '../../src/semconv/every-metric.ts'
import { prometheusSeries } from '../../src/semconv/prometheus-name.ts'
import { RULES } from '../../src/tail/rules/index.ts'
import { DECLARED_NAMES } from '../semconv/declared-names.ts'
import { undeclared } from './declared-series.ts'
import { readPromQL } from './read-promql.ts'
import { BOARDS, EXPRESSIONS, PANELS, queriesOf, variablesOf } from './shown-panels.ts'

const FOLDER = join(import.meta.dirname, '../../dashboards')
/** What Grafana itself knows. */
const BUILT_IN = /^__/

function repeated<Value>(values: readonly Value[]): readonly Value[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

test('REQ-30 the five dashboards of the design are there, and the runbooks', () => {
  expect(BOARDS.map(({ title }) => title)).toEqual([
    'Toolspan: Tool calls',
    'Toolspan: Retries and budgets',
    'Toolspan: Answers',
    'Toolspan: One run',
    'Toolspan: Tail health',
    'Toolspan: Runbooks',
  ])
})

test('every query names only series and labels that are declared', () => {
  expect(
    EXPRESSIONS.flatMap(({ place, expr }) => undeclared(readPromQL(expr)).map((name) => `${place}: ${name}`)),
  ).toEqual([])
  const asked = BOARDS.flatMap(variablesOf).flatMap(({ query }) => {
    const { expr, label } = /^label_values\((?<expr>.+), (?<label>\w+)\)$/.exec(String(query))?.groups ?? {}
    return expr === undefined || label === undefined ? [] : [`count by (${label}) (${expr})`]
  })
  expect(asked.flatMap((expr) => undeclared(readPromQL(expr)))).toEqual([])
})

test('every metric of Toolspan that people can look at is on a dashboard', () => {
  const shown = new Set(EXPRESSIONS.flatMap(({ expr }) => readPromQL(expr).metrics))
  const hidden = EVERY_METRIC.filter(
    (metric) =>
      metric.name.startsWith('toolspan.') && !prometheusSeries(metric).some((name) => shown.has(name)),
  )
  expect(hidden.map(({ name }) => name)).toEqual([])
})

test('a rule that is added later shows up without an edit', () => {
  const byRule = EXPRESSIONS.filter(
    ({ expr }) => expr.includes('sum by (toolspan_finding_rule') && !/toolspan_finding_rule(=|!)/.test(expr),
  )
  expect(byRule.map(({ place }) => place)).toEqual([
    'Toolspan: Tool calls / Findings in this time',
    'Toolspan: Retries and budgets / Findings by rule',
    'Toolspan: Retries and budgets / Findings by rule and call',
  ])
})

test('every rule that a query names is a rule of the judge', () => {
  const named = EXPRESSIONS.flatMap(({ expr }) =>
    [...expr.matchAll(/toolspan_finding_rule=~?"(?<rules>[^"$]*)"/g)].flatMap(
      (match) => match.groups?.rules?.split('|') ?? [],
    ),
  )
  const known = new Set(RULES.map(({ id }) => id))
  expect(named.filter((rule) => !known.has(rule))).toEqual([])
})

test('addresses of dashboards, ids of panels and letters of queries are unique', () => {
  expect(repeated(BOARDS.map(({ uid }) => uid))).toEqual([])
  for (const board of BOARDS) {
    const ids = (board.panels ?? []).map(({ id }) => id)
    expect(ids).not.toContain(undefined)
    expect(repeated(ids)).toEqual([])
  }
  for (const shown of PANELS) expect(repeated(queriesOf(shown).map(({ refId }) => refId))).toEqual([])
})

test('every variable that is used is defined, and every one that is defined is used', () => {
  for (const board of BOARDS) {
    const defined = variablesOf(board).map(({ name }) => name)
    const text = JSON.stringify(board)
    const used = new Set(
      [...text.matchAll(/\$\{?(?<name>[a-zA-Z_]\w*)/g)].map((match) => match.groups?.name ?? ''),
    )
    expect([...used].filter((name) => !BUILT_IN.test(name) && !defined.includes(name))).toEqual([])
    const shared = ['prometheus_datasource', 'jaeger_datasource', 'jaeger_url']
    expect(defined.filter((name) => !used.has(name) && !shared.includes(name))).toEqual([])
  }
})

test('every link to a dashboard leads to one that is there, and no link hides in a menu', () => {
  const text = JSON.stringify(BOARDS)
  const linked = [...text.matchAll(/\/d\/(?<uid>[\w-]+)/g)].map((match) => match.groups?.uid)
  const there = BOARDS.map(({ uid }) => uid)
  expect(linked.length).toBeGreaterThan(0)
  expect(linked.filter((uid) => !there.includes(uid))).toEqual([])
  expect(text.includes('inControlsMenu')).toBe(false)
})

test('every alert but the one for new rules has a panel that links to its runbook', () => {
  const linked = PANELS.flatMap(({ panel }) => panel.links ?? []).map(({ title }) =>
    title.replace('Runbook ', ''),
  )
  const names = EVERY_ALERT.map(({ name }) => name)
  expect(linked.filter((name) => !names.includes(name))).toEqual([])
  expect(names.filter((name) => !linked.includes(name))).toEqual(['ToolFindingCritical'])
})

test('the labels in legends and columns are labels that the query keeps', () => {
  const lost = PANELS.flatMap((shown) =>
    queriesOf(shown).flatMap(({ expr = '', legendFormat = '' }) => {
      const columns = (shown.panel.transformations ?? []).flatMap(({ id, options }) =>
        id === 'organize' ? Object.keys(options.renameByName).filter((name) => name !== 'Value') : [],
      )
      const legend = [...legendFormat.matchAll(/\{\{(?<label>\w+)\}\}/g)].map(
        (match) => match.groups?.label ?? '',
      )
      const kept = [...expr.matchAll(/by \((?<labels>[^)]*)\)/g)].flatMap(
        (match) => match.groups?.labels?.split(', ') ?? [],
      )
      return [...columns, ...legend]
        .filter((label) => !kept.includes(label))
        .map((label) => `${shown.place}: ${label}`)
    }),
  )
  expect(lost).toEqual([])
})

test('findings in Jaeger are searched by attributes that findings carry', () => {
  const searches = PANELS.flatMap(queriesOf).filter(({ queryType }) => queryType === 'search')
  expect(searches.length).toBeGreaterThan(0)
  for (const { service, tags = '' } of searches) {
    expect(service).toBe('$judge')
    const pairs = [...tags.matchAll(/(?<name>[\w.]+)="(?<value>[^"]*)"(?: |$)/g)]
    expect(pairs.map(([pair]) => pair).join('')).toBe(tags)
    for (const { groups } of pairs) expect(DECLARED_NAMES.has(groups?.name ?? '')).toBe(true)
  }
})

test('every dashboard marks where alerts fired', () => {
  for (const board of BOARDS) {
    const [marks] = board.annotations.list ?? []
    expect(marks?.expr).toBe('ALERTS{alertstate="firing",alertname=~"Tool.+"}')
    expect(readPromQL(marks?.expr ?? '').errors).toEqual([])
  }
})

test('panels lie inside the 24 columns, and none covers another', () => {
  for (const { panels = [] } of BOARDS) {
    const taken = new Set<string>()
    for (const { gridPos } of panels) {
      const { x, y, w, h } = gridPos ?? { x: 0, y: 0, w: 0, h: 0 }
      expect(x + w).toBeLessThanOrEqual(24)
      for (let column = x; column < x + w; column++) {
        for (let line = y; line < y + h; line++) {
          expect(taken.has(`${column} ${line}`)).toBe(false)
          taken.add(`${column} ${line}`)
        }
      }
    }
  }
})

test('an importable dashboard asks for its data sources and is otherwise the provisioned one', () => {
  for (const board of BOARDS) {
    const { __inputs, __requires, templating, ...rest } = importable(board)
    const { templating: own, ...provisioned } = board
    expect(rest).toEqual(provisioned)
    expect(__inputs.map(({ name, pluginId }) => [name, pluginId])).toEqual([
      ['PROMETHEUS_DATASOURCE', 'prometheus'],
      ['JAEGER_DATASOURCE', 'jaeger'],
    ])
    expect(__requires.map(({ id }) => id)).toEqual(['grafana', 'prometheus', 'jaeger'])
    expect(templating.list?.slice(0, 2).map(({ current }) => current?.value)).toEqual(
      __inputs.map(({ name }) => `\${${name}}`),
    )
    expect(templating.list?.slice(2)).toEqual(own.list?.slice(2))
  }
})

test('the files on disk are the dashboards and nothing else', () => {
  const expected = BOARDS.map(({ uid }) => `${uid}.json`).sort()
  for (const folder of ['provisioned', 'importable']) {
    expect(readdirSync(join(FOLDER, folder)).sort()).toEqual(expected)
  }
  const text = readFileSync(join(FOLDER, 'provisioned/toolspan-one-run.json'), 'utf8')
  expect(JSON.parse(text).schemaVersion).toBe(42)
})
