import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPromtool, NO_PROMTOOL, runPromtool } from '../../support/promtool.ts'

const FOLDER = join(import.meta.dirname, '../../../dashboards/prometheus')
const promtool = findPromtool()
if (promtool === undefined) console.warn(NO_PROMTOOL)

test('promtool accepts the rules', { timeout: 60_000 }, () => {
  if (promtool === undefined) return
  expect(runPromtool(promtool, FOLDER, 'check', 'rules', 'alerts.rules.yml').text).toContain('SUCCESS')
})

test('REQ-30 alerts fire on the first finding, once, after their time, and resolve', {
  timeout: 120_000,
}, () => {
  if (promtool === undefined) return
  const run = runPromtool(promtool, FOLDER, 'test', 'rules', 'alerts.test.yml')
  expect(run.text).toContain('SUCCESS')
  expect(run.passed).toBe(true)
})
