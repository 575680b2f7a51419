// The official conformance suite, against servers and clients with and without us: what it says must be the same.
import { describe, expect, test } from 'vitest'
import { CLIENT_SCENARIOS, checkClient, checkServer, type Verdicts } from './suite.ts'

const SERVER_SCENARIOS = 32

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
})
