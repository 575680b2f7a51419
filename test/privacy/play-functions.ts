import { recover } from '../../src/budget/recover.ts'
import { fetchWithBudget } from '../../src/instrument/budget-fetch.ts'
import { handleWithBudget } from '../../src/instrument/budget-handler.ts'
import type { CaptureOptions } from '../../src/instrument/capture.ts'
import { traceTool } from '../../src/instrument/trace-tool.ts'
import { fallback } from '../../src/outcome/build/fallback.ts'
import { found } from '../../src/outcome/build/found.ts'
import { partial } from '../../src/outcome/build/partial.ts'
import type { Kit } from '../support/mcp-kit.ts'
import { mark } from './marks.ts'
import { CONTEXT, TOOLS } from './tools.ts'
import { settled, withBaggage } from './with-baggage.ts'

const failure = (): Error =>
  Object.assign(new Error(mark('error-message'), { cause: new Error(mark('error-cause')) }), {
    code: mark('error-code'),
  })

/** Plays plain functions as tools, and recovery around them. */
export async function playFunctions(options: CaptureOptions): Promise<void> {
  const trace = <Fn extends (...args: never[]) => unknown>(
    name: string,
    run: Fn,
    effect?: 'read' | 'write',
  ) => traceTool(name, run, { ...options, ...(effect && { effect }) })
  const outcomes: readonly (readonly [string, (secret: string) => unknown, ('read' | 'write')?])[] = [
    ['value', () => ({ answer: mark('result') })],
    ['list', () => [mark('result')], 'read'],
    ['built', () => found([{ row: mark('result') }], { sources: [mark('missing-source')] })],
    [
      'gap',
      () =>
        partial([mark('result')], {
          sources: ['a', mark('missing-source')],
          missing: [mark('missing-source')],
        }),
    ],
    ['throws', () => Promise.reject(failure())],
    ['writes', () => Promise.reject(Object.assign(failure(), { code: 'ETIMEDOUT' })), 'write'],
    ['returns-context', () => CONTEXT],
    [
      'body',
      () => ({
        error: { code: mark('error-code'), type: mark('error-code'), message: mark('error-message') },
      }),
    ],
    [
      'graphql',
      () => ({
        data: null,
        errors: [{ message: mark('error-message'), extensions: { code: mark('error-code') } }],
      }),
    ],
    [
      'problem',
      () => ({
        type: mark('error-code'),
        title: mark('error-message'),
        status: 503,
        detail: mark('error-message'),
      }),
    ],
    [
      'recovers',
      () =>
        recover({ owner: 'reader', maxAttempts: 2, deadlineMs: 5_000, random: () => 0 }, () =>
          Promise.reject(Object.assign(failure(), { code: 'ECONNRESET' })),
        ),
      'read',
    ],
    [
      'hostile',
      () =>
        new Proxy(
          {},
          {
            get: () => {
              throw new Error(mark('hook'))
            },
            ownKeys: () => {
              throw new Error(mark('hook'))
            },
          },
        ),
    ],
  ]
  await withBaggage(async () => {
    for (const [name, run, effect] of outcomes) {
      await settled((async () => trace(name, run, effect)(mark('argument')))())
    }
  })
}

/** Plays requests to a service that is told of budgets, within one; gives `told` each header of ours that it gets or gives. */
export async function playHttp(told: (header: string | null) => void): Promise<void> {
  const handle = handleWithBudget(
    () => new Response(mark('result'), { headers: { 'x-key': mark('header') } }),
  )
  const fetch = fetchWithBudget({
    origins: ['https://orders.test'],
    async fetch(input, init) {
      const request = new Request(input, init)
      told(request.headers.get('toolspan-budget'))
      const response = await handle(request)
      told(response.headers.get('toolspan-budget'))
      return response
    },
  })
  const options = { method: 'POST', body: mark('argument'), headers: { authorization: mark('header') } }
  await recover({ owner: 'desk', maxAttempts: 2, deadlineMs: 5_000, random: () => 0 }, async () => {
    await fetch(`https://orders.test/orders?key=${mark('uri-query')}`, options)
    await fetch('https://elsewhere.test/', options)
  })
}

/** Plays what an application states by itself: names, numbers and times, no secrets among them. */
export async function playStatements(kit: Kit): Promise<void> {
  const owner = { maxAttempts: 2, deadlineMs: 5_000, random: () => 0 }
  const envelope = {
    ...{ status: 'found', count: 2, total: 9, scanned: 9, hasMore: true, truncated: true },
    freshness: { status: 'fresh', observedAt: '2026-01-15T08:20:00Z', ageMs: 1_000, maxAgeMs: 60_000 },
  }
  const tool = traceTool(
    'stated',
    () =>
      recover({ owner: 'desk', ...owner, idempotent: true }, () =>
        recover({ owner: 'store', ...owner }, () => traceTool('inner', () => envelope)()),
      ),
    { agent: 'desk', callId: () => 'call-1', timeoutMs: 1_000, effect: 'write', idempotent: true },
  )
  await tool()
  await recover(
    { owner: 'desk', ...owner, newBudget: { approvedBy: 'duty-engineer', reason: 'page is green' } },
    async () => 1,
  )
  traceTool('stands-in', () =>
    fallback(0, { errorCategory: 'transient', isRetryable: true, message: 'down' }),
  )()
  const session = await kit.connect('memory', { client: { conversationId: () => 'conv-1' }, tools: TOOLS })
  await session.callTool({ name: 'empty' })
  await session.close()
}

/** Plays hooks of the application that throw or answer nonsense, each with a secret in it. */
export async function playHooks(kit: Kit): Promise<void> {
  const fail = (): never => {
    throw new Error(mark('hook'), { cause: mark('hook') })
  }
  const everything = { captureArguments: true, captureResult: true, captureErrorDetail: true }
  const hooked = traceTool('hooked', (secret: string) => secret, {
    ...everything,
    redact: fail,
    callId: fail,
    input: fail,
  })
  hooked(mark('argument'))
  const session = await kit.connect('memory', {
    client: {
      conversationId: fail,
      tools: {
        answer: {
          describe: () => ({ count: mark('hook'), code: `no ${mark('hook')}`, [mark('hook')]: 1 }) as never,
        },
      },
      shapes: [{ id: 'own', read: fail }],
    },
    tools: TOOLS,
  })
  await session.callTool({ name: 'answer', arguments: { secret: mark('argument') } })
  await session.close()
}
