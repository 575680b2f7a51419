// A client for the conformance suite: `client.ts v1|v2 bare|instrumented URL`. The suite names the scenario in the
// environment.
import type { Client as ClientV2 } from '@modelcontextprotocol/client'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { registerOtel } from '../support/otel.ts'
import { createLogin, type Login, suiteContext, withLogins } from './oauth.ts'

const [, , sdk, end, url = ''] = process.argv
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? ''

const otel = end === 'instrumented' ? registerOtel() : undefined
const INFO = { name: 'conformance', version: '1.0.0' }
const OPTIONS = { capabilities: { elicitation: { form: { applyDefaults: true } } } }
const accept = () => ({ action: 'accept' as const, content: {} })

/** A client of one SDK version, and how it connects and ends a login. */
interface Ends {
  readonly client: ClientV1 | ClientV2
  readonly login: Login
  readonly connect: () => Promise<void>
  readonly finish: (code: string) => Promise<void>
}

async function endsV1(): Promise<Ends> {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  const { ClientCredentialsProvider, PrivateKeyJwtProvider } = await import(
    '@modelcontextprotocol/sdk/client/auth-extensions.js'
  )
  const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js')
  const client = new Client(INFO, OPTIONS)
  if (end === 'instrumented') instrumentMcpClient(client)
  client.setRequestHandler(ElicitRequestSchema, accept)
  const { login, authProvider } = loginWith(ClientCredentialsProvider, PrivateKeyJwtProvider)
  const transport = () => new StreamableHTTPClientTransport(new URL(url), { authProvider })
  let current = transport()
  return {
    client,
    login,
    connect() {
      current = transport()
      return client.connect(current as never)
    },
    finish: (code) => current.finishAuth(code),
  }
}

async function endsV2(): Promise<Ends> {
  const { Client, ClientCredentialsProvider, PrivateKeyJwtProvider, StreamableHTTPClientTransport } =
    await import('@modelcontextprotocol/client')
  const client = new Client(INFO, OPTIONS)
  if (end === 'instrumented') instrumentMcpClient(client)
  client.setRequestHandler('elicitation/create', accept)
  const { login, authProvider } = loginWith(ClientCredentialsProvider, PrivateKeyJwtProvider)
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(url), { authProvider: authProvider as never })
  let current = transport()
  return {
    client,
    login,
    connect() {
      current = transport()
      return client.connect(current)
    },
    finish: (code) => current.finishAuth(code),
  }
}

type Provider = new (options: never) => unknown

/** The providers of the SDK itself are taken where there is no person to log in. */
function loginWith(
  Credentials: Provider,
  PrivateKey: Provider,
): { readonly login: Login; readonly authProvider: OAuthClientProvider } {
  const context = suiteContext()
  const { client_id: clientId, client_secret: clientSecret, private_key_pem: privateKey } = context
  const login = createLogin(context)
  const provider = (Made: Provider, options: object) =>
    new Made({ clientId, ...options } as never) as OAuthClientProvider
  if (scenario === 'auth/client-credentials-basic')
    return { login, authProvider: provider(Credentials, { clientSecret }) }
  if (scenario === 'auth/client-credentials-jwt') {
    const algorithm = context.signing_algorithm
    return { login, authProvider: provider(PrivateKey, { privateKey, algorithm }) }
  }
  return { login, authProvider: login.provider }
}

/** The tool that a scenario wants to be called. */
function toolOf(): { name: string; arguments: Record<string, unknown> } | undefined {
  if (scenario === 'tools_call') return { name: 'add_numbers', arguments: { a: 5, b: 3 } }
  if (scenario === 'elicitation-sep1034-client-defaults')
    return { name: 'test_client_elicitation_defaults', arguments: {} }
  if (scenario === 'sse-retry') return { name: 'test_reconnection', arguments: {} }
  return scenario.startsWith('auth/') ? { name: 'test-tool', arguments: {} } : undefined
}

const { client, login, connect, finish } = await (sdk === 'v1' ? endsV1() : endsV2())
const tool = toolOf()
/** What both versions of the SDK have. */
const requests: {
  listTools(): Promise<unknown>
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
} = client
try {
  await withLogins(login, finish, connect)
  await withLogins(login, finish, () => requests.listTools())
  if (tool !== undefined) await withLogins(login, finish, () => requests.callTool(tool))
  await client.close()
} catch (error) {
  // A scenario may want a client to give up; the suite reads that from how it ends.
  console.log(`gave up: ${error instanceof Error ? error.constructor.name : typeof error}`)
  process.exitCode = 1
}
console.log(`spans ${otel?.spans().length ?? 0}`)
