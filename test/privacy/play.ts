import * as api from '@opentelemetry/api'
import { recover } from '../../src/budget/recover.ts'
import type { CaptureOptions } from '../../src/instrument/capture.ts'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { traceTool } from '../../src/instrument/trace-tool.ts'
import { fallback } from '../../src/outcome/build/fallback.ts'
import { found } from '../../src/outcome/build/found.ts'
import { partial } from '../../src/outcome/build/partial.ts'
import { playSpans } from '../support/judged-process.ts'
import type { Kit, Session, Way } from '../support/mcp-kit.ts'
import { wordOf } from '../support/mcp-seen.ts'
import { storm } from '../support/storm.ts'
import type { TestSpan } from '../support/trace.ts'
import { mark } from './marks.ts'
import { CONTEXT, TOOLS } from './tools.ts'
import type { WatchedHost } from './what-leaves.ts'

/** A resource whose URI carries credentials wherever a URI can. */
const RESOURCE = `https://${mark('uri-user')}:${mark('uri-password')}@files.test/notes/${mark('uri-token')}/a.txt?token=${mark('uri-query')}#${mark('uri-fragment')}`

const settled = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

/** Runs `work` as a host does that keeps a secret in W3C baggage. */
export function withBaggage<T>(work: () => Promise<T>): Promise<T> {
  const baggage = api.propagation.createBaggage({ user: { value: mark('baggage') } })
  return api.context.with(api.propagation.setBaggage(api.context.active(), baggage), work)
}

/** Plays every tool, resource, prompt and callback over one connection, with headers and auth info that are secret. */
export async function playMcp(host: WatchedHost, kit: Kit, way: Way, options: CaptureOptions): Promise<void> {
  const { fetch } = globalThis
  globalThis.fetch = (url, init) => fetch(url, { ...init, headers: withSecrets(init?.headers) })
  const session = await kit.connect(way, { client: options, server: options, tools: TOOLS })
  watchMeta(host, session)
  try {
    await withBaggage(() => callEverything(session))
  } finally {
    await session.close()
    globalThis.fetch = fetch
  }
  for (const sight of session.seen.all()) {
    if ('message' in sight) host.meta(Reflect.get(Object(sight.message.params), '_meta'))
  }
}

function withSecrets(headers: ConstructorParameters<typeof Headers>[0]): Headers {
  const all = new Headers(headers)
  all.set('authorization', `Bearer ${mark('header')}`)
  all.set('cookie', `session=${mark('header')}`)
  all.set('x-api-key', mark('header'))
  return all
}

/** Sees metadata of answers before Toolspan takes its own off, and adds auth info to what an in-memory server gets. */
function watchMeta(host: WatchedHost, { client }: Session): void {
  const transport: unknown = Reflect.get(client, 'transport')
  listen(transport, (message) => {
    host.meta(Reflect.get(Object(message.result), '_meta'))
    host.meta(Reflect.get(Object(message.params), '_meta'))
    return undefined
  })
  listen(Reflect.get(Object(transport), '_otherTransport'), () => ({
    authInfo: {
      token: mark('auth'),
      clientId: mark('auth'),
      scopes: [mark('auth')],
      extra: { user: mark('auth') },
    },
    requestInfo: {
      headers: { authorization: mark('header'), 'mcp-protocol-version': mark('protocol-version') },
    },
  }))
}

function listen(
  transport: unknown,
  see: (message: Readonly<Record<string, unknown>>) => object | undefined,
): void {
  const onmessage: unknown = Reflect.get(Object(transport), 'onmessage')
  if (typeof onmessage !== 'function') return
  Reflect.set(Object(transport), 'onmessage', function (this: unknown, message: object, extra: object) {
    return onmessage.call(this, message, { ...extra, ...see({ ...message }) })
  })
}

async function callEverything({ callTool, request, seen }: Session): Promise<void> {
  const secret = { secret: mark('argument') }
  await settled(request('tools/list'))
  for (const { name, input } of TOOLS) {
    if (name === 'wait') continue
    const args = input === undefined ? {} : { arguments: secret }
    await settled(callTool({ name, ...args }, { onprogress: () => {} }))
  }
  await settled(callTool({ name: 'answer', arguments: { secret: [mark('argument')] } }))
  await settled(callTool({ name: 'no-such-tool', arguments: secret }))
  await settled(callTool({ name: 'answer', arguments: secret, _meta: { 'toolspan/budget': 'no budget' } }))
  await settled(
    callTool({ name: 'two-views' }, { timeout: 5_000, maxTotalTimeout: 9_000, resetTimeoutOnProgress: true }),
  )
  await settled(request('resources/read', { uri: RESOURCE }))
  await settled(request('resources/read', { uri: `data:text/plain,${mark('uri-query')}` }))
  await settled(request('prompts/get', { name: 'greet', arguments: { who: mark('prompt-argument') } }))
  await settled(
    request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'greet' },
      argument: { name: 'who', value: mark('prompt-argument') },
    }),
  )
  await settled(request('no/such-method', { secret: mark('argument') }))
  const stop = new AbortController()
  const waiting = settled(callTool({ name: 'wait' }, { signal: stop.signal }))
  await seen.first(wordOf('waiting'))
  stop.abort(new Error(mark('cancel-reason')))
  await waiting
  await settled(callTool({ name: 'wait' }, { timeout: 30 }))
}

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
  instrumentMcpClient(session.client as never)
}

/** Plays spans of the host's own instrumentations, secrets in URLs and all, until findings come of them. */
export function playForeignSpans({ tracer, clock }: WatchedHost): void {
  const url = `https://${mark('foreign-url')}:x@api.test/v1/${mark('foreign-url')}/orders?key=${mark('foreign-url')}`
  const request = (id: string, at: readonly [number, number]): TestSpan => ({
    id,
    at,
    in: 'too-early',
    kind: 'client',
    failed: true,
    'http.request.method': 'GET',
    'url.full': url,
    'http.response.status_code': 429,
    'http.response.header.retry-after': ['30'],
  })
  const layers = [
    { layer: 'coordinator', tries: 3 },
    { layer: 'llm_sdk', tries: 3 },
    { layer: 'http', tries: 2 },
  ]
  const more: Readonly<Record<string, Partial<TestSpan>>> = {
    llm_sdk: { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 100 },
    http: { kind: 'client', 'http.request.method': 'POST', 'url.full': url },
  }
  const stormy = storm({ layers }).map((span) => ({ ...span, ...more[String(span['toolspan.layer'])] }))
  playSpans(tracer, clock.now(), stormy)
  // A request that is made again too early: such a finding names its request.
  playSpans(tracer, clock.now(), [
    { id: 'too-early', at: [0, 2_000] },
    request('first', [1, 100]),
    request('second', [1_200, 1_300]),
  ])
  playSpans(tracer, clock.now(), [
    { id: 'model', at: [0], 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm-1' },
    {
      id: 'hung',
      at: [0],
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'hung',
      'gen_ai.tool.call.arguments': mark('argument'),
    },
  ])
  clock.advance(40 * 60_000)
}
