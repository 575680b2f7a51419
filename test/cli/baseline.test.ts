import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBaseline, writeBaseline } from '../../src/cli/baseline.ts'
import type { Finding } from '../../src/tail/findings/finding.ts'
import { findingOf } from '../support/finding.ts'

let path: string

beforeAll(() => {
  path = join(mkdtempSync(join(tmpdir(), 'toolspan-baseline-')), 'baseline.json')
})

afterAll(() => rmSync(join(path, '..'), { recursive: true }))

const KNOWN = findingOf({ origin: { service: 'orders', agent: 'clerk', tool: 'search' } })

function known(written: readonly Finding[], asked: Finding): boolean {
  writeBaseline(path, written)
  const baseline = readBaseline(path)
  if ('fault' in baseline) throw new Error(baseline.fault)
  return baseline.knows(asked)
}

test('the same problem in another trace is known', () => {
  const later = {
    ...KNOWN,
    id: 'ffff',
    traceId: 'a'.repeat(32),
    spanIds: ['b'.repeat(16)],
    operation: 'op-77',
  }
  expect(known([KNOWN], later)).toBe(true)
})

test.each<[string, Partial<Finding>]>([
  ['another rule', { rule: 'stale-answer' }],
  ['another service', { origin: { ...KNOWN.origin, service: 'billing' } }],
  ['another agent', { origin: { ...KNOWN.origin, agent: 'planner' } }],
  ['another tool', { origin: { ...KNOWN.origin, tool: 'find' } }],
  ['a worse one', { severity: 'critical' }],
])('%s is new', (_what, fields) => {
  expect(known([KNOWN], { ...KNOWN, ...fields })).toBe(false)
})

test('a milder one is known, and the worst of several is written', () => {
  expect(known([KNOWN], { ...KNOWN, severity: 'info' })).toBe(true)
  expect(known([KNOWN, { ...KNOWN, severity: 'critical' }, KNOWN], { ...KNOWN, severity: 'critical' })).toBe(
    true,
  )
})

test('without a tool the request or span that was flagged tells problems apart', () => {
  const request = (name: string): Finding => ({
    ...KNOWN,
    origin: { service: 'orders' },
    evidence: [{ traceId: KNOWN.traceId, spanId: '1', name, says: '' }],
  })
  expect(known([request('GET orders/v1')], request('GET orders/v1'))).toBe(true)
  expect(known([request('GET orders/v1')], request('GET rates/v1'))).toBe(false)
})

test('the file is short, in order, and the same whatever the order of the findings', () => {
  const other = { ...KNOWN, rule: 'stale-answer' }
  writeBaseline(path, [other, KNOWN, KNOWN])
  const text = readFileSync(path, 'utf8')
  expect(JSON.parse(text)).toEqual({
    toolspanBaseline: 1,
    known: [
      {
        rule: 'empty-unknown-coverage',
        severity: 'warning',
        service: 'orders',
        agent: 'clerk',
        subject: 'search',
      },
      { rule: 'stale-answer', severity: 'warning', service: 'orders', agent: 'clerk', subject: 'search' },
    ],
  })
  writeBaseline(path, [KNOWN, other])
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test.each([
  ['{', /baseline\.json:1:2: not JSON: /],
  ['{\n  "known": [1 2]\n}', /baseline\.json:2:15: not JSON: /],
  ['{"a":1}', /baseline\.json: is no baseline of toolspan: toolspanBaseline: /],
  [
    '{"toolspanBaseline":1,"known":[{"rule":"x"}]}',
    /baseline\.json: is no baseline of toolspan: known\.0\.severity: /,
  ],
])('a file that is none is told: %s', (text, fault) => {
  writeFileSync(path, text)
  expect(readBaseline(path)).toEqual({ fault: expect.stringMatching(fault) })
})

test('a file that cannot be read or written is told', () => {
  expect(readBaseline(join(path, '../none.json'))).toEqual({
    fault: expect.stringMatching(/none\.json: no such file$/),
  })
  expect(writeBaseline(join(path, '../no/such.json'), [])).toEqual({
    fault: expect.stringMatching(/such\.json: no such file$/),
  })
})
