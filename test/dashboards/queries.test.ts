import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPromtool, NO_PROMTOOL, runPromtool } from '../support/promtool.ts'
import { ASKED_AT_MINUTE, HEALTHY, INCIDENT, type MadeSeries } from './made-series.ts'
import { NEED_AN_INCIDENT } from './need-an-incident.ts'
import { BOARDS, EXPRESSIONS, PANELS, variablesOf } from './shown-panels.ts'

/** What Grafana puts in for its variables when somebody has chosen `All` and the last hour. */
const CHOSEN: readonly (readonly [string, string])[] = [
  ['$__rate_interval', '5m'],
  ['$__range', '1h'],
  ['$service', '.+'],
  ['$tool', '.*'],
]

const promtool = findPromtool()
if (promtool === undefined) console.warn(NO_PROMTOOL)

function asked(expr: string): string {
  return CHOSEN.reduce((done, [variable, value]) => done.replaceAll(variable, value), expr)
}

/** Asks every expression whether it says anything, and expects an answer or none. */
function expectAnswers(
  tool: string,
  input: readonly MadeSeries[],
  expressions: readonly { readonly expr: string; readonly answers: boolean }[],
): void {
  const folder = mkdtempSync(join(tmpdir(), 'toolspan-queries-'))
  try {
    const tests = expressions.map(({ expr, answers }) => ({
      expr: `clamp_max(count(${asked(expr)}), 1)`,
      eval_time: `${ASKED_AT_MINUTE}m`,
      exp_samples: answers ? [{ labels: '{}', value: 1 }] : [],
    }))
    const file = {
      evaluation_interval: '1m',
      tests: [{ interval: '1m', input_series: input, promql_expr_test: tests }],
    }
    writeFileSync(join(folder, 'queries.test.yml'), JSON.stringify(file))
    const run = runPromtool(tool, folder, 'test', 'rules', 'queries.test.yml')
    expect(run.text).toContain('SUCCESS')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('REQ-30 in an incident every query of every panel returns data', { timeout: 120_000 }, () => {
  if (promtool === undefined) return
  expectAnswers(
    promtool,
    INCIDENT,
    EXPRESSIONS.map(({ expr }) => ({ expr, answers: true })),
  )
})

test('in a healthy stack every panel returns data but for those that need an incident', {
  timeout: 120_000,
}, () => {
  if (promtool === undefined) return
  const quiet = EXPRESSIONS.filter(({ place }) => !NEED_AN_INCIDENT.has(place))
  expect(quiet.length).toBeGreaterThan(20)
  expectAnswers(
    promtool,
    HEALTHY,
    quiet.map(({ expr }) => ({ expr, answers: true })),
  )
})

test('every panel that is said to need an incident is there', () => {
  const places = new Set(PANELS.map(({ place }) => place))
  expect([...NEED_AN_INCIDENT].filter((place) => !places.has(place))).toEqual([])
})

test('what variables ask for exists in an incident', { timeout: 120_000 }, () => {
  if (promtool === undefined) return
  const asking = BOARDS.flatMap(variablesOf).flatMap(({ query }) => {
    const { expr, label } = /^label_values\((?<expr>.+), (?<label>\w+)\)$/.exec(String(query))?.groups ?? {}
    if (expr === undefined || label === undefined) return []
    // A set without the label would be one group without labels, which the second part takes away.
    return [`group by (${label}) (${expr}) unless group(${expr})`]
  })
  expect(asking.length).toBeGreaterThan(5)
  expectAnswers(
    promtool,
    INCIDENT,
    [...new Set(asking)].map((expr) => ({ expr, answers: true })),
  )
})
