import { recover } from '../../src/budget/recover.ts'
import type { CaptureOptions } from '../../src/instrument/capture.ts'
import type { Kit, Session, Way } from '../support/mcp-kit.ts'
import { wordOf } from '../support/mcp-seen.ts'
import { mark } from './marks.ts'
import { TOOLS } from './tools.ts'
import type { WatchedHost } from './what-leaves.ts'
import { settled, withBaggage } from './with-baggage.ts'

/** A resource whose URI carries credentials wherever a URI can. */
const RESOURCE = `https://${mark('uri-user')}:${mark('uri-password')}@files.test/notes/${mark('uri-token')}/a.txt?token=${mark('uri-query')}#${mark('uri-fragment')}`

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
  const terms = { owner: 'caller', maxAttempts: 2, deadlineMs: 5_000, random: () => 0 }
  await settled(
    recover({ ...terms, idempotent: true }, () => callTool({ name: 'answer', arguments: secret })),
  )
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
