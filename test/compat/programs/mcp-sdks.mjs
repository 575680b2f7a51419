// Plays one scenario with a release of the MCP SDK, bare and instrumented, and prints what each saw as JSON.
//   node mcp-sdks.mjs RELEASE        a release of version 1, as 1.20.2, or of version 2
import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace'
import * as toolspan from 'toolspan'

const [release] = process.argv.slice(2)
const READ = { readOnlyHint: true }
const TERMS = { maxAttempts: 3, deadlineMs: 10_000, effect: 'read', random: () => 0 }

const exporter = new InMemorySpanExporter()
new NodeSDK({
  autoDetectResources: false,
  spanProcessors: [new SimpleSpanProcessor({ exporter })],
  logRecordProcessors: [],
  metricReaders: [],
}).start()

const sdk = release.startsWith('1.') ? await loadV1() : await loadV2()
const bare = await playAll(await connect(false))
const instrumented = await playAll(await connect(true))
const retries = await countTries(await connect(true))
console.log(
  JSON.stringify({ bare, instrumented, retries, spans: spans(), swallowed: toolspan.swallowedErrors() }),
)
process.exit(0)

/** The parts of a release of version 1 that are needed here; `register` is what all of its releases have. */
async function loadV1() {
  const place = `sdk-${release}`
  const { Client } = await import(`${place}/client/index.js`)
  const { McpServer } = await import(`${place}/server/mcp.js`)
  const { InMemoryTransport } = await import(`${place}/inMemory.js`)
  const { z } = createRequire(import.meta.resolve(`${place}/client/index.js`))('zod')
  return {
    Client,
    McpServer,
    InMemoryTransport,
    register: (server, name, run) =>
      server.tool(name, { text: z.string() }, ({ text }, extra) =>
        run(text, extra.signal, progressV1(extra)),
      ),
    call: (client, params, options) => client.callTool(params, undefined, options),
    prompt: (server, name, answer) => server.prompt(name, answer),
    resource: (server, name, uri, answer) => server.resource(name, uri, answer),
  }
}

function progressV1(extra) {
  return (progress) =>
    extra.sendNotification({
      method: 'notifications/progress',
      params: { progressToken: extra._meta?.progressToken ?? 0, progress },
    })
}

async function loadV2() {
  const { Client, InMemoryTransport } = await import(`client-${release}`)
  const { McpServer } = await import(`server-${release}`)
  const { z } = await import('zod')
  return {
    Client,
    McpServer,
    InMemoryTransport,
    register: (server, name, run) =>
      server.registerTool(
        name,
        { inputSchema: z.object({ text: z.string() }), annotations: READ },
        ({ text }, ctx) => run(text, ctx.mcpReq.signal, progressV2(ctx)),
      ),
    call: (client, params, options) => client.callTool(params, options),
    prompt: (server, name, answer) => server.registerPrompt(name, {}, answer),
    resource: (server, name, uri, answer) => server.registerResource(name, uri, {}, answer),
  }
}

function progressV2(ctx) {
  return (progress) =>
    ctx.mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken: ctx.mcpReq._meta?.progressToken ?? 0, progress },
    })
}

/** A client and a server that share no context, as in two processes. */
async function connect(isInstrumented) {
  const { Client, McpServer, InMemoryTransport } = sdk
  const server = new McpServer({ name: 'desk', version: '1.0.0' })
  const client = new Client({ name: 'agent', version: '1.0.0' })
  if (isInstrumented) {
    toolspan.instrumentMcpServer(server)
    toolspan.instrumentMcpClient(client)
  }
  const ran = []
  let hasStarted = () => {}
  const tool = (name, run) =>
    sdk.register(server, name, (...args) => {
      ran.push(name)
      return run(...args)
    })
  tool('echo', (text) => ({ content: [{ type: 'text', text }] }))
  tool('refuse', () => ({ content: [{ type: 'text', text: 'archive is down' }], isError: true }))
  tool('throw', () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' })
  })
  tool('steps', async (text, _signal, progress) => {
    await progress(1)
    await progress(2)
    return { content: [{ type: 'text', text }] }
  })
  tool('wait', (_text, signal) => {
    hasStarted()
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({ content: [] }), { once: true })
    })
  })
  tool('leaf', () =>
    toolspan.recover({ owner: 'handler', ...TERMS }, () => {
      ran.push('try')
      throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    }),
  )
  sdk.prompt(server, 'greet', () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }] }))
  sdk.resource(server, 'note', 'file:///notes/a.txt', (uri) => ({ contents: [{ uri: uri.href, text: 'x' }] }))
  const [near, far] = InMemoryTransport.createLinkedPair()
  for (const end of [near, far]) setApart(end)
  await server.connect(far)
  await client.connect(near)
  return { client, ran, started: () => new Promise((resolve) => (hasStarted = resolve)) }
}

/** Each message is written and read again, and arrives outside of whatever was running where it was sent. */
function setApart(transport) {
  const outside = AsyncLocalStorage.snapshot()
  const send = transport.send.bind(transport)
  transport.send = (message, options) => outside(() => send(JSON.parse(JSON.stringify(message)), options))
}

/** Everything that a host sees: answers, errors, progress, and what ran in which order. */
async function playAll({ client, ran, started }) {
  const call = (name, args, options) => sdk.call(client, { name, arguments: args }, options)
  const seen = {}
  const play = async (name, work) => {
    try {
      seen[name] = { result: await work() }
    } catch (error) {
      const { code, message, data } = error
      seen[name] = { error: error.constructor.name, code, message, data }
    }
  }
  await play('list', () => client.listTools())
  await play('answer', () => call('echo', { text: 'x' }))
  await play('error result', () => call('refuse', { text: 'x' }))
  await play('thrown', () => call('throw', { text: 'x' }))
  await play('bad arguments', () => call('echo', { text: 7 }))
  await play('unknown tool', () => call('nope', {}))
  const progress = []
  await play('progress', () => call('steps', { text: 'x' }, { onprogress: (step) => progress.push(step) }))
  await play('cancelled', async () => {
    const stop = new AbortController()
    const running = started()
    const answer = call('wait', { text: 'x' }, { signal: stop.signal })
    await running
    stop.abort('not wanted any more')
    return answer
  })
  await play('timeout', () => call('wait', { text: 'x' }, { timeout: 5 }))
  await play('prompt', () => client.getPrompt({ name: 'greet' }))
  await play('resource', () => client.readResource({ uri: 'file:///notes/a.txt' }))
  await play('ping', () => client.ping())
  await client.close()
  return { seen, progress, ran: [...ran] }
}

/** How often the leaf is asked when both sides recover, three tries each. */
async function countTries({ client, ran }) {
  const ask = async () => {
    const answer = await sdk.call(client, { name: 'leaf', arguments: { text: 'x' } })
    if (answer.isError) throw Object.assign(new Error('down'), { code: 'ECONNRESET' })
  }
  await toolspan.recover({ owner: 'agent', ...TERMS }, ask).catch(() => {})
  await client.close()
  return ran.filter((word) => word === 'try').length
}

function spans() {
  const ended = exporter.getFinishedSpans()
  return ended.map(({ name, kind, attributes, parentSpanContext, status }) => ({
    name,
    kind,
    parent: ended.find((other) => other.spanContext().spanId === parentSpanContext?.spanId)?.name,
    status: status.code,
    meant: attributes['toolspan.result.status'],
    category: attributes['toolspan.error.category'],
  }))
}
