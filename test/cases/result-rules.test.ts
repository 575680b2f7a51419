import { afterEach, beforeAll, expect, test } from 'vitest'
import { traceTool } from '../../src/instrument/trace-tool.ts'
import { fromSdkSpan } from '../../src/tail/facts/from-sdk-span.ts'
import { LOW_LEVEL_KITS } from '../support/mcp-low-level.ts'
import { registerOtel, type TestOtel } from '../support/otel.ts'
import { loadResultCases, type ResultCase, thrownError } from '../support/result-cases.ts'
import { findingsOf } from '../support/trace.ts'

let otel: TestOtel
beforeAll(() => {
  otel = registerOtel()
})
afterEach(() => otel.reset())

const cases = (loadResultCases() ?? []).filter(({ expect: { rules, forbidRules } }) => rules ?? forbidRules)

test.each(cases.map((one) => [`${one.file} ${one.name}`, one] as const))(
  'the span of a call that ends so raises the rules of the case alone: %s (REQ-25)',
  async (_name, one) => {
    await call(one)
    const spans = otel.spans().filter(({ attributes }) => 'toolspan.result.status' in attributes)
    expect(spans).toHaveLength(1)
    const raised = new Set(findingsOf(spans.map(fromSdkSpan)).map(({ rule }) => rule))
    const { rules = [], forbidRules = [] } = one.expect
    expect(
      rules.filter((rule) => !raised.has(rule)),
      one.about,
    ).toEqual([])
    expect(
      forbidRules.filter((rule) => raised.has(rule)),
      one.about,
    ).toEqual([])
  },
)

/** Calls a tool that ends as the case says: of a real MCP server where that is a tool result, else a function. */
async function call({ tool: { tool = 'tool', effect = 'unknown' }, input }: ResultCase): Promise<void> {
  if ('result' in input) {
    const [kit] = LOW_LEVEL_KITS
    const server = { tools: { [tool]: { effect } } }
    const pair = await kit?.connect(() => input.result, { client: false, server })
    // A result that breaks the schema is an error to the client; the server sent it all the same.
    await pair?.callTool(tool).catch(() => {})
    await pair?.close()
    return
  }
  const traced = traceTool(
    tool,
    async () => {
      if ('thrown' in input) throw thrownError(input.thrown)
      return input.value
    },
    { effect },
  )
  await traced().catch(() => {})
}
