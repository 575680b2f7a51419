import { RULES } from '../../src/tail/rules/index.ts'
import type { Rule } from '../../src/tail/rules/rule.ts'
import { markdownTable } from './markdown.ts'
import { GENERATED_MARKER, type Page } from './page.ts'

const INTRODUCTION = `# Rules

What Toolspan flags in a run. A rule says nothing where the spans do not state enough: a false alarm is worse than a
miss. The scope says what a rule looks at: one span, or all tries of one operation.`

/** docs/rules.md: a row for each rule, then a section that says what it means and what to change. */
export function rulesPage(): Page {
  const table = markdownTable(['Rule', 'Fires when', 'Scope', 'Severity'], RULES.map(ruleRow))
  const content = [`<!-- ${GENERATED_MARKER} -->`, INTRODUCTION, table, ...RULES.map(ruleSection)].join(
    '\n\n',
  )
  return { path: 'docs/rules.md', content: `${content}\n` }
}

function ruleRow({ id, summary, scope, severities }: Rule): readonly string[] {
  return [`[\`${id}\`](#${id})`, summary, scope, severities]
}

function ruleSection({ id, summary, meaning, quietWhen, fix, severities }: Rule): string {
  return [
    `## ${id}`,
    `${summary} ${meaning}`,
    [`- **Quiet when:** ${quietWhen}`, `- **Fix:** ${fix}`, `- **Severity:** ${severities}`].join('\n'),
  ].join('\n\n')
}
