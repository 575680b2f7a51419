import * as api from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as toolspan from '../../src/index.ts'
import { judgedProcess } from '../support/judged-process.ts'
import { connectPair, registerTools } from '../support/mcp-pair.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'
import { storm } from '../support/storm.ts'

let otel: TestOtel
/** The package once more, as a framework that depends on it by itself brings it along. */
let copy: typeof toolspan

beforeAll(async () => {
  otel = registerOtel()
  vi.resetModules()
  copy = await import('../../src/index.ts')
})
afterEach(() => {
  otel.reset()
  api.diag.disable()
})
afterAll(unregisterOtel)

test('the copy is one', () => {
  expect(copy.recover).not.toBe(toolspan.recover)
})

test('a client and a server that both copies instrument have one span a call each, and it is said why', async () => {
  const said: unknown[] = []
  const ignore = () => {}
  const logger = { error: ignore, info: ignore, debug: ignore, verbose: ignore }
  api.diag.setLogger({ ...logger, warn: (message) => said.push(message) }, api.DiagLogLevel.WARN)
  const { client, server, close } = await connectPair(registerTools)
  expect(copy.instrumentMcpClient(client)).toBe(client)
  expect(copy.instrumentMcpServer(server)).toBe(server)
  expect(copy.instrumentMcpServer(server.server)).toBe(server.server)
  await client.callTool({ name: 'echo', arguments: { text: 'x' } })
  expect(otel.spans().filter(({ name }) => name === 'tools/call echo')).toHaveLength(2)
  expect(said).toContain(
    'toolspan: an MCP client is instrumented by another copy of toolspan already; this copy leaves it alone',
  )
  await close()
})

test('a logger of the host that throws does not reach the host (REQ-36)', async () => {
  const broken = () => {
    throw new Error('broken')
  }
  const logger = { error: broken, info: () => {}, debug: broken, verbose: broken }
  api.diag.setLogger({ ...logger, warn: broken }, api.DiagLogLevel.WARN)
  const { client, close } = await connectPair(registerTools)
  expect(() => copy.instrumentMcpClient(client)).not.toThrow()
  await close()
})

test('an owner in one copy inherits what is left from an owner in the other (REQ-20)', async () => {
  const budget = { maxAttempts: 3, deadlineMs: 5_000, random: () => 0 }
  let tries = 0
  const work = toolspan.traceTool(
    'look_up',
    () =>
      toolspan.recover({ owner: 'framework', ...budget }, () =>
        copy.recover({ owner: 'handler', ...budget }, () => {
          tries++
          throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
        }),
      ),
    { effect: 'read' },
  )
  await expect(work()).rejects.toThrow('reset')
  expect(tries).toBe(3)
})

test('a storm under way that two processors see is reported by one of them', async () => {
  const copyTold: toolspan.Finding[] = []
  const ignore = () => {}
  const second = new copy.ToolspanProcessor({
    onFinding: (finding) => copyTold.push(finding),
    meterProvider: { getMeter: api.createNoopMeter },
    loggerProvider: { getLogger: () => ({ emit: ignore }) },
  })
  const process = judgedProcess({ more: [second] })
  const layers = [
    { layer: 'coordinator', tries: 3 },
    { layer: 'tool', tries: 3 },
  ]
  process.play(...storm({ layers }).map((span) => (span.id === 'op' ? { ...span, at: [0] as const } : span)))
  await process.flush()
  const storms = () => process.told.filter(({ rule }) => rule === 'retry-storm').map(({ state }) => state)
  expect(storms()).toEqual(['open'])
  await process.shutdown()
  expect(storms()).toEqual(['open', 'closed'])
  expect(copyTold).toEqual([])
})
