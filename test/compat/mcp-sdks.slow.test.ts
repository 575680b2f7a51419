import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import hostPackage from './hosts/mcp-sdks/package.json' with { type: 'json' }
import { type InstalledHost, installHost } from './installed-host.ts'

/** A machine without a package cache fetches some two hundred packages. */
const INSTALL_TIMEOUT_MS = 300_000

/** Releases of both versions of the MCP SDK: the oldest that is supported, the newest, and some between them. */
const RELEASES = Object.keys(hostPackage.dependencies)
  .map((name) => /^(?:sdk|server)-(.+)$/.exec(name)?.[1])
  .filter((release) => release !== undefined)

const SPAN = z.object({
  name: z.string(),
  kind: z.number(),
  parent: z.string().optional(),
  meant: z.string().optional(),
  category: z.string().optional(),
})
const REPORT = z.object({
  bare: z.unknown(),
  instrumented: z.unknown(),
  retries: z.number(),
  spans: z.array(SPAN),
  swallowed: z.unknown(),
})
type Report = z.infer<typeof REPORT>

/** SpanKind of the API. */
const SERVER = 1
const CLIENT = 2

/** How each call of a tool ends, in the order in which they are made; the last one is made within recover(). */
const MEANT = ['found', 'failed', 'failed', 'failed', 'failed', 'found', 'cancelled', 'failed', 'failed']

/** Releases before this one write over what a request carries when its caller listens to progress. */
const FIRST_TO_KEEP_META = [1, 13]

function keepsMeta(release: string): boolean {
  const [major = 0, minor = 0] = release.split('.').map(Number)
  const [firstMajor = 0, firstMinor = 0] = FIRST_TO_KEEP_META
  return major > firstMajor || minor >= firstMinor
}

let host: InstalledHost
beforeAll(async () => {
  host = await installHost({ fixture: 'mcp-sdks' })
}, INSTALL_TIMEOUT_MS)
afterAll(() => host?.remove())

test('the oldest and the newest release of each version are among them', () => {
  expect(RELEASES).toEqual(expect.arrayContaining(['1.10.0', '1.32.2', '2.0.0', '2.4.0']))
})

describe.each(RELEASES)('the MCP SDK %s', (release) => {
  let report: Report
  beforeAll(() => {
    report = REPORT.parse(host.output('mcp-sdks.mjs', release))
  })
  const callsOf = (kind: number) =>
    report.spans.filter((span) => span.kind === kind && span.name.startsWith('tools/call '))

  test('gives its host the same answers, errors, progress and order with and without Toolspan (REQ-36)', () => {
    expect(report.instrumented).toEqual(report.bare)
    expect(report.swallowed).toEqual({})
  })

  test('has a client and a server span for each call, and the client says what it meant', () => {
    const sent = callsOf(CLIENT)
    expect(sent.map(({ meant }) => meant)).toEqual(MEANT)
    const received = callsOf(SERVER)
    expect(received).toHaveLength(MEANT.length)
    for (const { name, parent } of received) {
      const isApart = name === 'tools/call steps' && !keepsMeta(release)
      expect(parent, name).toBe(isApart ? undefined : name)
    }
  })

  test('keeps the category of what a tool threw (REQ-3)', () => {
    const thrown = report.spans.filter(({ name }) => name === 'tools/call throw')
    expect(thrown.map(({ category }) => category)).toEqual(['transient', 'transient'])
  })

  test('carries the budget there and back: two owners of three tries make three (REQ-20)', () => {
    expect(report.retries).toBe(3)
  })
})
