import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import type { McpClientOptions } from '../../src/instrument/mcp-options.ts'
import type { TestOtel } from '../support/otel.ts'

/** How a server that is installed is started. */
export interface RealServer {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** An instrumented client of an unmodified server, in a process of its own. */
export interface RealSession {
  /** Calls a tool and gives what its span says. An error of the call is on the span, too. */
  spanOf(tool: string, args: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>
  close(): Promise<void>
}

/** Starts a server and lists its tools, as every host does: from there the client knows what they do. */
export async function connectReal(
  otel: TestOtel,
  { command, args, env }: RealServer,
  options: McpClientOptions = {},
): Promise<RealSession> {
  const client = instrumentMcpClient(new Client({ name: 'test', version: '1.0.0' }), options)
  const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
  await client.connect(
    new StdioClientTransport({ command, args: [...args], env: { ...inherited, ...env }, stderr: 'ignore' }),
  )
  await client.listTools()
  return {
    async spanOf(tool, toolArgs) {
      otel.reset()
      await client.callTool({ name: tool, arguments: { ...toolArgs } }).catch(() => {})
      return otel.span(`tools/call ${tool}`).attributes
    },
    close: () => client.close(),
  }
}

const require = createRequire(import.meta.url)

/** A server of the protocol's own, from npm. */
export function npmServer(
  name: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): RealServer {
  const folder = dirname(require.resolve(`@modelcontextprotocol/${name}/package.json`))
  return {
    command: process.execPath,
    args: [join(folder, 'dist/index.js'), ...args],
    ...(env !== undefined && { env }),
  }
}
