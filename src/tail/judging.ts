import type { Severity } from '../semconv/attributes/finding.ts'
import { type Cues, createCues } from './cues.ts'
import type { ToolFacts } from './facts/tool-facts.ts'
import { DEFAULT_RULE_SETTINGS, type RuleSettings } from './rule-settings.ts'
import { RULES } from './rules/index.ts'
import type { Rule } from './rules/rule.ts'

/** How runs are judged: the same for everyone who judges. */
export interface Judging {
  readonly rules: readonly Rule[]
  readonly settings: RuleSettings
  /** Severities that take the place of a rule's own, by rule. */
  readonly severities: ReadonlyMap<string, Severity>
  /** What is known of tools besides what spans say. */
  readonly tools: ToolFacts
  readonly cues: Cues
}

export interface JudgingOptions extends Partial<Omit<Judging, 'cues' | 'settings'>> {
  readonly settings?: Partial<RuleSettings>
}

/** Judging by every rule with its own limits, but for what the options say. */
export function createJudging(options: JudgingOptions = {}): Judging {
  const settings = { ...DEFAULT_RULE_SETTINGS, ...options.settings }
  const rules = options.rules ?? RULES
  return {
    rules,
    settings,
    severities: options.severities ?? new Map(),
    tools: options.tools ?? new Map(),
    cues: createCues(rules, settings),
  }
}

export const DEFAULT_JUDGING: Judging = createJudging()
