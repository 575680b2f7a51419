import type { McpClientOptions, McpServerOptions } from '../../src/instrument/mcp-options.ts'
import type { ScenarioTool } from './mcp-scenario-tools.ts'
import type { Seen } from './mcp-seen.ts'

/** How the two ends of a session are connected. Over stdio the server is a process of its own. */
export type Way = 'memory' | 'stdio' | 'http'

export const WAYS: readonly Way[] = ['memory', 'stdio', 'http']

/** Options of one request, as all SDK versions have them. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeout?: number
  readonly maxTotalTimeout?: number
  readonly resetTimeoutOnProgress?: boolean
  readonly onprogress?: (progress: unknown) => void
}

export interface SessionOptions {
  /** `false` leaves that end as the SDK made it. */
  readonly client?: McpClientOptions | false
  readonly server?: McpServerOptions | false
  /** Instead of the scenario tools; not over stdio. */
  readonly tools?: readonly ScenarioTool[]
}

/** A client connected to a server, of one SDK version and over one transport. */
export interface Session {
  /** The client of the SDK itself. */
  readonly client: object
  /** What can be seen at the server: messages that arrived, words of tools and, of another process, its spans. */
  readonly seen: Seen
  callTool(params: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>
  request(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>
  close(): Promise<void>
}

/** One SDK version speaking one kind of protocol. */
export interface Kit {
  readonly name: 'v1' | 'v2' | 'v2-modern'
  readonly protocolVersion: string
  /** Protocol 2026-07-28: no sessions, no requests of servers to clients. */
  readonly isModern: boolean
  connect(way: Way, options?: SessionOptions): Promise<Session>
}

/** What the test client answers to a server that asks. */
export const ANSWERS = {
  'elicitation/create': { action: 'accept', content: { name: 'Ada' } },
  'sampling/createMessage': { model: 'm', role: 'assistant', content: { type: 'text', text: 'hello' } },
  'roots/list': { roots: [{ uri: 'file:///home/ada' }] },
} as const

/** A resource of the test server whose URI holds a secret. */
export const NOTE_URI = 'file:///notes/a.txt?token=s3cret'

export const CLIENT_CAPABILITIES = { elicitation: { form: {} }, sampling: {}, roots: {} }
