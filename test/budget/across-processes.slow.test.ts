import { describe, expect, test } from 'vitest'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { type ChainOptions, playChain } from '../support/chain.ts'
import { findingsOf } from '../support/trace.ts'

const REPEATS = ['retry-storm', 'budget-reset']
const repeatsFoundIn = (spans: readonly SpanInput[]) =>
  findingsOf(spans).filter(({ rule }) => REPEATS.includes(rule))

/** Each value of an attribute that any span has. */
const valuesOf = (spans: readonly SpanInput[], name: string) =>
  new Set(spans.map(({ attributes }) => attributes[name]).filter((value) => value !== undefined))

describe('REQ-14, REQ-20 three processes with recover() that allow three tries each make three requests', () => {
  const cases: [string, ChainOptions][] = [
    ['over stdio and streamable HTTP', {}],
    ['over streamable HTTP', { all: { transport: 'http' } }],
    ['though everybody makes errors of their own', { all: { remakesErrors: true } }],
    ['over HTTP, with errors of their own', { all: { transport: 'http', remakesErrors: true } }],
    ['with version 2 of the SDK', { all: { sdk: 2, remakesErrors: true } }],
    ['with version 2 over HTTP', { all: { sdk: 2, transport: 'http', remakesErrors: true } }],
    ['with both versions', { middle: { sdk: 2, transport: 'http' }, all: { remakesErrors: true } }],
  ]
  test.each(cases)('%s', async (_name, options) => {
    const { leafRequests, spans } = await playChain(options)
    expect(leafRequests).toBe(3)
    expect(repeatsFoundIn(spans)).toEqual([])
  })

  test('and their spans tell of one operation and one budget that two inherit (REQ-21)', async () => {
    const { spans } = await playChain()
    expect(valuesOf(spans, 'toolspan.operation.id').size).toBe(1)
    const owners = spans.filter(({ name }) => name.startsWith('recover '))
    expect(owners.map(({ service }) => service).sort()).toEqual([
      'coordinator',
      'last-server',
      'middle-server',
    ])
    const roots = owners.filter(({ attributes }) => attributes['toolspan.budget.parent_id'] === undefined)
    expect(roots.map(({ service }) => service)).toEqual(['coordinator'])
    const received = spans.filter(({ name, kind }) => name.startsWith('tools/call') && kind === 'server')
    expect(received.map(({ attributes }) => attributes['toolspan.attempt.number'])).toEqual([1, 1])
  })
})

describe('REQ-25 the same three processes with loops of three tries that know nothing of each other', () => {
  test.each(['stdio', 'http'] as const)('make 27 requests, and are found out (%s)', async (transport) => {
    const { leafRequests, spans } = await playChain({ all: { owner: 'loop' }, middle: { transport } })
    expect(leafRequests).toBe(27)
    const storms = repeatsFoundIn(spans).filter(({ rule }) => rule === 'retry-storm')
    expect(storms).toMatchObject([{ severity: 'critical', attempts: 27, amplification: 9, complete: true }])
    expect(storms[0]?.layers).toHaveLength(3)
  })
})

describe('a server in the middle that knows nothing of Toolspan', () => {
  const stranger = { isInstrumented: false, owner: 'loop' } as const

  const ways = ['stdio', 'http'] as const

  test.each(ways)(
    'and hands on what it is told: who hears that the budget is spent stops (%s)',
    async (way) => {
      const { leafRequests } = await playChain({ middle: { ...stranger, transport: way } })
      expect(leafRequests).toBe(9)
    },
  )

  test.each(ways)(
    'and makes errors of its own: the naive count, and each first try is made (%s)',
    async (way) => {
      const { leafRequests, spans } = await playChain({
        all: { remakesErrors: true },
        middle: { ...stranger, transport: way },
      })
      const calls = spans.filter(({ name, kind }) => name === 'tools/call search' && kind === 'server')
      expect(calls).toHaveLength(9)
      expect(leafRequests).toBe(27)
      const firstTries = spans.filter(
        ({ name, attributes }) =>
          name === 'last-server attempt' && attributes['toolspan.attempt.number'] === 1,
      )
      expect(firstTries).toHaveLength(9)
    },
  )
})

describe('attempts whose time is up before the answer comes', () => {
  test('bring no echo, so each sends what its own owner has left: ten requests, not 27', async () => {
    const { leafRequests } = await playChain({
      coordinator: { attemptTimeoutMs: 2500 },
      middle: { attemptTimeoutMs: 500, isMute: true },
      last: { isMute: true },
    })
    // (3 + 2 + 1) + (2 + 1) + 1 repeats and first tries: docs/budgets.md.
    expect(leafRequests).toBeLessThanOrEqual(10)
    expect(leafRequests).toBeGreaterThan(3)
  })

  test('take their time with them: a leaf that hangs is asked once for each', async () => {
    const { leafRequests } = await playChain({ leaf: 'hangs', coordinator: { attemptTimeoutMs: 1000 } })
    expect(leafRequests).toBe(3)
  })
})
