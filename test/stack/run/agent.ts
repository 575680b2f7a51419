import { join } from 'node:path'
import { ensureBuilt } from '../../examples/built.ts'
import { COMPOSE, ROOT } from './compose.ts'
import { type Program, startProgram } from './program.ts'
import type { StackFolder } from './stack-folder.ts'

export interface AgentOptions {
  /** Its service, and the name of its log. */
  readonly service: string
  readonly scenario: string
  readonly number: number
  readonly otlpUrl: string
  readonly env?: Readonly<Record<string, string>>
}

let instances = 0

/** The agent of test/stack/agent, in a process of its own. It ends by itself. */
export function startAgent(
  folder: StackFolder,
  { service, scenario, number, otlpUrl, env = {} }: AgentOptions,
): Program {
  return startProgram({
    name: service,
    command: process.execPath,
    words: [join(ROOT, 'test/stack/agent/main.ts'), scenario, String(number)],
    env: { ...telemetryEnv(service, otlpUrl), ...env },
    folder: folder.data,
    logFile: join(folder.logs, `${service}.log`),
  })
}

/** Runs the agent to its end. Rejects where it does not end well. */
export async function playAgent(folder: StackFolder, options: AgentOptions): Promise<void> {
  await endsWell(startAgent(folder, options))
}

/** Runs the demo of the README to its end, with the stack as its backend. */
export async function playDemo(
  folder: StackFolder,
  otlpUrl: string,
  ...words: readonly string[]
): Promise<void> {
  // It uses the package as its users do.
  await ensureBuilt()
  const program = startProgram({
    name: 'demo',
    command: process.execPath,
    words: [join(ROOT, 'examples/demo/main.ts'), ...words],
    env: { ...COMPOSE.demo?.environment, ...telemetryEnv(undefined, otlpUrl) },
    folder: ROOT,
    logFile: join(folder.logs, 'demo.log'),
  })
  await endsWell(program)
}

export async function endsWell(program: Program): Promise<void> {
  const code = await program.ended
  if (code !== 0) throw new Error(`${program.name} ended with ${code}:\n${program.output().slice(-3000)}`)
}

function telemetryEnv(service: string | undefined, otlpUrl: string): Record<string, string> {
  instances++
  return {
    ...(service === undefined ? {} : { OTEL_SERVICE_NAME: service }),
    OTEL_RESOURCE_ATTRIBUTES: `service.instance.id=agent-${process.pid}-${instances}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_LOGS_EXPORTER: 'otlp',
    OTEL_METRICS_EXPORTER: 'otlp',
    OTEL_METRIC_EXPORT_INTERVAL: '5000',
    OTEL_METRIC_EXPORT_TIMEOUT: '4000',
    OTEL_BSP_SCHEDULE_DELAY: '500',
    NODE_NO_WARNINGS: '1',
  }
}
