import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import type { LocatedFinding } from '../../../src/cli/judge/file-judge.ts'
import { renderSarif } from '../../../src/cli/render/sarif.ts'
import type { CheckReport } from '../../../src/cli/report.ts'
import type { Finding } from '../../../src/tail/findings/finding.ts'
import { RULES } from '../../../src/tail/rules/index.ts'
import { findingOf, fullFinding } from '../../support/finding.ts'

const SCHEMA = createRequire(import.meta.url).resolve(
  '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
)
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false })
// It is written in draft 4 and uses nothing that later drafts changed, but for these two keys.
const { $schema: _draft, id: _id, ...schema } = JSON.parse(readFileSync(SCHEMA, 'utf8'))
const isSarif = ajv.compile(schema)

const at = (finding: Finding, source = 'traces/a b.jsonl', where: LocatedFinding['where'] = { line: 3 }) => ({
  finding,
  source,
  where,
})

function reportOf(fields: Partial<CheckReport>): CheckReport {
  return { traces: 1, spans: 9, shown: [], hidden: [], muted: [], known: undefined, ...fields }
}

function render(fields: Partial<CheckReport>, exitCode = 1) {
  const log = JSON.parse(renderSarif(reportOf(fields), { exitCode }))
  const problems = isSarif(log) ? [] : isSarif.errors
  expect(problems).toEqual([])
  return log.runs[0]
}

test('a report is valid SARIF 2.1.0, with every rule described', () => {
  const run = render({ shown: [at(fullFinding()), at(findingOf())] })
  expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(RULES.map(({ id }) => id))
  expect(run.results).toHaveLength(2)
  for (const result of run.results) expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId)
})

test('a report without findings is valid as well', () => {
  expect(render({}, 0)).toMatchObject({
    results: [],
    invocations: [{ executionSuccessful: true, exitCode: 0 }],
  })
  expect(render({}, 2)).toMatchObject({ invocations: [{ executionSuccessful: false }] })
})

test('a result says how bad it is, where it stands, what to change, and what stays the same from day to day', () => {
  const [result] = render({ shown: [at(fullFinding())] }).results
  expect(result).toMatchObject({
    ruleId: 'retry-storm',
    level: 'error',
    message: { text: expect.stringContaining('Fix: set maxAttempts of orders-handler to 1') },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: 'traces/a%20b.jsonl' }, region: { startLine: 3 } },
        logicalLocations: [{ name: 'get_order', fullyQualifiedName: 'orders-agent/get_order' }],
      },
    ],
    partialFingerprints: {
      'toolspanFinding/v1': fullFinding().id,
      'toolspanProblem/v1': '["retry-storm","orders-agent","coordinator","get_order"]',
    },
    properties: { attempts: 27, resets: 12 },
  })
  expect(result).not.toHaveProperty('baselineState')
})

test.each([
  ['warning', 'warning'],
  ['info', 'note'],
  ['critical', 'error'],
] as const)('the severity %s is the level %s', (severity, level) => {
  expect(render({ shown: [at(findingOf({ severity }))] }).results[0].level).toBe(level)
})

test('muted findings are suppressed with their reason, known ones unchanged', () => {
  const mute = { rule: 'retry-storm', reason: 'upstream moves', until: '2026-05-31' }
  const run = render({
    shown: [at(findingOf())],
    muted: [{ located: at(fullFinding()), mute }],
    known: [at(findingOf({ rule: 'stale-answer' }))],
  })
  expect(run.results).toMatchObject([
    { ruleId: 'empty-unknown-coverage', baselineState: 'new' },
    { ruleId: 'stale-answer', baselineState: 'unchanged' },
    {
      ruleId: 'retry-storm',
      suppressions: [{ kind: 'external', justification: 'upstream moves (until 2026-05-31)' }],
    },
  ])
})

test('what came from no file has no place in a file; bytes and absolute paths have', () => {
  const run = render({
    shown: [
      at(findingOf(), 'standard input', { line: 1 }),
      at(findingOf(), '/data/a.binpb', { byte: 4096 }),
      at(findingOf(), 'http://localhost:16686', { line: 1 }),
      at(findingOf(), '', undefined),
    ],
  })
  const places = run.results.map(({ locations }: { locations: object[] }) => locations[0])
  expect(places).toMatchObject([
    {},
    { physicalLocation: { artifactLocation: { uri: 'file:///data/a.binpb' }, region: { byteOffset: 4096 } } },
    { physicalLocation: { artifactLocation: { uri: 'http://localhost:16686' } } },
    {},
  ])
  expect(places[0]).not.toHaveProperty('physicalLocation')
})
