import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startOtlpEndpoint } from '../support/otlp-endpoint.ts'
import { ordersEnv, PYTHON_EXAMPLE, pythonOfExample, SERVER_FILE } from './orders-server.ts'
import { spansOf } from './played.ts'

/** Absent where the machine is known to have no Python; why it was printed. */
const python = pythonOfExample()
const KEY = 'toolspan/budget'
const ANSWER = z.looseObject({
  id: z.number().nullish(),
  result: z
    .looseObject({ isError: z.boolean().optional(), _meta: z.record(z.string(), z.unknown()).nullish() })
    .optional(),
  error: z.looseObject({ code: z.number(), data: z.unknown() }).optional(),
})
type Answer = z.infer<typeof ANSWER>

/** The ledgers of a list in their own words: what JSON.parse makes of them would lose some. */
function ledgersIn(list: 'believed' | 'ignored'): unknown[] {
  const lists = JSON.parse(readFileSync(join(PYTHON_EXAMPLE, 'tests/ledgers.json'), 'utf8'))
  return lists[list]
}

/** Sends lines as they are to a server of its own, and gives back what it answered, in the order of the ids. */
async function answersTo(otlpUrl: string, requests: readonly string[]): Promise<Answer[]> {
  const child = spawn(python ?? '', [SERVER_FILE], {
    env: ordersEnv({ otlpUrl }),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const gone = once(child, 'exit')
  const opening = [
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"stranger","version":"1"}}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  ]
  const answers: Answer[] = []
  child.stdin.write(`${[...opening, ...requests].join('\n')}\n`)
  for await (const line of createInterface({ input: child.stdout })) {
    const answer = ANSWER.parse(JSON.parse(line))
    if (answer.id !== 0) answers.push(answer)
    if (answers.length === requests.length) break
  }
  child.stdin.end()
  await gone
  return answers.sort((one, other) => Number(one.id) - Number(other.id))
}

const call = (id: number, meta: string, tool = 'search_orders'): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${tool}","arguments":{"customer":"ada-lovelace"},"_meta":${meta}}}`
const withLedger = (text: string): string => `{"${KEY}":${text}}`

test.runIf(python !== undefined)(
  'REQ-20 over the wire a ledger is believed whole, or ignored without a word',
  async () => {
    const endpoint = await startOtlpEndpoint()
    // JSON that no writer of JavaScript's makes.
    const odd = [
      '{"operation":"o","budget":"b","retriesLeft":1e400,"msLeft":5,"attempt":1}',
      '{"operation":"o","budget":"b","retriesLeft":1,"retriesLeft":-1,"msLeft":5,"attempt":1}',
      `{"operation":"${'x'.repeat(100_000)}","budget":"b","retriesLeft":1,"msLeft":5,"attempt":1}`,
      `${'['.repeat(60)}${']'.repeat(60)}`,
    ]
    const ignored = [...ledgersIn('ignored').map((each) => JSON.stringify(each)), ...odd]
    const believed = ledgersIn('believed').map((each) => JSON.stringify(each))
    const requests = [...ignored, ...believed].map((ledger, at) => call(at + 1, withLedger(ledger)))
    const answers = await answersTo(endpoint.url, requests)
    await endpoint.close()
    expect(answers).toHaveLength(requests.length)
    expect(answers.filter(({ error, result }) => error !== undefined || result?.isError === true)).toEqual([])
    const echoes = answers.map(({ result }) => result?._meta?.[KEY])
    expect(echoes.slice(0, ignored.length)).toEqual(ignored.map(() => undefined))
    expect(echoes.slice(ignored.length)).toEqual(
      ledgersIn('believed').map((ledger) => {
        const { budget, leg } = z
          .looseObject({ budget: z.string(), leg: z.string().optional() })
          .parse(ledger)
        return { budget, spent: 0, alone: true, ...(leg !== undefined && { leg }) }
      }),
    )
    const spans = endpoint.received
      .flatMap(({ body }) => spansOf(body))
      .filter(({ kind }) => kind === 'server')
    const charged = spans.filter(({ attributes }) => attributes['toolspan.budget.id'] !== undefined)
    expect(charged).toHaveLength(believed.length)
  },
)

test.runIf(python !== undefined)(
  'odd _meta, contexts and tool names are answered as without Toolspan, and spans go on',
  async () => {
    const endpoint = await startOtlpEndpoint()
    const metas = [
      '{"traceparent":"not one"}',
      '{"traceparent":"00-00000000000000000000000000000000-0000000000000000-01"}',
      '{"traceparent":5,"tracestate":[],"baggage":{}}',
      `{"baggage":"${'a=b,'.repeat(5000)}"}`,
      '{"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}',
    ]
    const requests = [
      ...metas.map((meta, at) => call(at + 1, meta)),
      call(6, '{}', 'x'.repeat(5000)),
      call(7, '{}', 'no\\u0000name'),
    ]
    const answers = await answersTo(endpoint.url, requests)
    await endpoint.close()
    expect(answers.slice(0, 5).map(({ result }) => result?.isError ?? false)).toEqual(metas.map(() => false))
    const spans = endpoint.received
      .flatMap(({ body }) => spansOf(body))
      .filter(({ kind }) => kind === 'server')
    const calls = spans.filter(({ name }) => name.startsWith('tools/call'))
    expect(calls).toHaveLength(requests.length)
    expect(Math.max(...calls.map(({ name }) => name.length))).toBe('tools/call '.length + 128)
    expect(calls.filter(({ parentSpanId }) => parentSpanId !== undefined)).toMatchObject([
      { traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' },
    ])
  },
)
