import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const ROOT = join(import.meta.dirname, '../..')
const SERVERS = join(ROOT, 'node_modules/@modelcontextprotocol')

interface Recording {
  readonly server: readonly string[]
  readonly calls: readonly (readonly [tool: string, args: Record<string, unknown>])[]
}

/** Calls of servers that others wrote, over this repository. */
const RECORDINGS: readonly Recording[] = [
  {
    server: [join(SERVERS, 'server-filesystem/dist/index.js'), ROOT],
    calls: [
      ['read_text_file', { path: join(ROOT, 'README.md') }],
      ['read_text_file', { path: join(ROOT, 'src/index.ts') }],
      ['read_text_file', { path: join(ROOT, 'no-such-file') }],
      ['list_directory', { path: join(ROOT, 'src/outcome') }],
      ['list_directory_with_sizes', { path: join(ROOT, 'src/outcome') }],
      ['directory_tree', { path: join(ROOT, 'src/outcome') }],
      ['directory_tree', { path: join(ROOT, 'src') }],
      ['search_files', { path: join(ROOT, 'src'), pattern: '**/outcome*' }],
      ['search_files', { path: join(ROOT, 'src'), pattern: '**/no-such-file*' }],
      ['get_file_info', { path: join(ROOT, 'README.md') }],
    ],
  },
  {
    server: [join(SERVERS, 'server-everything/dist/index.js'), 'stdio'],
    calls: [
      ['echo', { message: 'hello' }],
      ['get-sum', { a: 1, b: 2 }],
      ['get-structured-content', { location: 'New York' }],
      ['get-annotated-message', { messageType: 'success' }],
      ['get-resource-links', { count: 3 }],
      ['get-tiny-image', {}],
      ['get-env', {}],
    ],
  },
]

/** One result as a client got it. */
export interface RecordedResult {
  readonly tool: string
  readonly result: unknown
}

/** Starts the servers, makes the calls and keeps what came back. */
export async function recordResults(): Promise<RecordedResult[]> {
  const recorded: RecordedResult[] = []
  for (const { server, calls } of RECORDINGS) {
    const client = new Client({ name: 'bench', version: '1.0.0' })
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [...server], stderr: 'ignore' }),
    )
    for (const [tool, args] of calls) {
      recorded.push({ tool, result: await client.callTool({ name: tool, arguments: args }) })
    }
    await client.close()
  }
  return recorded
}
