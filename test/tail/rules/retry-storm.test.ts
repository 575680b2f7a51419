import { expect, test } from 'vitest'
import { failing, request, run, subagent } from '../../support/calls.ts'
import { storm } from '../../support/storm.ts'
import { findingsOf, hexId, type TestSpan, trace } from '../../support/trace.ts'

const stormsOf = (spans: readonly TestSpan[]) =>
  findingsOf(trace(...spans)).filter(({ rule }) => rule === 'retry-storm')

const threeLayers = [
  { layer: 'coordinator', tries: 3 },
  { layer: 'tool', tries: 3 },
  { layer: 'http', tries: 3 },
]

test('flags three layers that each try three times as 27 tries with amplification 9 (REQ-25)', () => {
  expect(stormsOf(storm({ layers: threeLayers }))).toMatchObject([
    {
      severity: 'critical',
      attempts: 27,
      amplification: 9,
      recovered: false,
      operation: 'op-1',
      basis: 'declared',
      complete: true,
      layers: [
        { layer: 'coordinator', owner: 'coordinator-owner', attempts: 3, mostByOne: 3, maxAttempts: 3 },
        { layer: 'tool', attempts: 9, mostByOne: 3 },
        { layer: 'http', attempts: 27, mostByOne: 3 },
      ],
    },
  ])
})

test('is rooted in the lowest span that encloses every try', () => {
  expect(stormsOf(storm({ layers: threeLayers }))[0]?.spanIds[0]).toBe(hexId('op', 16))
})

test('starts at the first try of the outermost layer when the enclosing span is missing, and says so', () => {
  const spans = storm({ layers: threeLayers }).filter(({ id }) => id !== 'op')
  expect(stormsOf(spans)).toMatchObject([{ complete: false }])
  expect(stormsOf(spans)[0]?.spanIds[0]).toBe(hexId('opc1', 16))
})

test('is a warning when the operation ended well', () => {
  expect(stormsOf(storm({ layers: threeLayers, recovers: true }))).toMatchObject([
    { severity: 'warning', recovered: true },
  ])
})

test('stays quiet when one layer retries alone, however often', () => {
  const layers = [
    { layer: 'tool', tries: 12 },
    { layer: 'http', tries: 1 },
  ]
  expect(stormsOf(storm({ layers }))).toEqual([])
})

test('names the owners and the one setting of each to change (REQ-38)', () => {
  const [finding] = stormsOf(storm({ layers: threeLayers }))
  expect(finding?.fix).toBe(
    'let one owner retry: keep coordinator-owner, set maxAttempts of tool-owner to 1 and set maxAttempts of http-owner to 1',
  )
})

const http = (id: string, parent: string, at: readonly [number, number], header?: string): TestSpan => ({
  id,
  in: parent,
  at,
  kind: 'client',
  failed: true,
  'http.request.method': 'POST',
  'url.full': 'https://models.example.com/v1/chat',
  'server.address': 'models.example.com',
  'http.response.status_code': 503,
  ...(header === undefined ? {} : { 'http.request.header.x-stainless-retry-count': [header] }),
})

const attempt = (id: string, number: number, at: readonly [number, number]): TestSpan => ({
  id,
  in: 'op',
  at,
  failed: true,
  'toolspan.operation.id': 'op-1',
  'toolspan.layer': 'tool',
  'toolspan.attempt.number': number,
  'toolspan.budget.id': 'b',
  'toolspan.budget.owner': 'handler',
  'toolspan.budget.max_attempts': 2,
})

const op: TestSpan = { id: 'op', at: [0, 500], failed: true, 'toolspan.operation.id': 'op-1' }

test('says in which service a layer retried, where that is not the one that the finding names', () => {
  const served = storm({ layers: threeLayers }).map((span) =>
    span['toolspan.layer'] === 'coordinator' || span.id === 'op'
      ? span
      : { ...span, service: 'orders-python' },
  )
  const [found] = stormsOf(served)
  expect(found?.origin.service).toBe('agent')
  expect(found?.summary).toContain(
    'coordinator-owner (3 of 3 tries), tool-owner (3 of 3 tries in orders-python) and http-owner (3 of 3 tries in orders-python)',
  )
  expect(stormsOf(storm({ layers: threeLayers }))[0]?.summary).not.toContain(' tries in ')
})

test('names no service of a layer that retried in several', () => {
  const names = ['north', 'south']
  const spread = storm({ layers: threeLayers }).map((span, at) =>
    span['toolspan.layer'] === 'http' ? { ...span, service: names[at % 2] ?? '' } : span,
  )
  expect(stormsOf(spread)[0]?.summary).not.toContain(' tries in ')
})

test('sees the retries that a model client counts in its own header (REQ-22)', () => {
  const spans = [
    attempt('a1', 1, [10, 100]),
    http('h1', 'a1', [20, 30], '0'),
    http('h2', 'a1', [40, 50], '1'),
    attempt('a2', 2, [200, 300]),
    http('h3', 'a2', [220, 230], '0'),
    http('h4', 'a2', [240, 250], '1'),
    op,
  ]
  const [finding] = stormsOf(spans)
  expect(finding).toMatchObject({
    attempts: 4,
    requests: 4,
    amplification: 2,
    basis: 'header',
    layers: [{ layer: 'tool' }, { layer: 'llm_sdk' }],
  })
  expect(finding?.fix).toContain('set maxRetries of the model client to 0')
})

test('stays quiet when the header says that the client below does not retry', () => {
  const spans = [
    attempt('a1', 1, [10, 100]),
    http('h1', 'a1', [20, 30], '0'),
    attempt('a2', 2, [200, 300]),
    http('h2', 'a2', [220, 230], '0'),
    op,
  ]
  expect(stormsOf(spans)).toEqual([])
})

test('sees a plain loop of requests to one URL, and not requests to different ones', () => {
  const spans = (url: string) => [
    attempt('a1', 1, [10, 100]),
    http('h1', 'a1', [20, 30]),
    { ...http('h2', 'a1', [40, 50]), 'url.full': url },
    attempt('a2', 2, [200, 300]),
    http('h3', 'a2', [220, 230]),
    { ...http('h4', 'a2', [240, 250]), 'url.full': url },
    op,
  ]
  expect(stormsOf(spans('https://models.example.com/v1/chat'))).toMatchObject([
    { attempts: 4, basis: 'position' },
  ])
  expect(stormsOf(spans('https://models.example.com/v1/models'))).toEqual([])
})

const call = (id: string, parent: string, tool: string, at: readonly [number, number]): TestSpan => ({
  id,
  in: parent,
  at,
  failed: true,
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': tool,
  'toolspan.operation.fingerprint': `print-of-${tool}`,
  'toolspan.layer': tool === 'ask_agent' ? 'coordinator' : 'subagent',
  'toolspan.tool.effect': 'read',
})

test('ties nested loops that carry no id by tool and fingerprint alone', () => {
  const spans = [
    call('s1', 'run', 'ask_agent', [0, 100]),
    call('c1', 's1', 'search', [10, 20]),
    call('c2', 's1', 'search', [30, 40]),
    call('s2', 'run', 'ask_agent', [200, 300]),
    call('c3', 's2', 'search', [210, 220]),
    call('c4', 's2', 'search', [230, 240]),
    { id: 'run', at: [0, 400] as const, 'gen_ai.operation.name': 'invoke_agent' },
  ]
  expect(stormsOf(spans)).toMatchObject([
    {
      attempts: 4,
      amplification: 2,
      basis: 'fingerprint',
      layers: [{ layer: 'coordinator' }, { layer: 'subagent' }],
    },
  ])
})

test('does not tie calls of one tool with different fingerprints', () => {
  const other = { 'toolspan.operation.fingerprint': 'another' }
  const spans = [
    call('s1', 'run', 'ask_agent', [0, 100]),
    call('c1', 's1', 'search', [10, 20]),
    call('c2', 's1', 'search', [30, 40]),
    { ...call('s2', 'run', 'ask_agent', [200, 300]), ...other },
    call('c3', 's2', 'search', [210, 220]),
    call('c4', 's2', 'search', [230, 240]),
    { id: 'run', at: [0, 400] as const, 'gen_ai.operation.name': 'invoke_agent' },
  ]
  expect(stormsOf(spans)).toEqual([])
})

test('counts an attempt span and the one call made in it as one try', () => {
  const inner = (id: string, parent: string, at: readonly [number, number], number: number): TestSpan => ({
    ...attempt(id, number, at),
    in: parent,
    kind: 'client',
    'gen_ai.operation.name': 'execute_tool',
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'search',
  })
  const spans = [
    attempt('a1', 1, [10, 100]),
    inner('c1', 'a1', [20, 90], 1),
    attempt('a2', 2, [200, 300]),
    inner('c2', 'a2', [210, 290], 2),
    op,
  ]
  const rules = findingsOf(trace(...spans)).map(({ rule }) => rule)
  expect(rules).not.toContain('retry-storm')
  expect(rules).not.toContain('budget-reset')
})

test('where the outermost layer was begun anew, the summary says how often its product was allowed', () => {
  const times = (count: number): readonly TestSpan[] => {
    const spans: TestSpan[] = [{ ...run, at: [0, 60_000] }]
    for (let agent = 0; agent < count; agent++) {
      spans.push(subagent(`s${agent}`, { at: [agent * 10_000, agent * 10_000 + 9000] }))
      for (let ask = 0; ask < 3; ask++) {
        const id = `s${agent}t${ask}`
        const at = agent * 10_000 + ask * 3000
        const same = { 'toolspan.operation.fingerprint': 'f00dfeedbeef' }
        spans.push(failing(id, 'get_item', 'transient', { in: `s${agent}`, at: [at, at + 2500], ...same }))
        for (let http = 0; http < 3; http++) {
          const from = at + 100 + http * 800
          spans.push(request(`${id}h${http}`, 'https://a.example/i', 503, { in: id, at: [from, from + 100] }))
        }
      }
    }
    return spans
  }
  const says = 'retried inside one another, up to 3 × 3 = 9'
  expect(stormsOf(times(1)).map(({ attempts, summary }) => [attempts, summary.includes(`${says};`)])).toEqual(
    [[9, true]],
  )
  expect(
    stormsOf(times(2)).map(({ attempts, summary }) => [
      attempts,
      summary.includes(`${says} each time, begun 2 times;`),
    ]),
  ).toEqual([[18, true]])
})
