import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { renderFindings } from '../../../src/cli/render/findings.ts'
import { findingOf, fullFinding } from '../../support/finding.ts'

test('REQ-38 a finding says what, where, how often, on what basis, how it ended and what to change', async () => {
  const text = renderFindings([fullFinding(), findingOf()], { color: false })
  await expect(text).toMatchFileSnapshot('findings.txt.golden')
})

test('the worst comes first, then the earliest', () => {
  const text = renderFindings(
    [
      findingOf({ id: 'a', severity: 'info', rule: 'r-info' }),
      findingOf({ id: 'b', severity: 'warning', rule: 'r-late', startMs: 2 }),
      findingOf({ id: 'c', severity: 'warning', rule: 'r-early', startMs: 1 }),
      findingOf({ id: 'd', severity: 'critical', rule: 'r-critical' }),
    ],
    { color: false },
  )
  expect(text.match(/(?<=^[A-Z]+ {2})r-\w+/gm)).toEqual(['r-critical', 'r-early', 'r-late', 'r-info'])
})

test('colour changes the look and no character of the text', () => {
  const plain = renderFindings([fullFinding()], { color: false })
  const colored = renderFindings([fullFinding()], { color: true })
  expect(colored).not.toBe(plain)
  expect(stripVTControlCharacters(colored)).toBe(plain)
})

test('text of spans cannot steer the terminal', () => {
  const evil = 'x\u001b]0;title\u0007\n\u009b2J'
  const text = renderFindings(
    [
      findingOf({
        summary: evil,
        operation: evil,
        fix: evil,
        runId: evil,
        layers: [{ layer: 'tool', owner: evil, attempts: 1, mostByOne: 1 }],
        evidence: [{ traceId: 'a', spanId: 'b', name: evil, says: evil }],
        origin: { service: evil, agent: evil, tool: evil },
      }),
    ],
    { color: false },
  )
  expect(text).not.toMatch(/(?!\n)\p{Cc}/u)
  expect(text.split('x\\u{1b}]0;title\\u{7}\\u{a}\\u{9b}2J')).toHaveLength(11)
})

test('no findings are no text', () => {
  expect(renderFindings([], { color: false })).toBe('')
})
