import { Command } from 'commander'
import { RULES } from '../tail/rules/index.ts'
import { pageOf } from '../tail/rules/pages.ts'
import { columns } from './render/columns.ts'

/** `toolspan rules`: every rule with what it finds. */
export function rulesCommand(): Command {
  return new Command('rules').description('list the rules').action(() => {
    const rows = RULES.map(({ id, summary }) => [id, pageOf(id)?.severities ?? '', summary])
    process.stdout.write(`${columns([['rule', 'severity', 'fires when'], ...rows]).join('\n')}\n`)
  })
}
