import { expect, test } from 'vitest'
import { findingsOf, type TestSpan, trace } from '../../support/trace.ts'

/** One MCP call over HTTP, the requests that carry it, and what its server asks by itself. */
function call(id: string, parent: string, atMs: number, carriers = 1): TestSpan[] {
  const tool = { 'gen_ai.tool.name': 'search', 'mcp.method.name': 'tools/call' }
  const fingerprint = { 'toolspan.operation.fingerprint': 'f00d', 'toolspan.tool.effect': 'read' }
  const http = { 'http.request.method': 'POST', 'url.full': 'http://127.0.0.1:4000/mcp' }
  const spans: TestSpan[] = [
    {
      ...tool,
      ...fingerprint,
      id,
      in: parent,
      kind: 'client',
      at: [atMs, atMs + 90],
      failed: true,
      'network.protocol.name': 'http',
    },
  ]
  for (let carrier = 0; carrier < carriers; carrier++) {
    const startMs = atMs + 10 + carrier * 20
    const at: [number, number] = [startMs, startMs + 15]
    spans.push({
      ...http,
      id: `${id}p${carrier}`,
      in: id,
      kind: 'client',
      at,
      failed: carrier + 1 < carriers,
    })
  }
  return spans
}

const root: TestSpan = { id: 'op', at: [0, 1000], failed: true }
const stormsOf = (spans: readonly TestSpan[]) =>
  findingsOf(trace(root, ...spans)).filter(({ rule }) => rule === 'retry-storm')

test('the request that carries an MCP call is no try of its own', () => {
  const threeTries = [100, 200, 300].flatMap((atMs, index) => call(`c${index}`, 'op', atMs))
  expect(stormsOf(threeTries)).toEqual([])
  const twoLayers = [100, 200, 300].flatMap((atMs, index) => [
    ...call(`c${index}`, 'op', atMs),
    ...[1, 2, 3].map(
      (number): TestSpan => ({
        id: `c${index}g${number}`,
        in: `c${index}`,
        service: 'server',
        kind: 'internal',
        at: [atMs + number * 10, atMs + number * 10 + 5],
        failed: true,
        'toolspan.operation.id': 'inner',
        'toolspan.attempt.number': number,
      }),
    ),
  ])
  expect(stormsOf(twoLayers)).toMatchObject([{ attempts: 9, amplification: 3 }])
})

test('requests that an HTTP client repeats for one MCP call are tries', () => {
  const spans = [100, 200, 300].flatMap((atMs, index) => call(`c${index}`, 'op', atMs, 3))
  expect(stormsOf(spans)).toMatchObject([{ attempts: 9, amplification: 3, layers: [{}, { layer: 'http' }] }])
})
