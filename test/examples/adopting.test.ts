import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { SpanKind } from '@opentelemetry/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { runTool } from '../../examples/adopting/beside-genai.ts'
import { client } from '../../examples/client.ts'
import { openCollector } from '../../examples/demo/collector.ts'
import { server } from '../../examples/server.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { registerOtel, unregisterOtel } from '../support/otel.ts'
import { ensureBuilt, ROOT } from './built.ts'
import { codeBlocks, snippetsOf } from './readme-blocks.ts'

/** An agent that asks a service and finds nothing; it needs a service to ask. */
const AGENT = `
  import { findOrders } from './examples/function.ts'
  await fetch(process.env.SERVICE)
  await findOrders({ region: 'us' })`

interface Run {
  readonly output: string
  readonly errors: string
  readonly exitCode: number | null
}

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, OTEL_LOGS_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none', ...env },
  })
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [output, errors, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exit])
  return { output, errors, exitCode }
}

/** Runs a program with an example in front of it; gives back the spans that a backend got. */
async function spansOf(example: string, program: string): Promise<readonly SpanInput[]> {
  const backend = await openCollector()
  try {
    const ended = await run(
      ['--import', `./examples/adopting/${example}`, '--input-type=module', '--eval', program],
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: new URL('/', backend.tracesUrl).href,
        SERVICE: new URL('/orders', backend.tracesUrl).href,
      },
    )
    expect(ended).toEqual({ output: '', errors: '', exitCode: 0 })
    return backend.spans
  } finally {
    backend.close()
  }
}

const names = (spans: readonly SpanInput[]) => spans.map(({ name }) => name)

beforeAll(ensureBuilt, 90_000)

describe('docs/adopting.md', () => {
  it('shows code that stands in an example, word for word, and all of it', () => {
    const folder = join(ROOT, 'examples/adopting')
    const snippets = readdirSync(folder).flatMap((name) => [
      ...snippetsOf(readFileSync(join(folder, name), 'utf8')).values(),
    ])
    const blocks = codeBlocks(readFileSync(join(ROOT, 'docs/adopting.md'), 'utf8'))
    const shown = blocks.filter(({ language }) => ['ts', 'js'].includes(language)).map(({ code }) => code)
    expect([...shown].sort()).toEqual([...snippets].sort())
  })

  it('an SDK that was there goes on as before, and exports findings besides', async () => {
    const spans = await spansOf('existing-sdk.ts', AGENT)
    expect(names(spans)).toEqual(['GET', 'execute_tool find_orders', 'finding empty-unknown-coverage'])
    expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(['my-agent']))
  }, 60_000)

  it('providers that are put together by hand do the same', async () => {
    expect(names(await spansOf('by-hand.ts', AGENT))).toEqual([
      'execute_tool find_orders',
      'finding empty-unknown-coverage',
    ])
  }, 60_000)

  it('a function that is frozen after it has answered has sent everything by then', async () => {
    const program = `
      import { invocation } from './examples/adopting/serverless.ts'
      import { findOrders } from './examples/function.ts'
      await invocation(() => findOrders({ region: 'us' }))
      process.exit()`
    expect(names(await spansOf('serverless.ts', program))).toEqual([
      'execute_tool find_orders',
      'invocation',
      'finding empty-unknown-coverage',
    ])
  }, 60_000)

  it('where runs are sampled, those that are not exported are judged all the same', async () => {
    const program = `
      import { trace, TraceFlags, context, ROOT_CONTEXT } from '@opentelemetry/api'
      import { findOrders } from './examples/function.ts'
      const run = (traceFlags) => {
        const parent = { traceId: traceFlags ? 'a'.repeat(32) : 'b'.repeat(32), spanId: 'c'.repeat(16), traceFlags }
        return context.with(trace.setSpanContext(ROOT_CONTEXT, parent), () => findOrders({ region: 'us' }))
      }
      await run(TraceFlags.SAMPLED)
      await run(TraceFlags.NONE)`
    const spans = await spansOf('always-record.ts', program)
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(['a'.repeat(32)]))
    expect(names(spans)).toEqual(['execute_tool find_orders', 'finding empty-unknown-coverage'])
  }, 60_000)

  it('the program that checks a set-up prints what the page says', async () => {
    const page = readFileSync(join(ROOT, 'docs/adopting.md'), 'utf8')
    const { output, errors } = await run(['examples/adopting/does-it-work.ts'])
    expect(errors).toBe('')
    expect(codeBlocks(page).find(({ language }) => language === 'text')?.code).toBe(output)
  }, 60_000)

  it("another instrumentation's span of a tool takes the attributes of the MCP call made within", async () => {
    const otel = registerOtel()
    const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair()
    await server.connect(serverEnd)
    await client.connect(clientEnd)
    otel.reset()
    await runTool('list_returns', {})
    expect(otel.spans().map(({ name, kind }) => [name, kind])).toEqual([
      ['tools/call list_returns', SpanKind.SERVER],
      ['execute_tool list_returns', SpanKind.INTERNAL],
    ])
    expect(otel.span('execute_tool list_returns').attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'toolspan.result.status': 'found_none',
    })
    await client.close()
    unregisterOtel()
  })

  it('a CommonJS host requires the package', async () => {
    expect(await run(['examples/adopting/agent.cjs'])).toEqual({ output: '5\n', errors: '', exitCode: 0 })
  }, 60_000)
})
