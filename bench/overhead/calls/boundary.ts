/** The result of the tool that every program calls. */
export interface ToolResult {
  [key: string]: unknown
  content: { type: 'text'; text: string }[]
}

/** What the call is made with. */
export interface CallParams {
  [key: string]: unknown
  readonly name: string
  readonly arguments: { readonly text: string }
  readonly _meta?: Record<string, unknown>
}

/** Sends the call; the SDK's client does. */
export type Send = (params: CallParams) => Promise<unknown>
/** Runs the tool. `extra` is whatever the SDK hands to a tool besides its arguments. */
export type Handle = (args: { text: string }, extra: unknown) => Promise<ToolResult>

/** What stands between a program and the SDK, on both sides. */
export interface Boundary {
  client<Client extends object>(client: Client): Client
  server<Server extends object>(server: Server): Server
  send(send: Send): Send
  handle(tool: string, handle: Handle): Handle
}

export const TOOL = 'echo'
export const PARAMS: CallParams = { name: TOOL, arguments: { text: 'hello' } }

/** The tool itself does nothing, so that nothing but the call is measured. */
export const echo: Handle = async ({ text }) => ({ content: [{ type: 'text', text }] })

/** Nothing stands between. */
export const bareBoundary: Boundary = {
  client: (client) => client,
  server: (server) => server,
  send: (send) => send,
  handle: (_tool, handle) => handle,
}
