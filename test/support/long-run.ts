import type { SdkSpan } from '../../src/tail/facts/from-sdk-span.ts'
import { call, empty, failing, model, read, unknownWrite, write } from './calls.ts'
import { sdkSpanOf } from './sdk-span.ts'
import { storm } from './storm.ts'
import { type TestSpan, trace } from './trace.ts'

/** One turn of an agent that works for hours, and the calls below it, each in the order in which they end. */
export interface LongRunTurn {
  readonly turn: SdkSpan
  readonly calls: readonly SdkSpan[]
}

const TRACE_ID = '5'.repeat(32)
const ROOT_ID = 'f'.repeat(16)

/** The span that is open all along. */
export function longRunRoot(lastsMs: number, traceId = TRACE_ID): SdkSpan {
  const [root] = trace({
    id: 'run',
    at: [0, lastsMs],
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'desk',
  }).map((span) => sdkSpanOf(span, { traceId, spanId: ROOT_ID }))
  if (root === undefined) throw new Error('no root')
  return root
}

/** The turn of the given number: mostly calls that went well, and now and then something that a rule speaks about. */
export function longRunTurn(
  number: number,
  startMs: number,
  lastsMs: number,
  calls: number,
  traceId = TRACE_ID,
): LongRunTurn {
  const all = callsOf(number)
  while (all.length < calls) all.push(plain(number, all.length))
  const stepMs = lastsMs / (all.length + 2)
  const placed = all.map((span, index): TestSpan => {
    const [from, to = from] = span.at ?? [stepMs * index, stepMs * index + stepMs / 2]
    return { ...span, at: [Math.floor(startMs + from), Math.floor(startMs + to)] }
  })
  const turn: TestSpan = {
    id: 'turn',
    at: [Math.floor(startMs), Math.floor(startMs + lastsMs - 1)],
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'worker',
  }
  const idOf = (id: string): string => {
    const place = id === 'turn' ? 0 : 1 + placed.findIndex((span) => span.id === id)
    return (number * 1000 + place + 1).toString(16).padStart(16, '0')
  }
  const made = trace(...placed, turn).map((span) => {
    const parent = placed.find(({ id }) => id === span.name)?.in
    const parentId = span.name === 'turn' ? ROOT_ID : idOf(parent === 'run' ? 'turn' : (parent ?? 'turn'))
    return sdkSpanOf(span, { traceId, spanId: idOf(span.name), parentSpanId: parentId })
  })
  const last = made.pop()
  if (last === undefined) throw new Error('no turn')
  return { turn: last, calls: made.sort((a, b) => endOf(a) - endOf(b)) }
}

function plain(number: number, index: number): TestSpan {
  const id = `p${index}`
  const own = { 'toolspan.operation.fingerprint': `${number}-${index}`, name: id }
  if (index % 5 === 0) return model(id, { name: id })
  return read(id, index % 2 === 0 ? 'search_orders' : 'get_order', own)
}

function callsOf(number: number): TestSpan[] {
  const own = (name: string) => ({ 'toolspan.operation.fingerprint': `${number}-${name}` })
  const named = (span: TestSpan): TestSpan => ({ ...span, name: span.id })
  if (number % 10 === 1) return [named(empty('e1', 'find_customer', own('e')))]
  if (number % 25 === 2) {
    const layers = [
      { layer: 'coordinator', tries: 3 },
      { layer: 'http', tries: 3 },
    ]
    return storm({ layers, operationId: `op-${number}` }).map((span) => {
      const budget = span['toolspan.budget.id']
      return named(budget === undefined ? span : { ...span, 'toolspan.budget.id': `${number}-${budget}` })
    })
  }
  if (number % 40 === 3)
    return [1, 2].map((at) => named(failing(`d${at}`, 'read_file', 'permission', own('d'))))
  if (number % 50 === 4)
    return Array.from({ length: 6 }, (_, at) => named(failing(`l${at}`, 'open_page', 'business', own('l'))))
  if (number % 60 === 5) return [named(unknownWrite('u1', 'transfer_funds', own('u')))]
  if (number % 60 === 35)
    return [named(unknownWrite('u1', 'refund_invoice', own('u'))), named(read('u2', 'get_invoice', own('r')))]
  if (number % 30 === 6)
    return [1, 2].map((at) =>
      named(empty(`n${at}`, 'find_part', { ...own('n'), 'toolspan.coverage.status': 'complete' })),
    )
  if (number % 20 === 8) return [named(write('w1', 'create_ticket', own('w')))]
  if (number % 20 === 9) return [named(model('m1', { 'toolspan.agent.tools_offered': 9 }))]
  if (number % 20 === 10) return [named(call('c1', 'run_script', { ...own('c'), failed: true }))]
  return []
}

function endOf({ endTime: [seconds, nanoseconds] }: SdkSpan): number {
  return seconds * 1000 + nanoseconds / 1e6
}
