import { createJaegerApi, type JaegerApi } from '../ask/jaeger-api.ts'
import { type CollectorPorts, collectorPorts, startCollector } from './collector.ts'
import { startJaeger } from './jaeger.ts'
import type { Program } from './program.ts'
import { makeStackFolder, type StackFolder } from './stack-folder.ts'
import { startTail, type TailPorts, tailPorts } from './tail.ts'

/** Names of the tails, in the order in which the gateway lists them. */
export type TailName = 'tail-0' | 'tail-1'
type SamplerName = 'sampler-0' | 'sampler-1'

/** The two tiers of docs/production.md: a gateway, two tails, two sampling Collectors, Jaeger. */
export interface TwoTiers {
  readonly folder: StackFolder
  readonly otlpUrl: string
  readonly gateway: CollectorPorts
  readonly samplers: Readonly<Record<SamplerName, CollectorPorts>>
  readonly tails: Readonly<Record<TailName, TailPorts>>
  readonly jaeger: JaegerApi
  readonly programs: Map<'gateway' | 'jaeger' | SamplerName | TailName, Program>
  /** Starts a tail, for the first time or again. */
  startTail(name: TailName): Promise<void>
  stop(): Promise<void>
}

const list = (ports: readonly number[]): string => `[${ports.map((port) => `127.0.0.1:${port}`).join(', ')}]`

/** @param name tells it from the other stacks of this run */
export async function startTwoTiers(name: string): Promise<TwoTiers> {
  const folder = makeStackFolder(name)
  const gateway = await collectorPorts()
  const samplers = { 'sampler-0': await collectorPorts(), 'sampler-1': await collectorPorts() }
  const tails = { 'tail-0': await tailPorts(), 'tail-1': await tailPorts() }
  const programs: TwoTiers['programs'] = new Map()
  const start = async (tail: TailName): Promise<void> => {
    programs.set(
      tail,
      await startTail(folder, { name: tail, ports: tails[tail], findingsPort: gateway.findings }),
    )
  }
  const stop = async (): Promise<void> => {
    await Promise.all([...programs.values()].map((program) => program.stop()))
    folder.remove()
  }
  try {
    const jaeger = await startJaeger(folder)
    programs.set('jaeger', jaeger.program)
    const startOne = async (
      collector: 'gateway' | SamplerName,
      config: string,
      ports: CollectorPorts,
      env: Readonly<Record<string, string>>,
    ): Promise<void> => {
      const told = { JAEGER_ENDPOINT: jaeger.otlp, SAMPLING_WAIT: '5s', ...env }
      programs.set(collector, await startCollector(folder, { name: collector, config, ports, env: told }))
    }
    await Promise.all([
      start('tail-0'),
      start('tail-1'),
      startOne('sampler-0', 'backend.yaml', samplers['sampler-0'], {}),
      startOne('sampler-1', 'backend.yaml', samplers['sampler-1'], {}),
    ])
    await startOne('gateway', 'gateway.yaml', gateway, {
      TAILS: list(Object.values(tails).map(({ grpc }) => grpc)),
      SAMPLERS: list(Object.values(samplers).map(({ grpc }) => grpc)),
    })
    const otlpUrl = `http://127.0.0.1:${gateway.http}`
    const jaegerApi = createJaegerApi(jaeger.url)
    return { folder, otlpUrl, gateway, samplers, tails, jaeger: jaegerApi, programs, startTail: start, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
