import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recover } from '../../src/budget/recover.ts'
import type { Kit, Session, Way } from '../support/mcp-kit.ts'
import { v1 } from '../support/mcp-kit-v1.ts'
import { v2, v2Modern } from '../support/mcp-kit-v2.ts'
import type { ScenarioTool } from '../support/mcp-scenario-tools.ts'
import { registerOtel, unregisterOtel } from '../support/otel.ts'

beforeAll(() => {
  registerOtel()
})
afterAll(unregisterOtel)

/** What a tool of a program may do. */
type Behaviour = { readonly kind: 'returns' | 'throws'; readonly value: unknown }

const meta = fc.dictionary(fc.string(), fc.jsonValue())
const behaviour: fc.Arbitrary<Behaviour> = fc.oneof(
  fc.record({
    kind: fc.constant('returns' as const),
    value: fc.oneof(
      fc.record(
        {
          content: fc.array(fc.record({ type: fc.constant('text'), text: fc.string() })),
          structuredContent: meta,
          isError: fc.boolean(),
          _meta: meta,
        },
        { requiredKeys: ['content'] },
      ),
      fc.anything(),
    ),
  }),
  fc.record({
    kind: fc.constant('throws' as const),
    value: fc.oneof(
      fc.anything(),
      fc.string().map((message) => new Error(message)),
      fc
        .record({ code: fc.integer(), message: fc.string(), data: fc.oneof(fc.jsonValue(), meta) })
        .map((fields) => Object.assign(new Error(fields.message), fields)),
    ),
  }),
)

interface Ends {
  readonly session: Session
  act: Behaviour
  calls: number
}

async function connect(kit: Kit, way: Way, isInstrumented: boolean): Promise<Ends> {
  const tool: ScenarioTool = {
    name: 'x',
    annotations: { readOnlyHint: true },
    run() {
      ends.calls++
      if (ends.act.kind === 'throws') throw ends.act.value
      return ends.act.value
    },
  }
  const bare = { client: false, server: false } as const
  const session = await kit.connect(way, { tools: [tool], ...(!isInstrumented && bare) })
  const ends: Ends = { session, act: { kind: 'returns', value: undefined }, calls: 0 }
  return ends
}

/** What the host sees of one request, errors with everything that they carry. */
function seenOf(answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    (result) => ({ result }),
    (error: unknown) =>
      error instanceof Error ? { ...error, name: error.name, message: error.message } : { error },
  )
}

function seenBy(ends: Ends, act: Behaviour): Promise<unknown> {
  ends.act = act
  return seenOf(ends.session.callTool({ name: 'x' }, { timeout: 5000 }))
}

describe.each([
  ['v1', v1],
  ['v2', v2],
  ['v2-modern', v2Modern],
])('%s', (_name, kit) => {
  test.each([
    ['memory', 80],
    ['http', 25],
  ] as const)(
    'with a budget in every request the host sees what it would without Toolspan, over %s (REQ-36)',
    async (way, numRuns) => {
      const plain = await connect(kit, way, false)
      const instrumented = await connect(kit, way, true)
      await fc.assert(
        fc.asyncProperty(behaviour, async (act) => {
          const expected = await seenBy(plain, act)
          const options = { owner: 'host', maxAttempts: 3, deadlineMs: 10_000 }
          const seen = await recover(options, () => seenBy(instrumented, act))
          expect(seen).toEqual(expected)
          expect(instrumented.calls).toBe(plain.calls)
        }),
        { numRuns },
      )
      await plain.session.close()
      await instrumented.session.close()
    },
    60_000,
  )

  test('so it is with requests that are refused', async () => {
    const plain = await connect(kit, 'http', false)
    const instrumented = await connect(kit, 'http', true)
    const refused = ({ session }: Ends) =>
      Promise.all([
        seenOf(session.callTool({ name: 'nobody' })),
        seenOf(session.callTool({ name: 'x', arguments: 7 })),
        seenOf(session.request('prompts/get', { name: 'nobody' })),
        seenOf(session.request('made/up')),
      ])
    const expected = await refused(plain)
    expect(expected).toContainEqual(expect.objectContaining({ code: expect.anything() }))
    const options = { owner: 'host', maxAttempts: 3, deadlineMs: 10_000 }
    expect(await recover(options, () => refused(instrumented))).toEqual(expected)
    await plain.session.close()
    await instrumented.session.close()
  })
})
