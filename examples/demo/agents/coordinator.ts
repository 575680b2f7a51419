import { trace } from '@opentelemetry/api'
import { traceTool } from 'toolspan'
import { insist } from '../insist.ts'
import type { Connections } from './connections.ts'
import { createSubagent, hasFailed, type Task } from './subagent.ts'

/** Which server has a tool that the clerk uses; all others are tools for orders. */
const FILE_TOOLS = new Set(['read_text_file', 'list_directory'])

/** Plays one run of the coordinator. What happens is up to the servers; nothing here says how it ends. */
export function runCoordinator(connect: () => Promise<Connections>, folder: string): Promise<Connections> {
  return trace
    .getTracer('demo-agents')
    .startActiveSpan(
      'invoke_agent coordinator',
      { attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'coordinator' } },
      async (span) => {
        try {
          const connections = await connect()
          await play(connections, folder)
          return connections
        } finally {
          span.end()
        }
      },
    )
}

async function play({ files, orders, archive }: Connections, folder: string): Promise<void> {
  const options = { agent: 'coordinator', layer: 'coordinator' } as const
  const askArchivist = traceTool(
    'ask_archivist',
    createSubagent('archivist', () => archive),
    options,
  )
  const askClerk = traceTool(
    'ask_clerk',
    createSubagent('clerk', (tool) => (FILE_TOOLS.has(tool) ? files : orders)),
    options,
  )

  await askClerk({ tool: 'read_text_file', arguments: { path: `${folder}/returns-policy.txt` } })
  // The archive is down: first for a moment, then for good.
  await askArchivist({ tool: 'search_archive', arguments: { customer: 'acme', years: [2024] } })
  await askArchivist({ tool: 'search_archive', arguments: { customer: 'acme', years: [2023, 2022] } })
  // Three times nothing: proven, unproven, and old.
  await askClerk({ tool: 'search_orders', arguments: { status: 'active', region: 'eu' } })
  await askClerk({ tool: 'list_returns', arguments: { region: 'eu' } })
  await askClerk({ tool: 'find_shipments', arguments: { order: 'order-88' } })
  // A refund that is sent and not answered; it is checked, never repeated.
  await askClerk({ tool: 'refund_order', arguments: { order: 'order-88' } })
  await askClerk({ tool: 'get_refund', arguments: { order: 'order-88' } })
  await askArchivist({ tool: 'read_contract', arguments: { customer: 'acme' } })
  // Three layers that each try three times: this loop, the clerk's, and the HTTP client's of the server.
  const stock: Task = { tool: 'get_stock', arguments: { product: 'A-7' }, tries: 3 }
  await insist(3, () => askClerk(stock), hasFailed)
}
