import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Finding } from '../../../src/tail/findings/finding.ts'
import { findingAttributes } from '../../../src/tail/findings/finding-attributes.ts'
import { RULES } from '../../../src/tail/rules/index.ts'
import { fullFinding } from '../../support/finding.ts'
import { loadOwnCases } from '../../support/own-cases.ts'
import { findingsOf } from '../../support/trace.ts'
import { loadTraceCases, spansOfCase } from '../../support/trace-cases.ts'

const page = readFileSync(new URL('../../../docs/findings.md', import.meta.url), 'utf8')

const FIELDS: Readonly<Record<string, (finding: Finding) => unknown>> = {
  attempts: ({ attempts }) => attempts,
  layers: ({ layers }) => layers,
  amplification: ({ amplification }) => amplification,
  requests: ({ requests }) => requests,
  resets: ({ resets }) => resets,
  'wasted time': ({ wastedMs }) => wastedMs,
  recovered: ({ recovered }) => recovered,
  'what the agent did next': ({ summary }) => (summary.includes('; next came ') ? true : undefined),
}

const found = [...loadTraceCases(), ...loadOwnCases()].flatMap((testCase) =>
  findingsOf(spansOfCase(testCase)),
)

/** What docs/findings.md says that the findings of a rule hold beyond what every finding does. */
function documented(rule: string): string[] {
  const [, fields = ''] =
    page
      .split('\n')
      .map((line) => line.split(' | '))
      .find(([rules = '', text]) => rules.startsWith('| ') && rules.includes(`\`${rule}\``) && text) ?? []
  return Object.keys(FIELDS).filter((field) => fields.includes(field))
}

test.each(RULES.map(({ id }) => id))('findings of %s hold the fields that the docs name (REQ-38)', (rule) => {
  const own = found.filter((finding) => finding.rule === rule)
  expect(own.length).toBeGreaterThan(1)
  const held = Object.keys(FIELDS).filter((field) =>
    own.some((finding) => FIELDS[field]?.(finding) !== undefined),
  )
  expect(documented(rule)).toEqual(held)
})

test('every finding of every case can be acted on alone: who, what, on what basis, and what to change', () => {
  for (const { summary, fix, operation, origin, runbook, evidence, rule } of found) {
    expect(origin.service).not.toBe('')
    for (const text of [summary, operation, fix ?? '']) expect(text).toMatch(/^\S.*\S$/)
    expect(`${summary} ${fix}`).not.toMatch(/undefined|NaN|Infinity|\[object/)
    expect(runbook).toBe(`docs/rules.md#${rule}`)
    expect(evidence.length).toBeGreaterThan(0)
  }
})

test('the docs name each attribute of a finding', () => {
  for (const name of Object.keys(findingAttributes(fullFinding()))) expect(page).toContain(`\`${name}\``)
})
