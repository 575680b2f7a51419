import { SEVERITIES, type Severity } from '../semconv/attributes/finding.ts'
import type { ToolFact } from '../tail/facts/tool-facts.ts'
import { createJudging, type Judging } from '../tail/judging.ts'
import type { RuleSettings } from '../tail/rule-settings.ts'
import { RULES } from '../tail/rules/index.ts'
import type { ToolspanSettings } from './settings.ts'

/** How to judge by the settings. `only`: rules that are not named are left out; default all. */
export function judgingOf(settings: ToolspanSettings, only?: ReadonlySet<string>): Judging {
  const severities = new Map<string, Severity>()
  const off = new Set<string>()
  for (const [rule, setting] of Object.entries(settings.rules ?? {})) {
    const severity = SEVERITIES.find((known) => known === setting)
    if (severity !== undefined) severities.set(rule, severity)
    else if (setting === 'off') off.add(rule)
  }
  const tools = new Map<string, ToolFact>(Object.entries(settings.tools ?? {}))
  return createJudging({
    rules: RULES.filter(({ id }) => !off.has(id) && (only?.has(id) ?? true)),
    settings: given(settings.thresholds ?? {}),
    severities,
    tools,
    mutes: settings.mutes ?? [],
  })
}

/** Only the thresholds that are there: one that is undefined is none. */
function given(thresholds: NonNullable<ToolspanSettings['thresholds']>): Partial<RuleSettings> {
  return Object.fromEntries(Object.entries(thresholds).filter(([, value]) => value !== undefined))
}
