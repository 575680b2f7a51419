// The official conformance suite, against servers and clients with and without us: what it says must be the same.
import { describe, expect, test } from 'vitest'
import {
  CLIENT_SCENARIOS,
  checkClient,
  checkLogins,
  checkServer,
  LOGIN_PARTS,
  type Verdicts,
} from './suite.ts'

const SERVER_SCENARIOS = 32
/** Up to fourteen clients start at once, twice. */
const LOGINS_TIMEOUT_MS = 600_000

/** Scenarios of logins that a client of the bare SDK does not pass, as we have made it. */
const FAILED_LOGINS = {
  // Our client does not exchange tokens between companies.
  v1: ['auth/cross-app-access-complete-flow'],
  // Nor this version of the SDK metadata that name another issuer.
  v2: ['auth/2025-03-26-oauth-metadata-backcompat', 'auth/cross-app-access-complete-flow'],
}

const failed = (verdicts: Verdicts): string[] =>
  Object.entries(verdicts).flatMap(([scenario, checks]) =>
    checks.some((check) => / FAILURE/.test(check)) ? [scenario] : [],
  )

describe.each(['v1', 'v2'] as const)('conformance with SDK %s', (sdk) => {
  test('of a server is what it is without instrumentation', async () => {
    const bare = await checkServer(sdk, 'bare')
    const instrumented = await checkServer(sdk, 'instrumented')
    expect(instrumented.verdicts).toEqual(bare.verdicts)
    expect(Object.keys(bare.verdicts)).toHaveLength(SERVER_SCENARIOS)
    expect(bare.spans).toBe(0)
    expect(instrumented.spans).toBeGreaterThan(SERVER_SCENARIOS)
    // Version 1 cannot offer a tool with a JSON schema as it is.
    expect(failed(bare.verdicts)).toEqual(sdk === 'v1' ? ['server-json-schema-2020-12'] : [])
  })

  test.each(CLIENT_SCENARIOS)('of a client is what it is without instrumentation: %s', async (scenario) => {
    const bare = await checkClient(sdk, 'bare', scenario)
    const instrumented = await checkClient(sdk, 'instrumented', scenario)
    expect(instrumented.verdicts).toEqual(bare.verdicts)
    expect(Object.values(bare.verdicts).flat().length).toBeGreaterThan(0)
    expect(failed(bare.verdicts)).toEqual([])
    expect(bare.spans).toBe(0)
    expect(instrumented.spans).toBeGreaterThan(1)
  })

  test.each(Object.entries(LOGIN_PARTS))(
    'of a client that has to log in is what it is without instrumentation: %s',
    async (part, scenarios) => {
      const bare = await checkLogins(sdk, 'bare', part)
      const instrumented = await checkLogins(sdk, 'instrumented', part)
      expect(instrumented.verdicts).toEqual(bare.verdicts)
      expect(Object.keys(bare.verdicts)).toHaveLength(scenarios)
      const expected = FAILED_LOGINS[sdk].filter((scenario) => scenario in bare.verdicts)
      expect(failed(bare.verdicts)).toEqual(expected)
      expect(bare.spans).toBe(0)
      expect(instrumented.spans).toBeGreaterThan(scenarios)
    },
    LOGINS_TIMEOUT_MS,
  )
})
