import { Command } from 'commander'
import { judgingOf } from '../config/judging-of.ts'
import { helperThreadsGiveWay } from '../service/helper-threads.ts'
import { createJsonLog, errorDetails } from '../service/log.ts'
import type { RunningTail } from '../service/run-tail.ts'
import { TAIL_KEYS } from '../service/settings/tail-keys.ts'
import { flagOf, readTailSettings, TAIL_KEY_NAMES, variableOf } from '../service/settings/tail-settings.ts'
import { readConfigFile } from './config-file.ts'

const HELP = `
Each option may also be a variable such as ${variableOf('httpPort')}, or a key under "tail:" of the file.
Exporters read OTEL_EXPORTER_OTLP_*, the resource is read from OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME.
It prints one line "ready" with its addresses when it takes requests. SIGTERM ends it, a second one at once.`

/** `toolspan tail`: the service that judges the spans of many processes. */
export function tailCommand(): Command {
  const command = new Command('tail')
    .description('take spans over OTLP, judge runs while they go on, and send findings')
    .option(
      '--config <file>',
      'thresholds, tools, rules off, severities, mutes and settings (docs/config.md)',
    )
    .option('--check-config', 'say what is wrong with the configuration, and end')
    .addHelpText('after', HELP)
  for (const name of TAIL_KEY_NAMES) command.option(`--${flagOf(name)} <value>`, TAIL_KEYS[name].brief)
  return command.action(async () => {
    const options: Readonly<Record<string, unknown>> = command.opts()
    process.exitCode = await tail(options)
  })
}

const NO_FILE = { settings: {}, tail: undefined }

async function tail(options: Readonly<Record<string, unknown>>): Promise<number> {
  const { config: path } = options
  const config = typeof path === 'string' ? readConfigFile(path) : NO_FILE
  const faults = 'faults' in config ? config.faults : []
  const flags = Object.fromEntries(TAIL_KEY_NAMES.map((name) => [name, options[name]]))
  const read = readTailSettings({ flags, env: process.env, file: config.tail })
  const all = [...faults, ...('faults' in read ? read.faults : [])]
  if ('faults' in config || 'faults' in read) {
    for (const fault of all) console.error(fault)
    return 2
  }
  if (options.checkConfig === true) {
    console.log('the configuration is right')
    return 0
  }
  const log = createJsonLog((line) => process.stderr.write(line), Date.now)
  try {
    // Loaded here: other commands need neither servers nor databases.
    const { runTail } = await import('../service/run-tail.ts')
    helperThreadsGiveWay()
    const running = await runTail({
      settings: read.settings,
      judging: judgingOf(config.settings),
      env: process.env,
      log,
    })
    // Before anybody is told that it runs: whoever hears of it may end it at once.
    const ended = ending()
    console.log(readyLine(running))
    const signal = await ended
    log('info', 'ending', { signal })
    await running.stop()
    return 0
  } catch (error) {
    log('error', 'the service could not start', errorDetails(error))
    return 2
  }
}

/** One line with the addresses, for people and programs. */
function readyLine({ http, grpc, metrics }: RunningTail): string {
  const places = [
    `http=${http.host}:${http.port}`,
    ...(grpc === undefined ? [] : [`grpc=${grpc.host}:${grpc.port}`]),
    `metrics=${metrics.host}:${metrics.port}`,
  ]
  return `ready ${places.join(' ')}`
}

/** Resolves when the process is told to end. When it is told so again it ends at once. */
function ending(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1))
        resolve(signal)
      })
    }
  })
}
