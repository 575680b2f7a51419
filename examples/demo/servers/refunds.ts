import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { completed, found, indeterminate } from 'toolspan'
import { z } from 'zod'
import { getRecords, postRecord } from './dependency-client.ts'

/** How long the payment service may take, in milliseconds. */
const PAYMENT_TIMEOUT_MS = 300

/** A write whose outcome can be unknown, and the read that settles it. */
export function registerRefunds(server: McpServer): void {
  server.registerTool(
    'refund_order',
    {
      description: 'Refunds an order.',
      inputSchema: { order: z.string() },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    },
    async ({ order }) => {
      try {
        await postRecord('/refunds', { order }, PAYMENT_TIMEOUT_MS)
        return completed({ message: `${order} was refunded.` })
      } catch {
        return indeterminate({
          message: `The refund of ${order} was sent, and no answer came within ${PAYMENT_TIMEOUT_MS} ms.`,
          statusCheck: { tool: 'get_refund', arguments: { order } },
        })
      }
    },
  )

  server.registerTool(
    'get_refund',
    {
      description: 'Says what became of a refund.',
      inputSchema: { order: z.string() },
      annotations: { readOnlyHint: true },
    },
    async ({ order }) => found(await getRecords(`/refunds/${order}`), { sources: ['payments'] }),
  )
}
