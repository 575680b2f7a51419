import { type ListedSetting, listSettings } from '../../src/config/setting-list.ts'
import { flagOf, keyOf, TAIL_KEY_NAMES, variableOf } from '../../src/service/settings/tail-settings.ts'
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

const SERVICE = `## Settings of the service

\`toolspan tail\` reads them from flags, then from the environment, then from the file, where they stand under \`tail\`.
\`toolspan check\` passes over them. \`toolspan tail --config toolspan.yaml --check-config\` says what is wrong and ends.

\`\`\`yaml
tail:
  listen: 0.0.0.0
  tokenFile: /etc/toolspan/token
  maxSpans: 4000000
\`\`\``

/** docs/config.md: every key with default and unit, from the schema itself. */
export function configPage(): Page {
  const rows = listSettings().map(rowOf)
  const table = markdownTable(['Key', 'Meaning', 'Expected', 'Unit', 'Default'], rows)
  const service = markdownTable(
    ['Key', 'Flag', 'Variable', 'Meaning', 'Expected', 'Unit', 'Default'],
    TAIL_KEY_NAMES.map(tailRowOf),
  )
  const parts = [INTRODUCTION, `## Keys\n\n${table}`, CLOSING, SERVICE, service]
  const content = [`<!-- ${GENERATED_MARKER} -->`, ...parts].join('\n\n')
  return { path: 'docs/config.md', content: `${content}\n` }
}

function rowOf({ path, words }: ListedSetting): readonly string[] {
  const expected = path === 'mutes[].rule' ? 'the id of a rule ([rules.md](rules.md))' : words.expected
  return [`\`${path}\``, words.brief, expected, words.unit ?? '', words.default]
}

function tailRowOf(name: (typeof TAIL_KEY_NAMES)[number]): readonly string[] {
  const { brief, expected, unit = '', default: usual = 'none' } = keyOf(name)
  return [
    `\`tail.${name}\``,
    `\`--${flagOf(name)}\``,
    `\`${variableOf(name)}\``,
    brief,
    expected,
    unit,
    String(usual),
  ]
}
