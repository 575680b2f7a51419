import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { startService } from '../../examples/demo/child-process.ts'
import { createClosing } from '../../examples/demo/closing.ts'
import { readOtlpJson } from '../../src/tail/facts/otlp-json.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { type Plan, planEnv } from '../fixtures/chain/plan.ts'
import { openLeaf } from '../support/leaf.ts'
import { type Received, startOtlpEndpoint } from '../support/otlp-endpoint.ts'
import { findingsOf } from '../support/trace.ts'
import { ordersEnv, pythonOfExample, servePython } from './orders-server.ts'
import { spansOf } from './played.ts'

/** Absent where the machine is known to have no Python; why it was printed. */
const python = pythonOfExample()
const CHAIN = new URL('../fixtures/chain/', import.meta.url)

interface ChainRun {
  readonly leafRequests: number
  readonly spans: readonly SpanInput[]
}

/** A coordinator in TypeScript asks a relay in Python, which asks a server in TypeScript, whose leaf fails. */
async function playChain(changes: Partial<Plan> = {}, last: Partial<Plan> = {}): Promise<ChainRun> {
  const closing = createClosing()
  try {
    const leaf = await openLeaf()
    closing.add(leaf.close)
    const endpoint = await startOtlpEndpoint()
    closing.add(endpoint.close)
    const plan: Omit<Plan, 'name' | 'next'> = {
      tool: 'search',
      nextTool: 'research',
      owner: 'recover',
      isInstrumented: true,
      sdk: 1,
      transport: 'http',
      tracesUrl: `${endpoint.url}/v1/traces`,
      remakesErrors: false,
      isMute: false,
      attemptTimeoutMs: 20_000,
      ...changes,
    }
    const lastPlan: Plan = { ...plan, name: 'last-server', next: { leaf: leaf.url }, ...last }
    const server = await startService(new URL('server.ts', CHAIN).href, planEnv(lastPlan))
    closing.add(server.stop)
    const relay = await servePython(python ?? '', 'relay.py', {
      ...ordersEnv({ otlpUrl: endpoint.url }),
      OTEL_SERVICE_NAME: 'relay',
      RELAY_NEXT_URL: server.url,
    })
    closing.add(relay.stop)
    await runCoordinator({ ...plan, name: 'coordinator', next: { mcp: relay.url.href } })
    // Each process sends its last spans when it ends.
    await relay.stop()
    await server.stop()
    return { leafRequests: leaf.requests, spans: endpoint.received.flatMap(spansIn) }
  } finally {
    await closing.all()
  }
}

async function runCoordinator(plan: Plan): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('coordinator.ts', CHAIN))], {
    env: { ...process.env, ...planEnv(plan) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await Promise.all([text(child.stdout), once(child, 'exit')])
}

/** The exporters of the two languages speak the two formats. */
function spansIn({ headers, body }: Received): SpanInput[] {
  if (headers['content-type'] !== 'application/json') return spansOf(body)
  const spans: SpanInput[] = []
  readOtlpJson(JSON.parse(Buffer.from(body).toString()), {
    span: (span) => spans.push(span),
    problem: (problem) => {
      throw problem
    },
  })
  return spans
}

describe.runIf(python !== undefined)('REQ-20 a server in Python between two in TypeScript', () => {
  test.each([1, 2] as const)('three owners of three tries make three requests (SDK %i)', async (sdk) => {
    const { leafRequests, spans } = await playChain({ sdk })
    expect(leafRequests).toBe(3)
    expect(findingsOf(spans).filter(({ rule }) => /storm|reset/.test(rule))).toEqual([])
    const owners = spans.filter(({ name }) => name.startsWith('recover '))
    const budgets = new Map(owners.map(({ service, attributes }) => [service, attributes]))
    const [above, relay, last] = ['coordinator', 'relay', 'last-server'].map((name) => budgets.get(name))
    expect(owners).toHaveLength(3)
    expect(relay?.['toolspan.budget.parent_id']).toBe(above?.['toolspan.budget.id'])
    expect(last?.['toolspan.budget.parent_id']).toBe(relay?.['toolspan.budget.id'])
    const operations = owners.map(({ attributes }) => attributes['toolspan.operation.id'])
    expect(new Set(operations).size).toBe(1)
    expect(new Set(owners.map(({ traceId }) => traceId)).size).toBe(1)
  })

  test('what was spent comes back through it: a server that says nothing of its failure is not asked again', async () => {
    const { leafRequests } = await playChain({}, { remakesErrors: true })
    expect(leafRequests).toBe(3)
  })

  test('REQ-25 loops above and below it, which know of no budget, are found out through it', async () => {
    // The server of version 1 has one session, and the relay connects for each call.
    const { leafRequests, spans } = await playChain({ owner: 'loop' }, { sdk: 2 })
    const [storm, ...others] = findingsOf(spans).filter(({ rule }) => rule === 'retry-storm')
    expect(others).toEqual([])
    // Of a failure without a context nothing is known, so the relay asks once.
    expect(leafRequests).toBe(9)
    expect(storm).toMatchObject({ attempts: 9, amplification: 3, complete: true })
  })
})
