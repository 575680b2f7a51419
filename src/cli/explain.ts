import { Command } from 'commander'
import { sayDefault, settingsOfRule } from '../config/setting-list.ts'
import { RULES } from '../tail/rules/index.ts'
import { pageOf } from '../tail/rules/pages.ts'
import type { Rule } from '../tail/rules/rule.ts'
import { ruleId } from './check-options.ts'
import { createPaint, showsColor } from './render/paint.ts'

const MISSING =
  "error: missing required argument 'rule': expected the id of a rule; `toolspan rules` lists them"

/** `toolspan explain RULE`: what a rule means, when it stays quiet and what to do about it. */
export function explainCommand(): Command {
  const command = new Command('explain')
  return command
    .description('print what a rule means, when it stays quiet and how to fix what it finds')
    .argument('[rule]', 'id of a rule, such as retry-storm', ruleId)
    .action((id: string | undefined) => {
      if (id === undefined) command.error(MISSING)
      const rule = RULES.find((known) => known.id === id)
      if (rule !== undefined) process.stdout.write(renderRule(rule, showsColor(process.stdout)))
    })
}

/** The page of a rule: the same words as in docs/rules.md. */
export function renderRule(rule: Rule, color: boolean): string {
  const paint = createPaint(color)
  const page = pageOf(rule.id)
  const settings = settingsOfRule(rule.id)
  const rows = [
    ['means', page?.meaning],
    ['example', page?.example],
    ['quiet when', page?.quietWhen],
    ['fix', page?.fix],
    ['severity', page?.severities],
    ['looks at', `one ${rule.scope}`],
    ...settings.map((setting, index) => [index === 0 ? 'settings' : '', sayDefault(setting)] as const),
  ] as const
  const lines = rows.map(([label, text]) => `  ${paint('faint', label.padEnd(10))}  ${text}`)
  return `${paint('strong', rule.id)}\n  ${page?.summary}\n${lines.join('\n')}\n`
}
