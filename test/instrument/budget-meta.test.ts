import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { McpError } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { currentAttempt } from '../../src/budget/current-attempt.ts'
import { recover } from '../../src/budget/recover.ts'
import { UnresolvedError } from '../../src/budget/unresolved-error.ts'
import { type ApartPair, connectApart, type Message } from '../support/mcp-apart.ts'
import { connectPair } from '../support/mcp-pair.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

const KEY = 'toolspan/budget'
const read = { annotations: { readOnlyHint: true } }
const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })
const terms = {
  owner: 'coordinator',
  maxAttempts: 3,
  deadlineMs: 10_000,
  effect: 'read',
  random: () => Math.random() / 1000,
} as const
const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
const open: ApartPair[] = []

let otel: TestOtel
beforeAll(() => {
  otel = registerOtel()
})
afterEach(async () => {
  for (const pair of open.splice(0)) await pair.close()
  otel.reset()
})
afterAll(unregisterOtel)

async function apart(...args: Parameters<typeof connectApart>): Promise<ApartPair> {
  const pair = await connectApart(...args)
  open.push(pair)
  return pair
}

const calls = (messages: readonly Message[]) => messages.filter(({ method }) => method === 'tools/call')
const sentIn = (messages: readonly Message[]) => calls(messages).map(({ params }) => params?._meta?.[KEY])
const echoesIn = (messages: readonly Message[]) =>
  messages.flatMap(({ result, error }) => result?._meta?.[KEY] ?? error?.data?.[KEY] ?? [])

/** A tool whose own recovery never succeeds, and that makes an error of its own of that. */
function registerFailing(server: McpServer, options: object = {}): void {
  server.registerTool('search', read, async () => {
    await recover({ ...terms, owner: 'handler', ...options }, () => Promise.reject(reset())).catch(() => {})
    return { ...text('something went wrong'), isError: true }
  })
}

describe('a request within an attempt', () => {
  test('carries what is left at that moment, each try anew', async () => {
    const { client, messages } = await apart((server) =>
      server.registerTool('search', read, () => text('ok')),
    )
    let tries = 0
    await recover({ ...terms, operation: 'order-88' }, async () => {
      await client.callTool({ name: 'search' })
      if (++tries < 3) throw reset()
    })
    const budget = expect.stringMatching(/^[0-9a-f]{16}$/)
    expect(sentIn(messages)).toEqual(
      [1, 2, 3].map((attempt) => ({
        operation: 'order-88',
        budget,
        retriesLeft: 3 - attempt,
        msLeft: expect.any(Number),
        attempt,
      })),
    )
  })

  test('shows operation and attempt on the span of the server, and whose budget the handler inherits', async () => {
    const { client } = await apart((server) => {
      server.registerTool('search', read, () => recover({ ...terms, owner: 'handler' }, () => text('ok')))
    })
    await recover({ ...terms, operation: 'order-88' }, () => client.callTool({ name: 'search' }))
    const budgetId = otel.span('recover coordinator').attributes['toolspan.budget.id']
    const received = otel.spans().find(({ name, kind }) => name === 'tools/call search' && kind === 1)
    expect(received?.attributes).toMatchObject({
      'toolspan.operation.id': 'order-88',
      'toolspan.attempt.number': 1,
      'toolspan.budget.id': budgetId,
    })
    expect(otel.span('recover handler').attributes).toMatchObject({
      'toolspan.operation.id': 'order-88',
      'toolspan.budget.parent_id': budgetId,
      'toolspan.budget.max_attempts': 3,
    })
  })

  test('is charged with what was spent below it', async () => {
    const { client, messages } = await apart(registerFailing)
    let calls = 0
    const error = await recover(terms, async () => {
      calls++
      await client.callTool({ name: 'search' })
      throw reset()
    }).catch((thrown: unknown) => thrown)
    expect(calls).toBe(1)
    expect(error).toMatchObject({ exhaustedBy: 'attempts', context: { attemptCount: 1 } })
    expect(echoesIn(messages)).toEqual([{ budget: expect.any(String), spent: 2, alone: true }])
  })

  test('leaves out a budget that has ended meanwhile, and an operation too long for anybody', async () => {
    const { client, messages } = await apart((server) =>
      server.registerTool('search', read, () => text('ok')),
    )
    let later: Promise<unknown> | undefined
    await recover(terms, () => {
      later = Promise.resolve()
        .then(() => Promise.resolve())
        .then(() => client.callTool({ name: 'search' }))
    })
    await later
    await recover({ ...terms, operation: 'x'.repeat(300) }, () => client.callTool({ name: 'search' }))
    expect(sentIn(messages)).toEqual([undefined, undefined])
  })

  test('puts nothing of it into baggage', async () => {
    const { client, messages } = await apart((server) =>
      server.registerTool('search', read, () => text('ok')),
    )
    await recover({ ...terms, operation: 'order-88' }, () => client.callTool({ name: 'search' }))
    for (const { params } of calls(messages)) {
      expect(Object.keys(params?._meta ?? {}).sort()).toEqual(['toolspan/budget', 'traceparent'])
    }
  })

  test('goes out without a budget from a client that is not instrumented, and nothing comes back', async () => {
    const { client, messages } = await apart(registerFailing, { client: false })
    await recover(terms, () => client.callTool({ name: 'search' }))
    expect(sentIn(messages)).toEqual([undefined])
    expect(echoesIn(messages)).toEqual([])
  })
})

describe('the echo', () => {
  test('is there only when a budget came in, and the host never sees it', async () => {
    const own = { 'example.com/mine': 1 }
    const answers = [text('a'), { ...text('b'), _meta: own }, { ...text('c'), _meta: {} }]
    const { client, messages } = await apart((server) => {
      server.registerTool(
        'search',
        { ...read, inputSchema: { at: z.int() } },
        ({ at }) => answers[at] ?? text(''),
      )
    })
    const call = (at: number) => client.callTool({ name: 'search', arguments: { at } })
    const all = () => Promise.all([call(0), call(1), call(2)])
    expect(await all()).toEqual(answers)
    expect(echoesIn(messages)).toEqual([])
    expect(await recover(terms, all)).toEqual(answers)
    expect(echoesIn(messages)).toHaveLength(3)
  })

  test('does not change what a server in this process has returned', async () => {
    const answer = Object.freeze({ ...text('a'), _meta: Object.freeze({ mine: 1 }) })
    const { client, close } = await connectPair((server) => {
      server.registerTool('search', read, () => answer as never)
    })
    const params = Object.freeze({ name: 'search', _meta: Object.freeze({ theirs: 1 }) })
    const seen = await recover(terms, () => client.callTool(params))
    expect(seen).toEqual(answer)
    expect(answer._meta).toEqual({ mine: 1 })
    expect(params._meta).toEqual({ theirs: 1 })
    await close()
  })

  test('has no place in a result that is no plain object, or that cannot be looked at', async () => {
    class Found {
      readonly messages = []
    }
    const trap = new Proxy({}, { get: (_target, name) => (name === 'then' ? undefined : fail()) })
    const fail = (): never => {
      throw new Error('trap')
    }
    for (const result of [new Found(), trap]) {
      const pair = await apart((server) => server.registerPrompt('greet', {}, () => result as never))
      // What the SDK makes of it is its own business: with a budget it is the same.
      const ask = () =>
        pair.client.getPrompt({ name: 'greet' }, { timeout: 50 }).catch(({ message }: Error) => message)
      expect(await recover(terms, ask)).toEqual(await ask())
      expect(echoesIn(pair.messages)).toEqual([])
    }
  })

  const errors: [string, unknown, object | undefined][] = [
    [
      'without data',
      new McpError(-32050, 'down'),
      { code: -32050, message: expect.stringContaining('MCP error -32050: down') },
    ],
    [
      'with data of its own',
      new McpError(-32050, 'down', { shard: 7 }),
      { code: -32050, data: { shard: 7 } },
    ],
    ['with empty data', new McpError(-32050, 'down', {}), { code: -32050, data: {} }],
    ['with a text as data', new McpError(-32050, 'down', 'shard 7'), { code: -32050, data: 'shard 7' }],
    ['with a list as data', new McpError(-32050, 'down', [7]), { code: -32050, data: [7] }],
    ['with null as data', new McpError(-32050, 'down', null), { code: -32050, data: null }],
    ['of the platform', new DOMException('gone', 'AbortError'), { message: expect.stringContaining('gone') }],
    ['that is a text', 'down', undefined],
  ]
  test.each(errors)('rides in the data of an error %s, or not at all', async (_name, thrown, expected) => {
    const pair = await apart((server) => {
      server.registerPrompt('greet', {}, () => {
        throw thrown
      })
    })
    const ask = () => pair.client.getPrompt({ name: 'greet' }).catch((error: unknown) => error)
    const plain = await ask()
    const seen = await recover(terms, ask)
    expect(seen).toEqual(plain)
    expect(seen).toMatchObject({ code: expect.any(Number), ...expected })
    expect(Reflect.get(Object(seen), 'data')).toEqual(Reflect.get(Object(plain), 'data'))
    const hasRoom = thrown instanceof Error && mayHold(Reflect.get(thrown, 'data'))
    expect(echoesIn(pair.messages)).toHaveLength(hasRoom ? 1 : 0)
    if (thrown instanceof McpError) expect(JSON.stringify(thrown.data ?? null)).not.toContain(KEY)
  })

  test('of an answer that comes too late is charged, too, and taken off before anybody complains of it', async () => {
    const gates: (() => void)[] = []
    const pair = await apart((server) => {
      server.registerTool('search', read, async () => {
        await recover({ ...terms, owner: 'handler' }, () => Promise.reject(reset())).catch(() => {})
        await new Promise<void>((resolve) => gates.push(resolve))
        return text('late')
      })
    })
    const complaints: string[] = []
    pair.client.onerror = ({ message }) => complaints.push(message)
    const left: unknown[] = []
    await recover(terms, async () => {
      await expect(pair.client.callTool({ name: 'search' }, undefined, { timeout: 1 })).rejects.toThrow(
        'timed out',
      )
      const [request] = calls(pair.messages)
      // The SDK answers nothing that was taken back; a server that does is played here.
      pair.sendToClient({ id: request?.id, result: { _meta: { [KEY]: echoOf(request, 1) } } })
      const second = pair.client.callTool({ name: 'search' }, undefined, { timeout: 1 })
      await expect(second).rejects.toThrow('timed out')
      left.push(...sentIn(pair.messages))
    })
    for (const release of gates) release()
    expect(left).toMatchObject([{ retriesLeft: 2 }, { retriesLeft: 1 }])
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toContain('unknown message ID')
    expect(complaints[0]).not.toContain(KEY)
  })

  test('counts only where the budget is open and was sent', async () => {
    const pair = await apart((server) => server.registerTool('search', read, () => text('ok')))
    const stale = { budget: '0123456789abcdef', spent: 100 }
    pair.client.onerror = () => {}
    await recover(terms, async () => {
      const id = currentAttempt()?.budgetId ?? ''
      // Nobody was told of this budget yet, so nobody can have spent of it.
      for (const echo of [stale, { budget: id, spent: 100 }]) {
        pair.sendToClient({ id: 999, result: { _meta: { [KEY]: echo } } })
      }
      await client(pair)
    })
    expect(sentIn(pair.messages)).toMatchObject([{ retriesLeft: 2 }])
  })

  const client = (pair: ApartPair) => pair.client.callTool({ name: 'search' })
  const echoOf = (request: Message | undefined, spent: number) => {
    const { budget } = Object(request?.params?._meta?.[KEY])
    return { budget, spent }
  }
  const mayHold = (data: unknown): boolean =>
    data === undefined || (data !== null && Object.getPrototypeOf(data) === Object.prototype)
})

describe('a server that asks another one', () => {
  /** Three in a row; the one in the middle hands on, with an owner of its own or without. */
  async function relay(isOwner: boolean): Promise<{ front: ApartPair; back: ApartPair }> {
    const back = await apart(registerFailing)
    const ask = async () => {
      await back.client.callTool({ name: 'search' })
      throw reset()
    }
    const front = await apart((server) => {
      server.registerTool('ask', read, async () => {
        await (isOwner ? recover({ ...terms, owner: 'middle' }, ask) : ask()).catch(() => {})
        return { ...text('no'), isError: true }
      })
    })
    return { front, back }
  }

  test.each([true, false])('reports what was spent behind it (an owner of its own: %s)', async (isOwner) => {
    const { front, back } = await relay(isOwner)
    await recover(terms, async () => {
      await front.client.callTool({ name: 'ask' })
      throw reset()
    }).catch(() => {})
    expect(calls(front.messages)).toHaveLength(1)
    expect(calls(back.messages)).toHaveLength(1)
    expect(echoesIn(front.messages)).toMatchObject([{ spent: 2 }])
  })

  test('tells apart what two requests of one budget spend through it at the same time', async () => {
    const { front, back } = await relay(false)
    const ask = () => front.client.callTool({ name: 'ask' })
    await recover({ ...terms, maxAttempts: 9 }, () => Promise.all([ask(), ask()]))
    const legs = sentIn(back.messages).map((sent) => Object(sent).leg)
    expect(new Set(legs).size).toBe(2)
    expect(echoesIn(front.messages)).toMatchObject([{ spent: 2 }, { spent: 2 }])
    expect(echoesIn(front.messages).every((echo) => !Object.hasOwn(Object(echo), 'leg'))).toBe(true)
  })
})

describe('a request that is taken back', () => {
  test('stops what recovers below it in the other process (REQ-17)', async () => {
    let signalTries: (() => void) | undefined
    let ended: ((reason: unknown) => void) | undefined
    const under = new Promise<void>((resolve) => {
      signalTries = resolve
    })
    const stopped = new Promise((resolve) => {
      ended = resolve
    })
    let tries = 0
    const { client } = await apart((server) => {
      server.registerTool('search', read, () => {
        const inner = recover({ ...terms, owner: 'handler' }, () => {
          tries++
          signalTries?.()
          return new Promise<never>(() => {})
        })
        inner.catch((error: unknown) => ended?.(error))
        return inner
      })
    })
    const controller = new AbortController()
    const outer = recover({ ...terms, signal: controller.signal }, ({ signal }) =>
      client.callTool({ name: 'search' }, undefined, { signal }),
    )
    outer.catch(() => {})
    await under
    controller.abort(new Error('user went away'))
    await expect(outer).rejects.toBe(controller.signal.reason)
    expect(String(await stopped)).toContain('user went away')
    expect(tries).toBe(1)
  })
})

describe('a pause that a server asks for (REQ-23)', () => {
  const limited = () =>
    Object.assign(new Error('rate limited'), { status: 429, headers: { 'retry-after': '120' } })

  test('is obeyed by the owner in another process, though the answer says nothing of it', async () => {
    const { client, messages } = await apart((server) => {
      server.registerTool('search', read, () => {
        throw limited()
      })
    })
    let calls = 0
    const error = await recover(terms, async () => {
      calls++
      const { content } = await client.callTool({ name: 'search' })
      expect(content).toEqual([{ type: 'text', text: 'rate limited' }])
      throw reset()
    }).catch((thrown: unknown) => thrown)
    expect(echoesIn(messages)).toMatchObject([{ spent: 0, retryAfterMs: 120_000 }])
    expect(calls).toBe(1)
    expect(error).toBeInstanceOf(UnresolvedError)
    expect(error).toMatchObject({ exhaustedBy: 'deadline', context: { retryAfterMs: expect.any(Number) } })
  })

  test('is handed on by a server in between, and over by an answer without one', async () => {
    const back = await apart((server) => {
      server.registerTool('search', { ...read, inputSchema: { fails: z.boolean() } }, ({ fails }) => {
        if (fails) throw limited()
        return text('ok')
      })
    })
    const front = await apart((server) => {
      server.registerTool('ask', { ...read, inputSchema: { fails: z.boolean() } }, async (args) => {
        await back.client.callTool({ name: 'search', arguments: args })
        return { ...text('no'), isError: true }
      })
    })
    const asked = (fails: boolean) => front.client.callTool({ name: 'ask', arguments: { fails } })
    await recover(terms, async () => {
      await asked(true)
      await asked(false)
    })
    const [first, second] = echoesIn(front.messages)
    expect(first).toMatchObject({ spent: 0, retryAfterMs: expect.any(Number) })
    expect(second).not.toHaveProperty('retryAfterMs')
  })
})

describe('a write whose outcome is not known (REQ-18)', () => {
  test('is reported to the owner in the other process with the check to make, and not repeated', async () => {
    const statusCheck = { tool: 'get_refund', arguments: { order: 'order-88' } }
    let tries = 0
    const { client } = await apart((server) => {
      server.registerTool('refund', { annotations: { destructiveHint: true } }, () =>
        recover({ owner: 'refunds', maxAttempts: 3, deadlineMs: 5, statusCheck }, () => {
          tries++
          return new Promise<never>(() => {})
        }),
      )
    })
    const answer = await recover({ ...terms, effect: 'write' }, () => client.callTool({ name: 'refund' }))
    expect(tries).toBe(1)
    expect(answer).toMatchObject({
      isError: true,
      structuredContent: { status: 'indeterminate', isRetryable: false, statusCheck },
    })
    const handedOn = await recover({ ...terms, deadlineMs: 300, effect: 'write' }, async () => {
      await recover({ ...terms, owner: 'subagent', effect: 'write' }, () =>
        client.callTool({ name: 'refund' }),
      )
      return new Promise<never>(() => {})
    }).catch((error: unknown) => error)
    expect(handedOn).toMatchObject({ context: { status: 'indeterminate', statusCheck } })
  })
})
