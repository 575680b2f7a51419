// Whatever a handler does, both ends see and do what they would without instrumentation (REQ-36).
import { AlwaysOffSampler } from '@opentelemetry/sdk-trace'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { swallowedErrors } from '../../src/self/swallow.ts'
import type { Kit } from '../support/mcp-kit.ts'
import { v1 } from '../support/mcp-kit-v1.ts'
import { v2, v2Modern } from '../support/mcp-kit-v2.ts'
import { LOW_LEVEL_KITS, type LowLevelKit } from '../support/mcp-low-level.ts'
import { connectPair } from '../support/mcp-pair.ts'
import { ELICIT, type ToolRun } from '../support/mcp-scenario-tools.ts'
import { registerOtel, unregisterOtel } from '../support/otel.ts'

afterEach(unregisterOtel)

type Step = 'say' | 'progress' | 'wait' | 'ask' | 'print'

interface Behaviour {
  readonly steps: readonly Step[]
  readonly ending: { readonly kind: 'returns' | 'throws'; readonly value: unknown }
}

const results = fc.oneof(
  fc.record({ content: fc.array(fc.record({ type: fc.constant('text'), text: fc.string() })) }),
  fc.record({
    content: fc.constant([]),
    structuredContent: fc.dictionary(fc.string(), fc.jsonValue()),
    isError: fc.boolean(),
    _meta: fc.dictionary(fc.string(), fc.jsonValue()),
  }),
  // Not a state alone: the SDK waits between rounds that ask for nothing.
  fc.record({
    resultType: fc.constantFrom('complete', 'input_required', 'task', 'odd'),
    inputRequests: fc.constantFrom({}, { name: ELICIT }),
  }),
  fc.anything(),
)

const errors = fc.oneof(
  fc.anything(),
  fc.string().map((message) => new Error(message)),
  fc
    .record({ code: fc.integer(), data: fc.jsonValue() })
    .map(({ code, data }) => Object.assign(new Error('no'), { code, data })),
)

const behaviours: fc.Arbitrary<Behaviour> = fc.record({
  steps: fc.array(fc.constantFrom<Step>('say', 'progress', 'wait', 'ask', 'print'), { maxLength: 4 }),
  ending: fc.oneof(
    fc.record({ kind: fc.constant('returns' as const), value: results }),
    fc.record({ kind: fc.constant('throws' as const), value: errors }),
  ),
})

const payloads = fc.dictionary(fc.string(), fc.jsonValue())

/** What can be seen of one call from outside. */
interface Outside {
  readonly answer: unknown
  readonly calls: number
  readonly serverDid: readonly string[]
  readonly clientHeard: readonly unknown[]
  readonly wire: readonly unknown[]
  readonly printed: readonly string[]
}

/** An error as its catcher can tell it from others. */
const told = (error: unknown): unknown =>
  error instanceof Error
    ? {
        ...error,
        name: error.name,
        message: error.message,
        class: error.constructor.name,
        cause: error.cause,
      }
    : { thrown: error }

const TRACE_KEYS = ['traceparent', 'tracestate', 'baggage']

/** A message without the context of a trace, which is all that may be added; what was made for that goes with it. */
function withoutTrace(message: unknown): unknown {
  const { params, ...rest } = Object(JSON.parse(JSON.stringify(message)))
  const { _meta, ...others } = params ?? {}
  for (const key of TRACE_KEYS) delete _meta?.[key]
  const left = isEmpty(_meta) ? others : { ...others, _meta }
  return isEmpty(left) ? rest : { ...rest, params: left }
}

const isEmpty = (value: object | undefined): boolean => value === undefined || Object.keys(value).length === 0

async function play(
  kit: Kit,
  { steps, ending }: Behaviour,
  args: Record<string, unknown>,
  isInstrumented: boolean,
): Promise<Outside> {
  let calls = 0
  const serverDid: string[] = []
  const clientHeard: unknown[] = []
  const wire: unknown[] = []
  const printed: string[] = []
  async function run(tool: ToolRun): Promise<unknown> {
    calls++
    for (const step of steps) {
      serverDid.push(step)
      if (step === 'progress') await tool.progress(calls)
      else if (step === 'wait') await new Promise((resolve) => setImmediate(resolve))
      else if (step === 'ask') serverDid.push(JSON.stringify(await tool.ask(ELICIT)))
      else if (step === 'print') process.stdout.write('printed by a tool\n')
    }
    if (ending.kind === 'throws') throw ending.value
    return ending.value
  }
  const off = isInstrumented ? {} : ({ client: false, server: false } as const)
  const session = await kit.connect('memory', { ...off, tools: [{ name: 'x', run }] })
  const transport: { onmessage?: (message: unknown, extra: unknown) => void } = Reflect.get(
    session.client,
    'transport',
  )
  const { onmessage } = transport
  transport.onmessage = (message, extra) => {
    wire.push(['to client', withoutTrace(message)])
    onmessage?.(message, extra)
  }
  const write = process.stdout.write
  process.stdout.write = (chunk: unknown) => printed.push(String(chunk)) > 0
  try {
    const params = Object.freeze({ name: 'x', arguments: args })
    const answer = await session
      .callTool(params, { onprogress: (progress) => clientHeard.push(progress) })
      .then((result) => ({ result }), told)
    for (const sight of session.seen.all()) {
      if ('message' in sight) wire.push(['to server', withoutTrace(sight.message)])
    }
    return { answer, calls, serverDid, clientHeard, wire, printed }
  } finally {
    process.stdout.write = write
    await session.close()
  }
}

describe.each([
  ['sampled', {}],
  ['not sampled', { sampler: new AlwaysOffSampler() }],
])('%s', (_sampled, options) => {
  test.each([v1, v2, v2Modern])(
    'any tool of $name',
    async (kit) => {
      registerOtel(options)
      const before = swallowedErrors()
      await fc.assert(
        fc.asyncProperty(behaviours, payloads, async (behaviour, args) => {
          const plain = await play(kit, behaviour, args, false)
          expect(await play(kit, behaviour, args, true)).toEqual(plain)
        }),
        { numRuns: 60 },
      )
      expect(swallowedErrors()).toEqual(before)
    },
    60_000,
  )

  test.each(LOW_LEVEL_KITS)(
    'any handler of a low-level server of $name',
    async (kit: LowLevelKit) => {
      registerOtel(options)
      await fc.assert(
        fc.asyncProperty(behaviours, async ({ ending }) => {
          const outside = async (isInstrumented: boolean): Promise<unknown> => {
            let calls = 0
            const pair = await kit.connect(
              () => {
                calls++
                if (ending.kind === 'throws') throw ending.value
                return ending.value
              },
              isInstrumented ? {} : { client: false, server: false },
            )
            // What some handlers throw, the SDK cannot send and does not answer.
            const answer = await pair.callTool('x', 500).then((result) => ({ result }), told)
            await pair.close()
            return { answer, calls }
          }
          expect(await outside(true)).toEqual(await outside(false))
        }),
        { numRuns: 60 },
      )
    },
    60_000,
  )
})

describe('an error that the client throws', () => {
  test('is the one that the SDK made', async () => {
    registerOtel()
    const { client, close } = await connectPair(() => {})
    const signal = AbortSignal.abort(new Error('mine'))
    await expect(client.callTool({ name: 'x' }, undefined, { signal })).rejects.toBe(signal.reason)
    await close()
  })

  test.each([v2, v2Modern])('of $name is the one that its own request() was rejected with', async (kit) => {
    registerOtel()
    const session = await kit.connect('memory')
    let made: unknown
    const request: (...args: unknown[]) => Promise<unknown> = Reflect.get(session.client, 'request')
    Reflect.set(session.client, 'request', (...args: unknown[]) =>
      Reflect.apply(request, session.client, args).catch((error: unknown) => {
        made = error
        throw error
      }),
    )
    const thrown = await session.callTool({ name: 'nope' }).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(Error)
    expect(thrown).toBe(made)
    await session.close()
  })
})
