import { type Command, InvalidArgumentError, Option } from 'commander'
import { nearestName } from '../config/nearest-name.ts'
import { SEVERITIES, type Severity } from '../semconv/attributes/finding.ts'
import { RULES } from '../tail/rules/index.ts'
import { durationMs } from './duration.ts'
import { FORMATS, type Format } from './render/report.ts'

/** The options of `toolspan check` as they were given. */
export interface CheckOptions {
  readonly format: Format
  readonly rule?: readonly string[]
  readonly severity: Severity
  readonly failOn: Severity | 'never'
  readonly config?: string
  readonly baseline?: string
  readonly writeBaseline?: string
  readonly jaeger?: string
  readonly service?: string
  /** In milliseconds. */
  readonly since?: number
}

export function addCheckOptions(command: Command): Command {
  return command
    .addOption(new Option('--format <format>', 'how to print').choices(FORMATS).default('text'))
    .addOption(
      new Option('--rule <id>', 'judge by this rule only; may be given several times').argParser(ruleIds),
    )
    .addOption(
      new Option('--severity <severity>', 'lowest severity that is printed')
        .choices(SEVERITIES)
        .default('info'),
    )
    .addOption(
      new Option('--fail-on <severity>', 'lowest severity that makes the exit code 1')
        .choices([...SEVERITIES, 'never'])
        .default('warning'),
    )
    .option('--config <file>', 'thresholds, tools, rules off, severities and mutes (docs/config.md)')
    .option('--baseline <file>', 'report only what is not in this file')
    .option('--write-baseline <file>', 'write what is found into this file, and report it as known')
    .addOption(new Option('--jaeger <url>', 'ask a running Jaeger').argParser(address))
    .option('--service <name>', 'with --jaeger: of which service')
    .addOption(
      new Option('--since <duration>', 'with --jaeger: how far back (default: 1h)').argParser(duration),
    )
}

/** What is wrong with options that are right each on its own; undefined where nothing is. */
export function optionFault(files: readonly string[], options: CheckOptions): string | undefined {
  if (options.jaeger !== undefined && options.service === undefined) {
    return "option '--jaeger <url>' needs '--service <name>': whose traces to ask for"
  }
  if (options.jaeger === undefined && options.service !== undefined) {
    return "option '--service <name>' needs '--jaeger <url>'"
  }
  if (options.jaeger === undefined && options.since !== undefined) {
    return "option '--since <duration>' needs '--jaeger <url>'"
  }
  if (options.writeBaseline !== undefined && options.rule !== undefined) {
    return "option '--write-baseline <file>' cannot be used with '--rule <id>': what the other rules find would be new from then on"
  }
  if (files.length === 0 && options.jaeger === undefined) {
    return "missing required argument 'file': expected files, folders, patterns in quotes, - for standard input, or '--jaeger <url>'"
  }
  return undefined
}

/** Throws InvalidArgumentError where there is no such rule. */
export function ruleId(id: string): string {
  const ids = RULES.map((rule) => rule.id)
  if (ids.includes(id)) return id
  const nearest = nearestName(id, ids)
  throw new InvalidArgumentError(
    nearest === undefined ? `Known rules: ${ids.join(', ')}.` : `Did you mean ${nearest}?`,
  )
}

function ruleIds(id: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), ruleId(id)]
}

function address(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw new InvalidArgumentError('Expected an address such as http://localhost:16686.')
}

function duration(text: string): number {
  const ms = durationMs(text)
  if (ms === undefined) throw new InvalidArgumentError('Expected a duration such as 30m, 1h or 7d.')
  return ms
}
