import { expect, test } from 'vitest'
import { listSettings, sayDefault, settingsOfRule } from '../../src/config/setting-list.ts'
import { DEFAULT_RULE_SETTINGS } from '../../src/tail/rule-settings.ts'
import { RULES } from '../../src/tail/rules/index.ts'

test('lists each key with a path that people can write', () => {
  const paths = listSettings().map(({ path }) => path)
  expect(paths).toContain('thresholds.loopSteps')
  expect(paths).toContain('tools.<tool name>.effect')
  expect(paths).toContain('rules.<rule id>')
  expect(paths).toContain('mutes[].until')
  expect(new Set(paths).size).toBe(paths.length)
})

test('knows which of them a rule reads, and with which default', () => {
  expect(settingsOfRule('no-progress-loop').map(sayDefault)).toEqual([
    'thresholds.loopSteps, default 5 steps',
  ])
  expect(settingsOfRule('unbounded-call').map(sayDefault)).toEqual([
    'thresholds.httpIdleWindowMs, default 300000 (5 minutes)',
    'thresholds.idleWindowMs, default 1800000 (30 minutes)',
  ])
  expect(settingsOfRule('retry-storm')).toEqual([])
})

test('each threshold belongs to a rule', () => {
  const read = RULES.flatMap(({ id }) => settingsOfRule(id).map(({ path }) => path))
  for (const name of Object.keys(DEFAULT_RULE_SETTINGS)) expect(read).toContain(`thresholds.${name}`)
})
