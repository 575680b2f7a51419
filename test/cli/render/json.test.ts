import { expect, test } from 'vitest'
import { renderJson } from '../../../src/cli/render/json.ts'
import { findingOf, fullFinding } from '../../support/finding.ts'

test('the JSON form is the one that the contract fixes, and has no field beyond it', async () => {
  const text = renderJson({ traces: 2, spans: 40, findings: [fullFinding(), findingOf()] })
  await expect(text).toMatchFileSnapshot('findings.json.golden')
})

test('text of spans cannot steer the terminal and comes back as it was', () => {
  const summary = 'x\u001b[2J\u009b2J\u202e\u2028'
  const text = renderJson({ traces: 1, spans: 1, findings: [findingOf({ summary })] })
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\u2028\u202e]/u)
  expect(JSON.parse(text)).toMatchObject({ findings: [{ summary }] })
})

test('what was left out is counted', () => {
  const notShown = { muted: 1, known: 2, belowSeverity: 3 }
  expect(JSON.parse(renderJson({ traces: 1, spans: 1, findings: [], notShown }))).toMatchObject({ notShown })
  expect(JSON.parse(renderJson({ traces: 1, spans: 1, findings: [] }))).not.toHaveProperty('notShown')
})
