import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { combine } from '../../../src/outcome/build/combine.ts'
import { completed } from '../../../src/outcome/build/completed.ts'
import { failed } from '../../../src/outcome/build/failed.ts'
import { fallback } from '../../../src/outcome/build/fallback.ts'
import { found } from '../../../src/outcome/build/found.ts'
import { foundNone } from '../../../src/outcome/build/found-none.ts'
import { indeterminate } from '../../../src/outcome/build/indeterminate.ts'
import { partial } from '../../../src/outcome/build/partial.ts'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { successEnvelopeSchema } from '../../../src/outcome/envelope/success-envelope.ts'

const built = {
  found: found([{ id: 1 }], { sources: ['orders'], freshness: { ageMs: 1, maxAgeMs: 2 } }),
  found_none: foundNone({ searched: { q: 'x' }, scanned: 12, emptyReason: 'no_match' }),
  partial: partial([1], { sources: ['a'], missing: ['b'] }),
  completed: completed({ message: 'Ticket 9 is closed.' }),
  failed: failed({ errorCategory: 'permission', message: 'You need the role reader.' }),
  indeterminate: indeterminate({ message: 'No answer.', statusCheck: 'look at payment p-1' }),
  fallback: fallback(0, { errorCategory: 'transient', message: 'No rate.' }),
  combined: combine([
    { source: 'a', result: found([1]) },
    { source: 'b', error: new Error('down') },
  ]),
}

const server = new McpServer({ name: 'built', version: '1.0.0' })
for (const [name, result] of Object.entries(built)) server.registerTool(name, {}, () => result)
server.registerTool('declared', { outputSchema: successEnvelopeSchema.shape }, () => built.found)
const client = new Client({ name: 'reader', version: '1.0.0' })

describe('results of the builders over a real MCP client and server', () => {
  beforeAll(async () => {
    const [here, there] = InMemoryTransport.createLinkedPair()
    await Promise.all([server.connect(there), client.connect(here)])
  })
  afterAll(() => client.close())

  it.each(Object.entries(built))('%s arrives as it was built', async (name, result) => {
    const arrived = await client.callTool({ name, arguments: {} })
    expect(classifyResult(arrived, { effect: 'write' })).toEqual(classifyResult(result, { effect: 'write' }))
    expect(arrived.structuredContent).toEqual(result.structuredContent)
    expect(arrived.isError).toBe(result.isError)
  })

  it('the envelope can be the output schema of a tool', async () => {
    await client.listTools()
    const arrived = await client.callTool({ name: 'declared', arguments: {} })
    expect(classifyResult(arrived, { effect: 'read' }).status).toBe('found')
  })
})
