import { Command } from 'commander'
import { SEVERITIES } from '../semconv/attributes/finding.ts'
import { RULES } from '../tail/rules/index.ts'
import { pageOf } from '../tail/rules/pages.ts'
import { columns } from './render/columns.ts'

/** `toolspan rules`: every rule with what it finds. */
export function rulesCommand(): Command {
  return new Command('rules').description('list the rules').action(() => {
    const rows = RULES.map(({ id }) => [id, severitiesOf(id), pageOf(id)?.summary ?? ''])
    process.stdout.write(`${columns([['rule', 'severity', 'fires when'], ...rows]).join('\n')}\n`)
  })
}

/** The severities that a rule gives, without what decides between them: the page of the rule says that. */
function severitiesOf(id: string): string {
  const words = pageOf(id)?.severities ?? ''
  return SEVERITIES.filter((severity) => new RegExp(`\\b${severity}\\b`).test(words))
    .reverse()
    .join(', ')
}
