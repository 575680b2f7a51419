import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, test } from 'vitest'
import { OF_A_FAILURE, SERVER_CONTRACT } from '../../scripts/generate/server-contract.ts'
import { recover } from '../../src/budget/recover.ts'
import { ATTRIBUTE_GROUPS } from '../../src/semconv/attributes/index.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { type Leaf, openLeaf } from '../support/leaf.ts'
import { findingsOf } from '../support/trace.ts'
import { COMBINATIONS } from './orders-client.ts'
import { ORDERS_SERVICE, PYTHON_EXAMPLE, pythonOfExample } from './orders-server.ts'
import { AGENT_SERVICE, type Played, playRun } from './played.ts'
import { typedSpans } from './typed-spans.ts'

/** Absent where the machine is known to have no Python; why it was printed. */
const python = pythonOfExample()

test.runIf(python !== undefined)('the tests of the Python code pass', () => {
  const { status, stderr } = spawnSync(
    python ?? '',
    ['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'],
    {
      cwd: PYTHON_EXAMPLE,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
      encoding: 'utf8',
    },
  )
  expect(stderr).toMatch(/Ran [1-9]\d* tests/)
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
})

const declared = new Map(
  ATTRIBUTE_GROUPS.flatMap(({ attributes }) => attributes).map((each) => [each.name, each]),
)
const contract = new Map(
  SERVER_CONTRACT.flatMap(({ attributes }) => attributes).map((attribute) => [attribute.name, attribute]),
)

const isServed = ({ kind, service }: SpanInput): boolean => kind === 'server' && service === ORDERS_SERVICE
/** Version 2 of the SDK sends it past its own methods, before anybody can give it a trace (docs/mcp.md). */
const isProbe = ({ name }: SpanInput): boolean => name === 'server/discover'
const isCall = ({ name }: SpanInput): boolean => name.startsWith('tools/call ')

describe.runIf(python !== undefined).each(COMBINATIONS)('SDK %s over %s', (sdk, way) => {
  let leaf: Leaf
  let run: Played
  let gaveUp: unknown
  const answers: Readonly<Record<string, unknown>>[] = []

  beforeAll(async () => {
    leaf = await openLeaf()
    run = await playRun(
      python ?? '',
      [sdk, way],
      async (orders) => {
        answers.push(await orders.call('search_orders', { customer: 'ada-lovelace' }))
        answers.push(await orders.call('search_orders', { customer: 'sk-live-4242' }))
        answers.push(await orders.call('cancel_order', { order: 'A1' }))
        answers.push(await orders.call('cancel_order', { order: 'A2' }))
        answers.push(await orders.call('cancel_order', { order: 'sk-live-4242' }))
        const terms = { owner: 'agent', maxAttempts: 2, deadlineMs: 20_000, effect: 'read' } as const
        gaveUp = await recover(terms, () =>
          orders.call('search_archive', { customer: 'sk-live-4242' }),
        ).catch((error: unknown) => error)
      },
      { archiveUrl: leaf.url },
    )
    leaf.close()
  })

  test('one run is one trace', () => {
    const traced = run.spans.filter((span) => !isProbe(span))
    expect(new Set(traced.map(({ traceId }) => traceId)).size).toBe(1)
    expect(new Set(run.spans.map(({ service }) => service))).toEqual(new Set([AGENT_SERVICE, ORDERS_SERVICE]))
  })

  test('each request is one SERVER span below the CLIENT span that asked', () => {
    const byId = new Map(run.spans.map((span) => [span.spanId, span]))
    const served = run.spans.filter((span) => isServed(span) && !isProbe(span))
    expect(served.filter(isCall)).toHaveLength(6)
    for (const span of served) {
      const sender = byId.get(span.parentSpanId ?? '')
      expect(sender).toMatchObject({ kind: 'client', name: span.name, service: AGENT_SERVICE })
      expect(span.attributes['jsonrpc.request.id']).toBe(sender?.attributes['jsonrpc.request.id'])
      expect(span.scope).toBe('toolspan')
    }
  })

  test('REQ-1 both sides say the same of an answer', () => {
    const byId = new Map(run.spans.map((span) => [span.spanId, span.attributes]))
    const compared =
      /^toolspan\.(?:result\.(?!fingerprint)|coverage|freshness|error|tool|operation\.id|attempt|budget\.id)/
    const calls = run.spans.filter((span) => isServed(span) && isCall(span))
    for (const { name, parentSpanId, attributes } of calls) {
      const sender = byId.get(parentSpanId ?? '') ?? {}
      const told = Object.keys(attributes).filter((key) => compared.test(key))
      expect(told.length).toBeGreaterThan(4)
      expect({ name, ...pick(attributes, told) }).toEqual({ name, ...pick(sender, told) })
    }
  })

  test('attributes are those of the contract, by name, type and value', () => {
    const wrong: string[] = []
    const sent = run.bodies.flatMap(typedSpans)
    const ours = new Set(
      run.spans.filter(({ service }) => service === ORDERS_SERVICE).map(({ name }) => name),
    )
    for (const span of sent.filter(({ name }) => ours.has(name))) {
      for (const { name, type } of span.attributes) {
        const known = declared.get(name) ?? contract.get(name)
        if (known !== undefined && known.type !== type) wrong.push(`${span.name}: ${name} is a ${type}`)
      }
    }
    for (const span of run.spans.filter(({ service }) => service === ORDERS_SERVICE)) {
      for (const [name, value] of Object.entries(span.attributes)) {
        const values = (declared.get(name) ?? contract.get(name))?.values
        if (!contract.has(name) && !OF_A_FAILURE.has(name))
          wrong.push(`${span.name}: ${name} is in no contract`)
        if (values !== undefined && !values.includes(String(value))) wrong.push(`${name} is ${String(value)}`)
      }
      for (const missing of contractOf(span).filter((name) => span.attributes[name] === undefined)) {
        wrong.push(`${span.name} lacks ${missing}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('REQ-20 the budget goes down and comes back: two owners make two tries together', () => {
    // The server says that the budget is spent: its answer is passed on as it is.
    expect(gaveUp).toMatchObject({
      isError: true,
      structuredContent: { budgetExhausted: true, isRetryable: false },
    })
    expect(leaf.requests).toBe(2)
    const calls = run.spans.filter(
      ({ kind, name }) => kind === 'client' && name === 'tools/call search_archive',
    )
    expect(calls).toHaveLength(1)
    const budget = run.spans.find(({ name }) => name === 'recover orders-archive')
    const above = run.spans.find(({ name }) => name === 'recover agent')
    expect(budget?.attributes).toMatchObject({
      'toolspan.operation.id': above?.attributes['toolspan.operation.id'],
      'toolspan.budget.parent_id': above?.attributes['toolspan.budget.id'],
      'toolspan.budget.max_attempts': 2,
      'toolspan.budget.exhausted_by': 'shared_budget',
    })
  })

  test('the echo is taken off, and nothing comes where no budget went', () => {
    expect(JSON.stringify(answers)).not.toContain('toolspan/budget')
    expect(JSON.stringify(gaveUp)).not.toContain('toolspan/budget')
  })

  test('no argument, no result and no text of an error leaves', () => {
    const sent = Buffer.concat(run.bodies).toString('latin1')
    for (const secret of [
      'sk-live-4242',
      'ada-lovelace',
      'is on its way',
      'There is no order',
      'The archive did not answer',
    ]) {
      expect(sent.includes(secret), secret).toBe(false)
    }
  })

  test('REQ-25 a run without trouble brings no finding', () => {
    const archived = run.spans.filter(({ name }) => /archive|agent attempt|recover agent/.test(name))
    expect(findingsOf(run.spans.filter((span) => !archived.includes(span)))).toEqual([])
    expect(findingsOf(run.spans).map(({ rule }) => rule)).toEqual([])
  })
})

function pick(attributes: SpanInput['attributes'], names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, attributes[name]]))
}

/** What a span must have. */
function contractOf(span: SpanInput): string[] {
  const [every, call, budget, attempt] = SERVER_CONTRACT
  const lists =
    span.kind === 'server'
      ? [every, ...(isCall(span) ? [call] : [])]
      : [span.name.startsWith('recover') ? budget : attempt]
  return lists
    .flatMap((list) => list?.attributes ?? [])
    .flatMap(({ name, when }) => (when.startsWith('always') ? [name] : []))
}
