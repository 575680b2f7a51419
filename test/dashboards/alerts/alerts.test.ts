import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { EVERY_ALERT } from '../../../dashboards/src/alerts/index.ts'
import { ALERT_CASES } from '../../../dashboards/src/alerts/tests-file.ts'
import { RULES } from '../../../src/tail/rules/index.ts'
import { undeclared } from '../declared-series.ts'
import { readPromQL } from '../read-promql.ts'

const FOLDER = join(import.meta.dirname, '../../../dashboards')
const names = EVERY_ALERT.map(({ name }) => name)

test('REQ-30 every alert is a query that parses and names only declared series and labels', () => {
  const queries = EVERY_ALERT.map(({ expr }) => readPromQL(expr))
  expect(queries.flatMap(({ errors }) => errors)).toEqual([])
  expect(queries.flatMap(undeclared)).toEqual([])
})

test('every rule that an alert names is a rule of the judge', () => {
  const named = EVERY_ALERT.flatMap(({ expr }) =>
    [...expr.matchAll(/toolspan_finding_rule(?:=|=~|!~)"(?<rules>[^"]*)"/g)].flatMap(
      (match) => match.groups?.rules?.split('|') ?? [],
    ),
  )
  const known = new Set(RULES.map(({ id }) => id))
  expect(named.filter((rule) => !known.has(rule))).toEqual([])
  expect(named).toEqual(expect.arrayContaining(['budget-reset', 'retry-storm', 'unsafe-retry']))
})

test('every label in a description is one that the expression keeps', () => {
  const lost = EVERY_ALERT.flatMap(({ name, description, expr }) =>
    [...description.matchAll(/\$labels\.(?<label>\w+)/g)]
      .map((match) => match.groups?.label ?? '')
      .filter((label) => !expr.includes(label) && label !== 'instance')
      .map((label) => `${name}: ${label}`),
  )
  expect(lost).toEqual([])
})

test('REQ-30 every alert has a runbook under its name, and every runbook has an alert', () => {
  const headings = [...readFileSync(join(FOLDER, 'runbooks.md'), 'utf8').matchAll(/^## (.*)$/gm)]
  expect(headings.map(([, heading]) => heading)).toEqual(names)
})

test('the rules file gives each alert a severity, a time to hold and the address of its runbook', () => {
  const { groups } = parse(readFileSync(join(FOLDER, 'prometheus/alerts.rules.yml'), 'utf8'))
  const rules = groups.flatMap((group: { rules: unknown[] }) => group.rules)
  expect(rules).toHaveLength(names.length)
  for (const rule of rules) {
    expect(rule.labels.severity).toMatch(/^(critical|warning)$/)
    expect(rule.for).toMatch(/^\d+[sm]$/)
    expect(rule.annotations.runbook_url.endsWith(`#${rule.alert.toLowerCase()}`)).toBe(true)
    expect(rule.annotations.summary).not.toContain('{{')
  }
})

test('names of alerts are unique, and every alert has a case in which it fires and a time at which it is quiet', () => {
  expect(new Set(names).size).toBe(names.length)
  const fires = new Set(ALERT_CASES.filter(({ firesAt }) => firesAt.length > 0).map(({ alert }) => alert))
  const quiet = new Set(ALERT_CASES.filter(({ quietAt }) => quietAt.length > 0).map(({ alert }) => alert))
  expect(names.filter((name) => !fires.has(name) || !quiet.has(name))).toEqual([])
})
