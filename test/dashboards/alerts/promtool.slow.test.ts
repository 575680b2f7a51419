import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPromtool, NO_PROMTOOL, runPromtool } from '../../support/promtool.ts'

const FOLDER = join(import.meta.dirname, '../../../dashboards/prometheus')
const promtool = findPromtool()
if (promtool === undefined) console.warn(NO_PROMTOOL)

/** Runs the unit tests against the rules after `change`. */
function testsPassAfter(tool: string, change: (rules: string) => string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'toolspan-rules-'))
  try {
    cpSync(FOLDER, folder, { recursive: true })
    const path = join(folder, 'alerts.rules.yml')
    const rules = readFileSync(path, 'utf8')
    const changed = change(rules)
    expect(changed).not.toBe(rules)
    writeFileSync(path, changed)
    return runPromtool(tool, folder, 'test', 'rules', 'alerts.test.yml').passed
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the unit tests notice an alert that misses the first finding, pages twice, or never resolves', () => {
  if (promtool === undefined) return
  const changes: readonly ((rules: string) => string)[] = [
    (rules) => rules.replaceAll(/\([^()]* unless [^()]*\([^()]*\)\) > 0 or /g, ''),
    // Comes back ten minutes after a gap.
    (rules) => rules.replaceAll(/== last_over_time\(([^()]*)\[1h\] offset 10m\)/g, 'offset 10m'),
    (rules) =>
      rules.replaceAll('sum by (toolspan_finding_rule, ', 'sum by (instance, toolspan_finding_rule, '),
    (rules) => rules.replaceAll('offset 10m', 'offset 6h'),
    (rules) => rules.replaceAll('for: 1m', 'for: 0s'),
  ]
  expect(changes.map((change) => testsPassAfter(promtool, change))).toEqual(changes.map(() => false))
})
