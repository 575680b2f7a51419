import { Command } from 'commander'
import type { ToolspanSettings } from '../config/settings.ts'
import { hasExpired } from '../tail/mutes.ts'
import { type Baseline, readBaseline, writeBaseline } from './baseline.ts'
import { addCheckOptions, type CheckOptions, optionFault } from './check-options.ts'
import { readConfigFile } from './config-file.ts'
import { sourcesOf } from './input/inputs.ts'
import { jaegerServices, jaegerSource } from './input/jaeger-api.ts'
import { createProblemLog, type ProblemLog } from './input/problems.ts'
import type { Source } from './input/source.ts'
import type { FileJudgement } from './judge/file-judge.ts'
import { judgeSources, totalSize } from './judge/judge-sources.ts'
import { createProgress } from './progress.ts'
import { showsColor } from './render/paint.ts'
import { renderReport } from './render/report.ts'
import { type CheckReport, fails, reportOf } from './report.ts'

const HELP = `
Exit codes:
  0  no finding at or above --fail-on
  1  a finding at or above --fail-on
  2  something could not be read; what could be read was judged all the same`

/** How far back a Jaeger is asked where nothing is said. */
const DEFAULT_SINCE_MS = 3_600_000
/** The most traces that a Jaeger is asked for. */
const JAEGER_LIMIT = 1000

/** `toolspan check FILE…`: judges recorded traces and prints what it finds. */
export function checkCommand(): Command {
  const command = new Command('check')
    .description('judge recorded traces and print what is found')
    .argument('[file...]', 'files, folders or patterns; "-" is standard input')
    .addHelpText('after', HELP)
  return addCheckOptions(command).action(async (files: readonly string[], options: CheckOptions) => {
    const fault = optionFault(files, options)
    if (fault !== undefined) command.error(`error: ${fault}`)
    process.exitCode = await check(files, options)
  })
}

async function check(files: readonly string[], options: CheckOptions): Promise<0 | 1 | 2> {
  const warn = (text: string) => console.error(text)
  const settings = readSettings(options.config, warn)
  const baseline = options.baseline === undefined ? undefined : readBaseline(options.baseline)
  if (settings === undefined) return 2
  if (baseline !== undefined && 'fault' in baseline) {
    warn(baseline.fault)
    return 2
  }
  const problems = createProblemLog(warn)
  const judgement = await judge(files, options, settings, problems)
  problems.close()
  const selection = {
    mutes: settings.mutes ?? [],
    baseline,
    leastSeverity: options.severity,
    nowMs: Date.now(),
  }
  if (options.writeBaseline !== undefined && problems.count > 0) {
    warn(`${options.writeBaseline}: not written, because something could not be read`)
    return 2
  }
  const report = withNewBaseline(judgement, reportOf(judgement, selection), selection, options)
  if ('fault' in report) {
    warn(report.fault)
    return 2
  }
  const exitCode = problems.count > 0 ? 2 : fails(report, options.failOn) ? 1 : 0
  const color = showsColor(process.stdout)
  process.stdout.write(renderReport(options.format, report, { color, exitCode }))
  return exitCode
}

/** Undefined where the file is wrong. Mutes that have ended are told of: they hide nothing any more. */
function readSettings(path: string | undefined, warn: (text: string) => void): ToolspanSettings | undefined {
  if (path === undefined) return {}
  const config = readConfigFile(path)
  if ('faults' in config) {
    for (const fault of config.faults) warn(fault)
    return undefined
  }
  for (const [index, mute] of (config.settings.mutes ?? []).entries()) {
    if (hasExpired(mute, Date.now())) {
      warn(`${path}: warning: mutes[${index}] (${mute.rule}) ended on ${mute.until} and mutes nothing`)
    }
  }
  return config.settings
}

async function judge(
  files: readonly string[],
  options: CheckOptions,
  settings: ToolspanSettings,
  problems: ProblemLog,
): Promise<FileJudgement> {
  const sources = [
    ...files.flatMap((file) => sourcesOf(file, (name, message) => problems.report(name, undefined, message))),
    ...jaegerSources(options),
  ]
  const progress = createProgress(process.stderr, totalSize(sources))
  const judgement = await judgeSources(sources, {
    settings,
    only: options.rule === undefined ? undefined : [...options.rule],
    problems,
    onBytes: progress.add,
  })
  progress.clear()
  await tellWhatIsMissing(judgement, sources, options, problems)
  return judgement
}

function jaegerSources({ jaeger, service, since = DEFAULT_SINCE_MS }: CheckOptions): readonly Source[] {
  if (jaeger === undefined || service === undefined) return []
  const untilMs = Date.now()
  return [jaegerSource({ url: jaeger, service, sinceMs: untilMs - since, untilMs, limit: JAEGER_LIMIT })]
}

/** A run that was not recorded is no run without findings. */
async function tellWhatIsMissing(
  { spans, traces }: FileJudgement,
  sources: readonly Source[],
  { jaeger, service }: CheckOptions,
  problems: ProblemLog,
): Promise<void> {
  const names = sources.map(({ name }) => name).join(', ')
  if (spans === 0 && problems.count === 0) {
    const known = jaeger === undefined ? [] : await jaegerServices(jaeger)
    const others = known.length === 0 ? '' : `. It knows ${sayServices(known, service)}`
    problems.report(names, undefined, `no span in it, expected at least one: nothing was judged${others}`)
  }
  if (jaeger !== undefined && traces >= JAEGER_LIMIT) {
    problems.report(
      names,
      undefined,
      `gave as many traces as were asked for (${JAEGER_LIMIT}): there may be more`,
    )
  }
}

/** As many names as a line can take. */
const SHOWN_SERVICES = 10

function sayServices(known: readonly string[], asked: string | undefined): string {
  if (asked !== undefined && known.includes(asked)) return `${asked}, but no trace of it in that time`
  const more = known.length - SHOWN_SERVICES
  const shown = [...known].sort().slice(0, SHOWN_SERVICES).join(', ')
  return `no ${asked}, but ${shown}${more > 0 ? ` and ${more} more` : ''}`
}

/** With --write-baseline all that is not muted is written down, and known from then on. */
function withNewBaseline(
  judgement: FileJudgement,
  report: CheckReport,
  selection: Parameters<typeof reportOf>[1],
  { writeBaseline: path }: CheckOptions,
): CheckReport | { readonly fault: string } {
  if (path === undefined) return report
  const found = [...report.shown, ...report.hidden, ...(report.known ?? [])].map(({ finding }) => finding)
  const written: Baseline | { readonly fault: string } = writeBaseline(path, found)
  return 'fault' in written ? written : reportOf(judgement, { ...selection, baseline: written })
}
