import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startService } from '../../examples/demo/child-process.ts'
import { createClosing } from '../../examples/demo/closing.ts'
import { openCollector } from '../../examples/demo/collector.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { type Next, type Plan, planEnv } from '../fixtures/chain/plan.ts'
import { openLeaf } from './leaf.ts'

const FOLDER = new URL('../fixtures/chain/', import.meta.url)

/** How a chain differs from the usual one: `recover()` everywhere, SDK version 1, the first server over stdio. */
export interface ChainOptions {
  /** For all three: the coordinator, the server that it asks, and the server that asks the leaf. */
  readonly all?: Partial<Plan>
  readonly coordinator?: Partial<Plan>
  readonly middle?: Partial<Plan>
  readonly last?: Partial<Plan>
  readonly leaf?: 'fails' | 'hangs'
}

/** What came of one question. */
export interface ChainRun {
  /** Requests that reached the leaf. */
  readonly leafRequests: number
  /** What the coordinator saw in the end. */
  readonly seen: { readonly answer?: { readonly isError?: boolean }; readonly error?: unknown }
  /** The spans of all processes. */
  readonly spans: readonly SpanInput[]
}

/** Plays one question over three processes, each with an owner that allows three tries, and a leaf that fails. */
export async function playChain({
  all,
  coordinator,
  middle,
  last,
  leaf: mode,
}: ChainOptions = {}): Promise<ChainRun> {
  const closing = createClosing()
  try {
    const leaf = await openLeaf(mode)
    closing.add(leaf.close)
    const collector = await openCollector()
    closing.add(collector.close)
    const plan = (name: string, next: Next, own: Partial<Plan> = {}): Plan => ({
      name,
      tool: 'search',
      nextTool: 'search',
      owner: 'recover',
      isInstrumented: true,
      sdk: 1,
      transport: 'http',
      next,
      tracesUrl: collector.tracesUrl,
      remakesErrors: false,
      isMute: false,
      attemptTimeoutMs: 20_000,
      ...all,
      ...own,
    })
    const serve = async (served: Plan): Promise<Next> => {
      if (served.transport === 'stdio') return { stdio: served }
      const service = await startService(new URL('server.ts', FOLDER).href, planEnv(served))
      stops.push(closing.add(service.stop))
      return { mcp: service.url }
    }
    const stops: (() => Promise<void>)[] = []
    const server = await serve(plan('last-server', { leaf: leaf.url }, last))
    const first = await serve(
      plan('middle-server', server, { transport: 'stdio', tool: 'research', ...all, ...middle }),
    )
    const seen = await runCoordinator(plan('coordinator', first, { nextTool: 'research', ...coordinator }))
    // Each process sends its last spans when it ends.
    for (const stop of stops.reverse()) await stop()
    return { leafRequests: leaf.requests, seen, spans: [...collector.spans] }
  } finally {
    await closing.all()
  }
}

async function runCoordinator(plan: Plan): Promise<ChainRun['seen']> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('coordinator.ts', FOLDER))], {
    env: { ...process.env, ...planEnv(plan) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return JSON.parse(printed)
}
