import { Command, Option } from 'commander'
import { SEVERITIES, type Severity } from '../semconv/attributes/finding.ts'
import type { Finding } from '../tail/findings/finding.ts'
import { sourcesOf } from './input/inputs.ts'
import { createProblemLog } from './input/problems.ts'
import { readSource } from './input/read-source.ts'
import { createFileJudge } from './judge/file-judge.ts'
import { renderFindings } from './render/findings.ts'
import { renderJson } from './render/json.ts'
import { showsColor } from './render/paint.ts'
import { severityRank } from './render/severity.ts'
import { renderTotals } from './render/totals.ts'

interface CheckOptions {
  readonly format: 'text' | 'json'
  readonly failOn: Severity | 'never'
}

const HELP = `
Exit codes:
  0  no finding at or above --fail-on
  1  a finding at or above --fail-on
  2  something could not be read; what could be read was judged all the same`

/** `toolspan check FILE…`: judges recorded traces and prints what it finds. */
export function checkCommand(): Command {
  return new Command('check')
    .description('judge recorded traces and print what is found')
    .argument('<file...>', 'files, folders or patterns; "-" is standard input')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .addOption(
      new Option('--fail-on <severity>', 'lowest severity that makes the exit code 1')
        .choices([...SEVERITIES, 'never'])
        .default('warning'),
    )
    .addHelpText('after', HELP)
    .action(async (files: readonly string[], options: CheckOptions) => {
      process.exitCode = await check(files, options)
    })
}

async function check(files: readonly string[], { format, failOn }: CheckOptions): Promise<0 | 1 | 2> {
  const problems = createProblemLog((text) => console.error(text))
  const judge = createFileJudge({
    onBlock({ source, problems: told, moreProblems }) {
      for (const { where, message } of told) problems.report(source, where, message)
      problems.more(source, moreProblems)
    },
  })
  for (const argument of files) {
    const sources = sourcesOf(argument, (name, message) => problems.report(name, undefined, message))
    for (const source of sources) {
      await readSource(source, {
        block: (block) => judge.read(source.name, block),
        problem: (where, message) => judge.fault(source.name, where, message),
      })
    }
  }
  const judged = await judge.finish()
  if (judged.spans === 0 && problems.count === 0) {
    problems.report(files.join(', '), undefined, 'no span in it, expected at least one: nothing was judged')
  }
  await judge.close()
  problems.close()
  const findings = judged.findings.map(({ finding }) => finding)
  const result = { traces: judged.traces, spans: judged.spans, findings }
  if (format === 'json') process.stdout.write(renderJson(result))
  else {
    const color = showsColor(process.stdout)
    const blocks = renderFindings(findings, { color })
    process.stdout.write(`${blocks}${blocks === '' ? '' : '\n'}${renderTotals(result)}\n`)
  }
  if (problems.count > 0) return 2
  return findings.some((finding) => isAtLeast(finding, failOn)) ? 1 : 0
}

function isAtLeast(finding: Finding, failOn: Severity | 'never'): boolean {
  return failOn !== 'never' && severityRank(finding.severity) >= severityRank(failOn)
}
