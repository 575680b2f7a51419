import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { found } from 'toolspan'
import { z } from 'zod'
import { insist } from '../insist.ts'
import { getRecords } from './dependency-client.ts'

/** The tool at the bottom of the storm: its HTTP client repeats whatever fails, three times. */
export function registerStock(server: McpServer): void {
  server.registerTool(
    'get_stock',
    {
      description: 'Says how many items of a product are in stock.',
      inputSchema: { product: z.string() },
      annotations: { readOnlyHint: true },
    },
    async ({ product }) => {
      const answer = await insist(3, () => attempt(getRecords(`/stock/${product}`)), isFailure)
      if (isFailure(answer)) throw answer.error
      return found(answer.records, { sources: ['stock'] })
    },
  )
}

type Answer = { readonly records: unknown[] } | { readonly error: unknown }

function attempt(request: Promise<unknown[]>): Promise<Answer> {
  return request.then(
    (records) => ({ records }),
    (error: unknown) => ({ error }),
  )
}

function isFailure(answer: Answer): answer is { readonly error: unknown } {
  return 'error' in answer
}
