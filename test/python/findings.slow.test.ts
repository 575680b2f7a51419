import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recover } from '../../src/budget/recover.ts'
import { openLeaf } from '../support/leaf.ts'
import { startOtlpEndpoint } from '../support/otlp-endpoint.ts'
import { startTestTail } from '../support/running-tail.ts'
import type { Orders } from './orders-client.ts'
import { ORDERS_SERVICE, pythonOfExample } from './orders-server.ts'
import { AGENT_SERVICE, playRun, spansOf } from './played.ts'

/** Absent where the machine is known to have no Python; why it was printed. */
const python = pythonOfExample()
const MAIN = join(import.meta.dirname, '../../src/cli/main.ts')

/** A host that asks three times whatever it is told, and knows nothing of budgets. */
async function askThreeTimes(orders: Orders): Promise<void> {
  for (let number = 1; number <= 3; number++) {
    const { isError } = await orders.call('search_archive', { customer: 'ada-lovelace' })
    if (isError !== true) return
  }
}

async function askOnce(orders: Orders): Promise<void> {
  await orders.call('search_orders', { customer: 'nobody' })
  await orders.call('search_archive', { customer: 'ada-lovelace' })
  await orders.call('cancel_order', { order: 'A1' })
  await orders.call('cancel_order', { order: 'A2' })
}

interface Checked {
  readonly code: number
  readonly findings: readonly { readonly rule: string; readonly summary: string }[]
}

/** What `toolspan check` says of OTLP requests in protobuf, each in a file of its own. */
async function check(bodies: readonly Uint8Array[]): Promise<Checked> {
  const folder = mkdtempSync(join(tmpdir(), 'toolspan-python-'))
  try {
    for (const [at, body] of bodies.entries()) writeFileSync(join(folder, `${at}.pb`), body)
    return await new Promise((resolve, reject) => {
      execFile(process.execPath, [MAIN, 'check', '--format', 'json', folder], (error, stdout, stderr) => {
        const code = error === null ? 0 : Number(error.code)
        if (stdout === '') reject(new Error(stderr))
        else resolve({ code, findings: JSON.parse(stdout).findings })
      })
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The time between two tries must not look like the end of the operation. */
const LONGER_THAN_A_BACK_OFF_MS = '30000'

const STORM = {
  rule: 'retry-storm',
  severity: 'critical',
  attempts: 9,
  complete: true,
  layers: [
    { layer: 'mcp_client', attempts: 3 },
    { layer: 'tool', owner: 'orders-archive', attempts: 9, maxAttempts: 3 },
  ],
  origin: { service: AGENT_SERVICE, tool: 'search_archive' },
}
const RESET = {
  rule: 'budget-reset',
  resets: 2,
  origin: { service: ORDERS_SERVICE, tool: 'search_archive' },
}

test.runIf(python !== undefined)(
  'REQ-25 check finds a storm across the Python layer, and whose budget was opened anew',
  async () => {
    const leaf = await openLeaf()
    const { bodies } = await playRun(python ?? '', ['v1', 'stdio'], askThreeTimes, { archiveUrl: leaf.url })
    leaf.close()
    expect(leaf.requests).toBe(9)
    const { code, findings } = await check(bodies)
    expect(code).toBe(1)
    const storm = findings.find(({ rule }) => rule === STORM.rule)
    expect(storm).toMatchObject(STORM)
    expect(storm?.summary).toContain(`orders-archive (3 of 3 tries in ${ORDERS_SERVICE})`)
    expect(findings.find(({ rule }) => rule === RESET.rule)).toMatchObject(RESET)
  },
)

test.runIf(python !== undefined)(
  'REQ-38 the tail finds the same while both languages send to it',
  async () => {
    const leaf = await openLeaf()
    const told = await startOtlpEndpoint()
    const between = async (forward: string) =>
      startTestTail({ forward, export: told.url, quietMs: LONGER_THAN_A_BACK_OFF_MS })
    await playRun(python ?? '', ['v2-modern', 'http'], askThreeTimes, { archiveUrl: leaf.url, between })
    leaf.close()
    // The service has been stopped; before it ends it tells what it has found.
    const spans = told.received
      .filter(({ path }) => path === '/v1/traces')
      .flatMap(({ body }) => spansOf(body))
    await told.close()
    const storm = spans.find(({ name }) => name === 'finding retry-storm')
    expect(storm?.attributes).toMatchObject({
      'toolspan.finding.severity': 'critical',
      'toolspan.finding.attempts': 9,
      'gen_ai.tool.name': 'search_archive',
    })
    expect(storm?.attributes['toolspan.finding.summary']).toContain(
      `orders-archive (3 of 3 tries in ${ORDERS_SERVICE})`,
    )
    const reset = spans.find(({ name }) => name === 'finding budget-reset')
    expect(reset?.attributes['toolspan.origin.service.name']).toBe(ORDERS_SERVICE)
  },
)

test.runIf(python !== undefined)(
  'a healthy run, with an honest none and a refusal in it, brings no finding',
  async () => {
    const { bodies } = await playRun(python ?? '', ['v2', 'stdio'], askOnce)
    expect(await check(bodies)).toEqual({ code: 0, findings: [] })
  },
)

test.runIf(python !== undefined)('REQ-24 a tool that answers [] and states nothing is told of', async () => {
  const { bodies } = await playRun(python ?? '', ['v2', 'http'], (orders) =>
    orders.call('list_returns', { customer: 'ada-lovelace' }),
  )
  const { findings } = await check(bodies)
  expect(findings).toMatchObject([{ rule: 'empty-unknown-coverage', origin: { tool: 'list_returns' } }])
})

test.runIf(python !== undefined)(
  'a server that believes nobody continues no trace, and is told nothing of a budget',
  async () => {
    const leaf = await openLeaf()
    const terms = { owner: 'agent', maxAttempts: 2, deadlineMs: 20_000, effect: 'read' } as const
    const { bodies } = await playRun(
      python ?? '',
      ['v1', 'http'],
      (orders) => recover(terms, () => orders.call('search_archive', { customer: 'ada-lovelace' })),
      { archiveUrl: leaf.url, isOpenToStrangers: true },
    )
    leaf.close()
    // It has three tries of its own, where two were left to it.
    expect(leaf.requests).toBe(3)
    const served = bodies
      .flatMap(spansOf)
      .filter(({ service, kind }) => service === ORDERS_SERVICE && kind === 'server')
    expect(served.map(({ parentSpanId }) => parentSpanId)).toEqual(served.map(() => undefined))
    expect(served.every(({ links }) => links.length === 1)).toBe(true)
  },
)
