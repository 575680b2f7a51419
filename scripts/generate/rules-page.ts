import { sayDefault, settingsOfRule } from '../../src/config/setting-list.ts'
import { RULES } from '../../src/tail/rules/index.ts'
import { pageOf } from '../../src/tail/rules/pages.ts'
import type { Rule } from '../../src/tail/rules/rule.ts'
import { markdownTable } from './markdown.ts'
import { GENERATED_MARKER, type Page } from './page.ts'

const INTRODUCTION = `# Rules

What Toolspan flags in a run. A rule says nothing where the spans do not state enough: a false alarm is worse than a
miss. The scope says what a rule looks at: one span, all tries of one operation, or a whole run. \`toolspan explain RULE\`
prints the same page. What a try, an operation, a budget, a layer and a boundary are is defined in [model.md](model.md).`

/** docs/rules.md: a row for each rule, then a section that says what it means and what to change. */
export function rulesPage(): Page {
  const table = markdownTable(['Rule', 'Fires when', 'Scope', 'Severity'], RULES.map(ruleRow))
  const content = [`<!-- ${GENERATED_MARKER} -->`, INTRODUCTION, table, ...RULES.map(ruleSection)].join(
    '\n\n',
  )
  return { path: 'docs/rules.md', content: `${content}\n` }
}

function ruleRow({ id, scope }: Rule): readonly string[] {
  const page = pageOf(id)
  return [`[\`${id}\`](#${id})`, page?.summary ?? '', scope, page?.severities ?? '']
}

/** The keys of the configuration that the rule reads, where there are some. */
function settingsLine(id: string): readonly string[] {
  const settings = settingsOfRule(id).map((setting) =>
    sayDefault(setting).replace(setting.path, `\`${setting.path}\``),
  )
  return settings.length === 0 ? [] : [`- **Settings** ([config.md](config.md)): ${settings.join('; ')}`]
}

function ruleSection({ id }: Rule): string {
  const page = pageOf(id)
  if (page === undefined)
    throw new Error(`the rule ${id} has no page: expected one in src/tail/rules/pages.ts`)
  return [
    `## ${id}`,
    `${page.summary} ${page.meaning}`,
    [
      `- **Example:** ${page.example}`,
      `- **Quiet when:** ${page.quietWhen}`,
      `- **Fix:** ${page.fix}`,
      `- **Severity:** ${page.severities}`,
      ...settingsLine(id),
    ].join('\n'),
  ].join('\n\n')
}
