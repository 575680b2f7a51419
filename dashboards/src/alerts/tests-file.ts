import { type AlertCase, type PromtoolTest, promtoolTest } from './alert-case.ts'
import { FINDING_CASES } from './finding-cases.ts'
import { OWN_CASES } from './own-cases.ts'
import { SHARE_CASES } from './share-cases.ts'
import { TAIL_CASES } from './tail-cases.ts'

/** Every case of every alert. */
export const ALERT_CASES: readonly AlertCase[] = [
  ...FINDING_CASES,
  ...SHARE_CASES,
  ...OWN_CASES,
  ...TAIL_CASES,
]

/** What a file of promtool's unit tests holds. */
export interface TestsFile {
  readonly rule_files: readonly string[]
  readonly evaluation_interval: string
  readonly tests: readonly PromtoolTest[]
}

/** The unit tests of a rules file. promtool takes the path from the folder of the tests. */
export function testsFile(rulesFile: string): TestsFile {
  return { rule_files: [rulesFile], evaluation_interval: '1m', tests: ALERT_CASES.map(promtoolTest) }
}
