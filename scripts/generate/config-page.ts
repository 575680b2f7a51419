import { type ListedSetting, listSettings } from '../../src/config/setting-list.ts'
import { markdownTable } from './markdown.ts'
import { GENERATED_MARKER, type Page } from './page.ts'

const INTRODUCTION = `# Configuration

One file, \`toolspan.yaml\`, holds what a team knows better than the rules: thresholds, tools, rules that are off,
severities, mutes. \`toolspan check --config toolspan.yaml\` reads it; \`ToolspanProcessor\` takes the same as an object in
its option \`settings\` and reads no file. Nothing in it has to be there.

\`\`\`yaml
thresholds:
  loopSteps: 8
tools:
  search_orders: { effect: read, maxAgeMs: 60000 }
rules:
  tool-overload: off
  gave-up-early: warning
mutes:
  - rule: stale-answer
    tool: get_rate
    service: billing
    reason: the upstream cache is replaced in May
    until: 2026-05-31
\`\`\`

A wrong key is told with its line, its path and the nearest right one; a wrong value with what was expected and what
came. Then nothing is judged: exit code 2.`

const CLOSING = `## How they work together

- What the file says of a tool goes before what spans say of it, and before what a body is read as: a result of a tool
  with another effect is read again. An age that is allowed decides on its own whether a known age is stale.
- A mute is a rule, with a tool or a service or both where it is about those alone. Its findings are counted and not
  shown, and do not count for the exit code. After its last day it is told of on standard error and does nothing.
- A severity that is set holds for every finding of the rule, whatever the rule itself would say.`

/** docs/config.md: every key with default and unit, from the schema itself. */
export function configPage(): Page {
  const rows = listSettings().map(rowOf)
  const table = markdownTable(['Key', 'Meaning', 'Expected', 'Unit', 'Default'], rows)
  const content = [`<!-- ${GENERATED_MARKER} -->`, INTRODUCTION, `## Keys\n\n${table}`, CLOSING].join('\n\n')
  return { path: 'docs/config.md', content: `${content}\n` }
}

function rowOf({ path, words }: ListedSetting): readonly string[] {
  const expected = path === 'mutes[].rule' ? 'the id of a rule ([rules.md](rules.md))' : words.expected
  return [`\`${path}\``, words.brief, expected, words.unit ?? '', words.default]
}
