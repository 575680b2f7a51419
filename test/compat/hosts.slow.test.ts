import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle } from './bundle.ts'
import { type InstalledHost, installHost, type Report } from './installed-host.ts'

const HOSTS = [
  { fixture: 'sdk-2', hasOwnNode: true, title: 'SDK 2 with api 1.9 on the oldest Node', node: 'v22.15.0' },
  { fixture: 'sdk-3', hasOwnNode: false, title: 'SDK 3 with api 1.10', node: process.version },
]
/** A machine without a package cache fetches some two hundred packages. */
const INSTALL_TIMEOUT_MS = 300_000

const PROGRAMS = ['main.mjs', 'main.cjs']

/** What the program sees of a call, whatever its host: two tries of one budget that was inherited, and the answer. */
const CALL = { result: { content: [] }, isSameError: true, tries: 2, inherited: 2 }
const NEXT_CALL = { ...CALL, tries: 4, inherited: 4 }

/** The rule whose finding is looked at. */
const RULE = 'empty-unknown-coverage'
/** Spans of one call as `name kind < parent`: client (2) and server (1), the budgets, and the finding. */
const CALL_TREE = [
  'execute_tool fail 0 <',
  'execute_tool find_orders 0 <',
  `finding ${RULE} 0 < tools/call search_orders`,
  'handler attempt 0 < recover handler',
  'recover handler 0 < tools/call search_orders',
  'recover store 0 < handler attempt',
  'store attempt 0 < recover store',
  'store attempt 0 < recover store',
  'tools/call search_orders 1 < tools/call search_orders',
  'tools/call search_orders 2 < execute_tool find_orders',
]
const FINDING_LOG = {
  eventName: 'toolspan.finding',
  severityNumber: 13,
  rule: RULE,
  state: 'closed',
  isTied: true,
}

/** The spans of calls and of one rule; those of setting up the session depend on when the SDK came. */
function treeOf({ arrived }: Report): readonly string[] {
  return (arrived?.spans ?? [])
    .filter(({ name }) => !name.startsWith('initialize') && !name.startsWith('notifications/'))
    .filter(({ name }) => !name.startsWith('finding ') || name === `finding ${RULE}`)
    .map(({ name, kind, parent }) => `${name} ${kind} <${parent === undefined ? '' : ` ${parent}`}`)
    .sort()
}

function countOf({ arrived }: Report, metric: string, tool: string): number {
  const points = arrived?.metrics.filter(
    ({ name, attributes }) => name === metric && attributes['gen_ai.tool.name'] === tool,
  )
  return points?.reduce((sum, { count }) => sum + count, 0) ?? 0
}

function expectCleanRun(report: Report, warnings: readonly RegExp[] = []): void {
  expect(report.warnings).toEqual(warnings.map((warning) => expect.stringMatching(warning)))
  expect(report.swallowed.flatMap((counts) => Object.keys(counts))).toEqual([])
}

function expectOneCall(report: Report): void {
  expect(treeOf(report)).toEqual(CALL_TREE)
  expect(report.arrived?.logs.filter(({ rule }) => rule === RULE)).toEqual([FINDING_LOG])
  const findings = report.arrived?.metrics.filter(
    ({ attributes }) => attributes['toolspan.finding.rule'] === RULE,
  )
  expect(findings?.map(({ count }) => count)).toEqual([1])
  expect(countOf(report, 'toolspan.tool.results', 'search_orders')).toBe(1)
  expect(countOf(report, 'mcp.client.operation.duration', 'search_orders')).toBe(1)
  expect(countOf(report, 'mcp.server.operation.duration', 'search_orders')).toBe(1)
  expect(countOf(report, 'gen_ai.execute_tool.duration', 'find_orders')).toBe(1)
}

describe.each(HOSTS)('a host on $title', ({ fixture, hasOwnNode, node }) => {
  let host: InstalledHost
  beforeAll(async () => {
    host = await installHost({ fixture, hasOwnNode })
  }, INSTALL_TIMEOUT_MS)
  afterAll(() => host?.remove())

  test.each(PROGRAMS)('gets spans, a finding, a log record and metrics (%s)', (program) => {
    const report = host.run(program, 'early')
    expect(report.node).toBe(node)
    // What src/self/quick-instrument.ts goes by.
    const storage = { hasAttributeProcessor: false, parameters: 3, canBeAsked: true }
    expect(report.arrived?.counterStorage).toEqual(storage)
    expect(report.seen).toEqual([CALL])
    expectOneCall(report)
    expectCleanRun(report)
  })

  test.each(PROGRAMS)('gets them of version 2 of the MCP SDK as well (%s)', (program) => {
    const report = host.run(program, 'early', 'v2')
    expect(report.seen).toEqual([CALL])
    expectOneCall(report)
    expectCleanRun(report)
  })

  test.each(PROGRAMS)('may register its SDK when everything is long in use (%s)', (program) => {
    const report = host.run(program, 'late')
    expect(report.seen).toEqual([CALL, NEXT_CALL])
    expectOneCall(report)
    expectCleanRun(report)
  })

  test.each(PROGRAMS)(
    'without a context manager keeps its budgets, though spans fall apart (%s)',
    (program) => {
      const report = host.run(program, 'no-context')
      expect(report.seen).toEqual([CALL])
      expect(treeOf(report).map((line) => line.replace(/ <.*/, ''))).toEqual(
        CALL_TREE.map((line) => line.replace(/ <.*/, '')),
      )
      expect(new Set(report.arrived?.spans.map(({ trace }) => trace)).size).toBeGreaterThan(2)
      expect(countOf(report, 'toolspan.tool.results', 'search_orders')).toBe(1)
      expectCleanRun(report)
    },
  )

  test.each(PROGRAMS)(
    'may hold two copies of the package: nothing is doubled, and it is told (%s)',
    (program) => {
      const report = host.run(program, 'two-copies')
      expect(report.seen).toEqual([CALL])
      expectOneCall(report)
      expectCleanRun(report, [
        /MCP server is instrumented by another/,
        /MCP client is instrumented by another/,
      ])
    },
  )

  test.each(['esbuild', 'rolldown', 'webpack'] as const)(
    'may be bundled into one file by %s',
    async (bundler) => {
      const file = await bundle(bundler, host.folder)
      const report = host.run(file)
      expect(report.seen).toEqual([CALL])
      expectOneCall(report)
      expectCleanRun(report)
    },
  )
})

describe('a host without an SDK', () => {
  let host: InstalledHost
  beforeAll(async () => {
    host = await installHost({ fixture: 'no-sdk' })
  }, INSTALL_TIMEOUT_MS)
  afterAll(() => host?.remove())

  test.each(
    PROGRAMS.flatMap((program) => [
      [program, 'v1'],
      [program, 'v2'],
    ]),
  )('gets the same answers and errors, and one budget (%s, MCP SDK %s)', (program, version) => {
    const report = host.run(program, 'no-sdk', version)
    expect(report.seen).toEqual([CALL])
    expect(report.arrived).toBeUndefined()
    expectCleanRun(report)
  })
})
