// The one program that every host runs. It uses each boundary, and prints what it saw and what arrived as JSON.
import { prepareTelemetry } from './telemetry.mjs'

/** How the host comes by its telemetry. What the program itself sees must be the same in all of them. */
const MODES = {
  /** The SDK is there before anything is called. */
  async early(telemetry, work) {
    await telemetry.startNodeSdk()
    return [await work()]
  },
  /** The SDK is registered when clients, servers and tools are long in use. */
  async late(telemetry, work) {
    const before = await work()
    await telemetry.startNodeSdk()
    return [before, await work()]
  },
  async 'no-context'(telemetry, work) {
    await telemetry.startProvidersAlone()
    return [await work()]
  },
  async 'no-sdk'(_telemetry, work) {
    return [await work()]
  },
  /** A framework brought its own copy of toolspan; both instrument the same client and server. */
  async 'two-copies'(telemetry, work) {
    await telemetry.startNodeSdk()
    return [await work()]
  },
}

/**
 * @param version of the MCP SDK: v1 or v2
 * @param load imports or requires a package, as the host does
 */
export async function play(mode, version, load) {
  const toolspan = await load('toolspan')
  const copies = mode === 'two-copies' ? [toolspan, await load('toolspan-copy')] : [toolspan]
  const processors = copies.map(({ ToolspanProcessor }) => new ToolspanProcessor())
  const telemetry = mode === 'no-sdk' ? undefined : await prepareTelemetry(load, processors)
  const warnings = await listenToDiagnostics(load)
  const work = await assemble(copies, load, version)
  const seen = await MODES[mode](telemetry, work)
  const arrived = await telemetry?.arrived()
  const swallowed = copies.map(({ swallowedErrors }) => swallowedErrors())
  console.log(JSON.stringify({ node: process.version, seen, arrived, warnings, swallowed }))
}

async function listenToDiagnostics(load) {
  const { diag, DiagLogLevel } = await load('@opentelemetry/api')
  const said = []
  const keep = (message) => said.push(message)
  const ignore = () => {}
  diag.setLogger({ error: keep, warn: keep, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN)
  return said
}

/** An agent's look-up through an MCP server whose handler repeats what failed; gives back the function to call. */
async function assemble(copies, load, version) {
  const [toolspan] = copies
  const other = copies.at(-1)
  const { client, server, open } = await makePair(copies, load, version)
  const budget = { maxAttempts: 3, deadlineMs: 10_000, random: () => 0 }
  let tries = 0
  let inherited = 0
  server.registerTool('search_orders', { annotations: { readOnlyHint: true } }, () =>
    toolspan.recover({ owner: 'handler', ...budget }, () =>
      other.recover({ owner: 'store', ...budget }, () => {
        tries++
        if (other.currentAttempt()?.parentBudgetId !== undefined) inherited++
        if (tries % 2 === 1) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
        return { content: [] }
      }),
    ),
  )
  await open()
  const find = toolspan.traceTool('find_orders', () => client.callTool({ name: 'search_orders' }))
  const failure = new Error('down')
  const fail = toolspan.traceTool('fail', () => {
    throw failure
  })
  return async () => {
    const result = await find()
    let isSameError = false
    try {
      fail()
    } catch (thrown) {
      isSameError = thrown === failure
    }
    return { result, isSameError, tries, inherited }
  }
}

/** A client and a server in one process, both instrumented by every copy; `open` connects them. */
async function makePair(copies, load, version) {
  const { Client, McpServer, InMemoryTransport } = await SDKS[version](load)
  const server = new McpServer({ name: 'orders', version: '1.0.0' })
  const client = new Client({ name: 'agent', version: '1.0.0' })
  for (const { instrumentMcpServer, instrumentMcpClient } of copies) {
    instrumentMcpServer(server)
    instrumentMcpClient(client)
  }
  const open = async () => {
    const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair()
    await server.connect(serverEnd)
    await client.connect(clientEnd)
  }
  return { client, server, open }
}

/** Where the two versions of the MCP SDK keep what is needed here. */
const SDKS = {
  v1: async (load) => ({
    ...(await load('@modelcontextprotocol/sdk/client/index.js')),
    ...(await load('@modelcontextprotocol/sdk/server/mcp.js')),
    ...(await load('@modelcontextprotocol/sdk/inMemory.js')),
  }),
  v2: async (load) => ({
    ...(await load('@modelcontextprotocol/server')),
    ...(await load('@modelcontextprotocol/client')),
  }),
}
