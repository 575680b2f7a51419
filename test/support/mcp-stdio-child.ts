import { createInterface } from 'node:readline'
import type { Readable, Stream } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { SessionOptions } from './mcp-kit.ts'
import type { Seen, Sight } from './mcp-seen.ts'

const SERVER = fileURLToPath(new URL('../fixtures/mcp-scenario-server.ts', import.meta.url))

/** What starts a line of standard error that is a sight; other lines are what the SDK or Node has to say. */
export const SIGHT_MARK = 'toolspan-sight '

interface StdioServer {
  readonly command: string
  readonly args: string[]
  readonly env: Record<string, string>
  readonly stderr: 'pipe'
}

/** How to start a server of the scenarios as a process of its own, for the stdio transport of a client. */
export function stdioServer(sdk: 'v1' | 'v2', { server, tools }: SessionOptions): StdioServer {
  if (tools !== undefined) throw new Error('a server in another process has the scenario tools only')
  return {
    command: process.execPath,
    args: [SERVER, sdk],
    env: { TOOLSPAN_TEST_SERVER: JSON.stringify(server ?? {}) },
    stderr: 'pipe',
  }
}

/** Takes in what the server tells of itself on standard error. */
export function watchStderr(stderr: Stream | null, seen: Seen): void {
  if (stderr === null) throw new Error('the standard error of the server cannot be read')
  createInterface({ input: stderr as Readable }).on('line', (line) => {
    if (line.startsWith(SIGHT_MARK)) seen.add(JSON.parse(line.slice(SIGHT_MARK.length)) as Sight)
  })
}
