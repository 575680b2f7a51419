import type { Severity } from '../semconv/attributes/finding.ts'
import { type Cues, createCues } from './cues.ts'
import type { ToolFacts } from './facts/tool-facts.ts'
import type { Mute } from './mutes.ts'
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
  readonly mutes: readonly Mute[]
  readonly cues: Cues
}

export interface JudgingOptions extends Partial<Omit<Judging, 'cues' | 'settings'>> {
  readonly settings?: Partial<RuleSettings>
}

/** Judging by every rule with its own limits, but for what the options say. */
export function createJudging(options: JudgingOptions = {}): Judging {
  const settings = { ...DEFAULT_RULE_SETTINGS, ...options.settings }
  return {
    rules: options.rules ?? RULES,
    settings,
    severities: options.severities ?? new Map(),
    tools: options.tools ?? new Map(),
    mutes: options.mutes ?? [],
    // Of all rules: one may rest on what is a cue to another one.
    cues: createCues(RULES, settings),
  }
}

export const DEFAULT_JUDGING: Judging = /* @__PURE__ */ createJudging()
