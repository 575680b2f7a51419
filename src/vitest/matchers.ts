import { judgingOf } from '../config/judging-of.ts'
import { expectSettings } from '../config/read-settings.ts'
import type { ToolspanSettings } from '../config/settings.ts'
import { checkOptions, oneOf } from '../self/option-check.ts'
import { invalidOption } from '../self/toolspan-error.ts'
import { SEVERITIES, type Severity } from '../semconv/attributes/finding.ts'
import type { Finding } from '../tail/findings/finding.ts'
import { createJudge } from '../tail/judge.ts'
import { muteOf } from '../tail/mutes.ts'
import { RULES } from '../tail/rules/index.ts'
import type { RuleId } from '../tail/rules/pages.ts'
import { printed } from './printed.ts'
import { spansOfRun } from './spans-of-run.ts'

/** Which findings count. */
export interface FindingFilter {
  /** The lowest severity that counts. Default `info`: all. */
  readonly severity?: Severity
  /**
   * What toolspan.yaml would say, as an object: thresholds, tools, rules that are off, severities and mutes
   * (docs/config.md). Default: nothing of it.
   */
  readonly settings?: ToolspanSettings
}

interface Verdict {
  readonly pass: boolean
  readonly message: () => string
}

const RULE_IDS: readonly string[] = RULES.map(({ id }) => id)

/** @throws TypeError when the run cannot be read; ToolspanError `invalid_option` */
export function toHaveNoFindings(run: unknown, filter: FindingFilter = {}): Verdict {
  const findings = findingsOf(run, 'toHaveNoFindings', filter)
  return {
    pass: findings.length === 0,
    message: () =>
      findings.length === 0
        ? 'Expected the run to have findings, got none'
        : `Expected the run to have no findings, got ${findings.length}:\n\n${printed(findings)}`,
  }
}

/** @throws TypeError when the run cannot be read; ToolspanError `invalid_option` when there is no such rule */
export function toHaveFinding(run: unknown, rule: RuleId, filter: FindingFilter = {}): Verdict {
  if (!RULE_IDS.includes(rule))
    throw invalidOption('the rule given to toHaveFinding', `one of ${RULE_IDS.join(', ')}`, rule)
  const findings = findingsOf(run, 'toHaveFinding', filter)
  const matching = findings.filter((finding) => finding.rule === rule)
  return {
    pass: matching.length > 0,
    message: () =>
      matching.length > 0
        ? `Expected the run to have no finding ${rule}, got ${matching.length}:\n\n${printed(matching)}`
        : `Expected the run to have a finding ${rule}, got:\n\n${printed(findings)}`,
  }
}

function findingsOf(run: unknown, matcher: string, filter: FindingFilter): readonly Finding[] {
  checkOptions(matcher, filter, {
    severity: oneOf(SEVERITIES),
    settings: { accepts: () => true, expected: 'settings' },
  })
  const settings = expectSettings(`the option settings of ${matcher}`, filter.settings)
  const lowest = SEVERITIES.indexOf(filter.severity ?? 'info')
  const judge = createJudge(judgingOf(settings))
  for (const span of spansOfRun(run)) judge.add(span)
  const nowMs = Date.now()
  return judge
    .findings()
    .filter(
      (finding) =>
        SEVERITIES.indexOf(finding.severity) >= lowest &&
        muteOf(finding, settings.mutes ?? [], nowMs) === undefined,
    )
}
