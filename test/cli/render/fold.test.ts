import { expect, test } from 'vitest'
import { renderFindings } from '../../../src/cli/render/findings.ts'
import { foldEqual, sayMore } from '../../../src/cli/render/fold.ts'
import { renderMarkdown } from '../../../src/cli/render/markdown.ts'
import type { Finding } from '../../../src/tail/findings/finding.ts'
import { findingOf } from '../../support/finding.ts'

const inTrace = (digit: string, fields: Partial<Finding> = {}) =>
  findingOf({
    id: digit.repeat(16),
    traceId: digit.repeat(32),
    startMs: Number(`0x${digit}`) * 1000,
    ...fields,
  })
const text = (findings: readonly Finding[]) => renderFindings(findings, { color: false })
const say = (id: string) => id.slice(0, 1)

test('equal findings are one block that counts them and names where the others are', () => {
  const page = text([inTrace('3'), inTrace('1'), inTrace('2')])
  expect(page.match(/^WARNING {2}empty-unknown-coverage {2}× 3$/gm)).toHaveLength(1)
  expect(page).toContain(`  trace      ${'1'.repeat(32)}\n`)
  expect(page).toContain(`  also       2 more like it, in traces ${'2'.repeat(32)}, ${'3'.repeat(32)}\n`)
})

test('a single one has no count', () => {
  expect(text([inTrace('1')])).not.toMatch(/×|also/)
})

test.each<[string, Partial<Finding>]>([
  ['rule', { rule: 'retry-storm' }],
  ['severity', { severity: 'info' }],
  ['summary', { summary: 'other' }],
  ['fix', { fix: 'other' }],
  ['basis', { basis: 'position' }],
  ['state', { state: 'open' }],
  ['outcome', { recovered: true }],
  ['completeness', { complete: false }],
  ['service', { origin: { service: 'billing' } }],
  ['agent', { origin: { service: 'orders-agent', agent: 'clerk' } }],
  ['tool', { origin: { service: 'orders-agent', tool: 'find' } }],
])('findings of another %s are not equal', (_what, fields) => {
  expect(foldEqual([inTrace('1'), inTrace('2', fields)])).toHaveLength(2)
})

test('the worst come first, then the earliest of each', () => {
  const bad = { severity: 'critical' } as const
  const folded = foldEqual([inTrace('1'), inTrace('3', bad), inTrace('2', bad), inTrace('4')])
  expect(folded.map(({ finding, more }) => [say(finding.traceId), more.length])).toEqual([
    ['2', 1],
    ['1', 1],
  ])
})

test('three other traces are named, the rest is counted', () => {
  const sayAll = (...digits: readonly string[]) => {
    const [folded] = foldEqual(digits.map((digit) => inTrace(digit)))
    return folded && sayMore(folded, say)
  }
  expect(sayAll('1')).toBeUndefined()
  expect(sayAll('1', '2')).toBe('1 more like it, in trace 2')
  expect(sayAll('1', '2', '3', '4', '5', '6')).toBe('5 more like it, in traces 2, 3, 4, 2 more')
  expect(sayAll('1', '1')).toBe('1 more like it in this trace')
  expect(sayAll('1', '1', '2')).toBe('2 more like it, in this trace and in trace 2')
})

test('Markdown folds them, too, and counts all in its title', () => {
  const page = renderMarkdown({ traces: 3, spans: 9, findings: [inTrace('1'), inTrace('2')] })
  expect(page).toContain('# Toolspan: 2 findings (2 warning)')
  expect(page.match(/^## /gm)).toHaveLength(1)
  expect(page).toContain('| # | severity | rule | where | what | times |')
  expect(page).toContain(`- **also:** 1 more like it, in trace \`${'2'.repeat(32)}\``)
})
