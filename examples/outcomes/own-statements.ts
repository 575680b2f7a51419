// What a team knows about tools that it cannot change.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { defineShape, instrumentMcpClient, traceTool } from 'toolspan'

interface Stock {
  readonly level: number
  readonly shelves: number
}

// snippet:describe
export const stockLevel = traceTool('stock_level', (_item: string): Stock => ({ level: 0, shelves: 40 }), {
  effect: 'read',
  describe: ({ level, shelves }) => ({ count: level, scanned: shelves }),
})
// end

// snippet:define-shape
const refusal = defineShape({
  id: 'warehouse-refusal',
  read: ({ text }) => (text?.startsWith('NAK') ? { category: 'business', code: text.slice(4) } : undefined),
})

export const client = instrumentMcpClient(new Client({ name: 'my-agent', version: '1.0.0' }), {
  shapes: [refusal],
  tools: { list_bays: { effect: 'read', describe: () => ({ coverage: 'complete' }) } },
})
// end
