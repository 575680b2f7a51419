import type { Random } from './random.ts'

/** What one made-up tool call meant. */
export interface ToolCall {
  readonly tool: string
  readonly isWrite: boolean
  readonly arguments: string
  readonly callId: string
  readonly outcome: 'found' | 'none' | 'proven_none' | 'completed' | 'failed'
  readonly result: string
  readonly takesMs: number
}

const READS = [
  'search_orders',
  'get_customer',
  'list_invoices',
  'read_file',
  'query_metrics',
  'find_tickets',
] as const
const WRITES = ['create_refund', 'send_email', 'update_ticket'] as const

/** @param empty so many of the calls that look something up find nothing */
export function makeToolCall(random: Random, empty = 0.03): ToolCall {
  const isWrite = random.happens(0.15)
  const tool = isWrite ? random.pick(WRITES) : random.pick(READS)
  const outcome = outcomeOf(random, isWrite, empty)
  return {
    tool,
    isWrite,
    outcome,
    arguments: JSON.stringify({
      status: random.pick(['active', 'open', 'closed']),
      region: 'eu',
      id: random.hex(8),
    }),
    callId: `call_${random.hex(24)}`,
    result: resultOf(random, outcome),
    takesMs: random.between(5, 900),
  }
}

function outcomeOf(random: Random, isWrite: boolean, empty: number): ToolCall['outcome'] {
  if (random.happens(0.03)) return 'failed'
  if (isWrite) return 'completed'
  return random.happens(1 - empty) ? 'found' : random.happens(0.7) ? 'proven_none' : 'none'
}

function resultOf(random: Random, outcome: ToolCall['outcome']): string {
  if (outcome === 'none') return '[]'
  if (outcome === 'proven_none')
    return JSON.stringify({ status: 'found_none', count: 0, scanned: 1204, coverage: { status: 'complete' } })
  if (outcome === 'completed') return JSON.stringify({ id: random.hex(12), state: 'done' })
  if (outcome === 'failed') return ''
  return JSON.stringify(
    Array.from({ length: random.between(1, 8) }, (_, index) => ({
      id: random.hex(12),
      status: random.pick(['active', 'open', 'closed']),
      total: random.between(1, 100_000) / 100,
      note: `row ${index} of what was looked for, with some words as people write them`,
    })),
  )
}
