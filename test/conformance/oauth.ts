// What a client of the conformance suite needs where its scenario asks for a login. Nobody is asked: the suite's
// authorisation server answers at once with a code.
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'

const REDIRECT_URL = 'http://localhost:3000/callback'
/** The address at which the suite expects a client's metadata to be. */
const METADATA_URL = 'https://conformance-test.local/client-metadata.json'
/** More logins than this for one request are a circle, which a client has to notice: a scenario counts them. */
const MAX_LOGINS = 2

/** What the suite hands to a client beside the address of the server, as far as it is needed here. */
export interface SuiteContext {
  readonly client_id?: string
  readonly client_secret?: string
  readonly private_key_pem?: string
  readonly signing_algorithm?: string
}

/** The context that the suite has put into the environment. */
export function suiteContext(): SuiteContext {
  return JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}')
}

export interface Login {
  readonly provider: OAuthClientProvider
  /** The code of the last login; nothing where there was none since it was last asked for. */
  takeCode(): string | undefined
}

/** A client that logs in for a person, who agrees to everything. */
export function createLogin({ client_id, client_secret }: SuiteContext): Login {
  let information: OAuthClientInformationMixed | undefined =
    client_id === undefined ? undefined : { client_id, ...(client_secret && { client_secret }) }
  let tokens: OAuthTokens | undefined
  let verifier = ''
  let code: string | undefined
  return {
    provider: {
      redirectUrl: REDIRECT_URL,
      clientMetadataUrl: METADATA_URL,
      clientMetadata: {
        client_name: 'conformance',
        redirect_uris: [REDIRECT_URL],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
      clientInformation: () => information,
      saveClientInformation(saved) {
        information = saved
      },
      tokens: () => tokens,
      saveTokens(saved) {
        tokens = saved
      },
      async redirectToAuthorization(url) {
        const answer = await fetch(url, { redirect: 'manual' })
        const location = answer.headers.get('location')
        code = (location && new URL(location).searchParams.get('code')) || undefined
      },
      saveCodeVerifier(saved) {
        verifier = saved
      },
      codeVerifier: () => verifier,
    },
    takeCode() {
      const taken = code
      code = undefined
      return taken
    },
  }
}

/** Makes a request, and again after each login that it asks for. */
export async function withLogins<T>(
  login: Login,
  finish: (code: string) => Promise<void>,
  request: () => Promise<T>,
): Promise<T> {
  for (let logins = 0; ; logins++) {
    try {
      return await request()
    } catch (error) {
      const code = login.takeCode()
      if (code === undefined || logins === MAX_LOGINS) throw error
      await finish(code)
    }
  }
}
