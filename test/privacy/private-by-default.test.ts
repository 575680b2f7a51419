import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CaptureOptions } from '../../src/instrument/capture.ts'
import { ATTRIBUTE_GROUPS } from '../../src/semconv/attributes/index.ts'
import { GROUP_REASONS, TEXTS } from '../../src/semconv/leaving.ts'
import { ROOT } from '../examples/built.ts'
import { ATTRIBUTES } from '../semconv/declared-names.ts'
import type { Kit, Way } from '../support/mcp-kit.ts'
import { v1 } from '../support/mcp-kit-v1.ts'
import { v2, v2Modern } from '../support/mcp-kit-v2.ts'
import { marksIn, type Place } from './marks.ts'
import { playForeignSpans } from './play-foreign.ts'
import { playFunctions, playHooks, playHttp, playStatements } from './play-functions.ts'
import { playMcp } from './play-mcp.ts'
import { type Leaving, watchHost } from './what-leaves.ts'

const EVERY_SESSION: readonly (readonly [Kit, Way])[] = [v1, v2, v2Modern].flatMap((kit) => [
  [kit, 'memory'] as const,
  [kit, 'http'] as const,
])
const TWO_SESSIONS: readonly (readonly [Kit, Way])[] = [
  [v1, 'memory'],
  [v2Modern, 'http'],
]

/** Plays every scenario with the options; gives back all that left. */
async function playAll(options: CaptureOptions, sessions = TWO_SESSIONS): Promise<readonly Leaving[]> {
  const host = watchHost()
  try {
    for (const [kit, way] of sessions) await playMcp(host, kit, way, options)
    await playFunctions(options)
    await playStatements(v1)
    await playHttp(host.header)
    await playHooks(v1)
    playForeignSpans(host)
    return await host.leavings()
  } finally {
    await host.close()
  }
}

/** What holds a secret, as `by name: place`. */
function leaks(leavings: readonly Leaving[]): string[] {
  const found = leavings.flatMap(({ by, name, text }) =>
    marksIn(text).map((place) => `${by} ${name}: ${place}`),
  )
  return [...new Set(found)].sort()
}

const at = (where: string, ...places: readonly Place[]) => places.map((place) => `${where}: ${place}`)

/** Baggage is the host's: its propagator writes it into each message, as it does into HTTP headers. */
const BAGGAGE = at('meta meta', 'baggage')

describe('with nothing switched on', () => {
  let leavings: readonly Leaving[]
  beforeAll(async () => {
    leavings = await playAll({}, EVERY_SESSION)
  })

  test('no secret leaves, whatever happens', () => {
    expect(leaks(leavings)).toEqual(BAGGAGE)
  })

  test('spans have no status message, no events and no exceptions', () => {
    const parts = (name: string) => leavings.filter((each) => each.by === 'span' && each.name === name)
    expect(parts('status').filter(({ text }) => text.includes('message'))).toEqual([])
    expect(new Set(parts('events').map(({ text }) => text))).toEqual(new Set(['[]']))
  })

  test('nothing is printed', () => {
    expect(leavings.filter(({ by }) => by === 'output')).toEqual([])
  })

  test('only the origin that was named is told of a budget', () => {
    const headers = leavings.filter(({ by }) => by === 'header').map(({ text }) => text)
    expect(headers.map((text) => text !== 'null')).toEqual([true, true, false, false])
  })

  test('peers get a budget, and nothing else of ours', () => {
    const metas = leavings.filter(({ by }) => by === 'meta').map(({ text }) => text)
    const keys = metas.flatMap((text) => [...text.matchAll(/^ {2}'?([\w./-]+)'?: /gm)].map(([, key]) => key))
    expect([...new Set(keys)].filter((key) => !key?.startsWith('io.modelcontextprotocol/')).sort()).toEqual([
      'baggage',
      'progressToken',
      'toolspan/budget',
      'traceparent',
    ])
  })

  test('the scenarios do reach every way out', () => {
    const ways = new Set(leavings.map(({ by }) => by))
    expect([...ways].sort()).toEqual(['diag', 'finding', 'header', 'log', 'meta', 'metric', 'span'])
    const events = new Set(leavings.filter(({ name }) => name === 'event name').map(({ text }) => text))
    expect([...events].sort()).toEqual(['toolspan.call.open', 'toolspan.finding'])
    const bodies = leavings.filter(({ name }) => name === 'body').map(({ text }) => text)
    expect(bodies).toContainEqual(expect.stringContaining('GET api.test/v1/*/orders'))
  })
})

describe('docs/privacy.md', () => {
  const rows = [
    ...readFileSync(join(ROOT, 'docs/privacy.md'), 'utf8').matchAll(/^\| `([a-z_]+\.[\w.]+)` \|/gm),
  ].map(([, name = '']) => name)
  let seen: ReadonlySet<string>
  beforeAll(async () => {
    const everything = { captureArguments: true, captureResult: true, captureErrorDetail: true }
    const leavings = [...(await playAll({}, EVERY_SESSION)), ...(await playAll(everything))]
    const carriers = ['span', 'log', 'metric']
    seen = new Set(
      leavings.filter(({ by, name }) => carriers.includes(by) && name.includes('.')).map(({ name }) => name),
    )
  })

  test('has a row for each attribute that leaves', () => {
    expect([...seen].filter((name) => !rows.includes(name))).toEqual([])
  })

  test('has no row for an attribute that never leaves, but for those that only others set', () => {
    // The tail service is a process of its own, with its own tests.
    const others = new Set(['application', 'tail'])
    const setByOthers = ATTRIBUTES.filter(({ setBy }) => setBy.every((emitter) => others.has(emitter)))
    expect(rows.filter((name) => !seen.has(name))).toEqual(setByOthers.map(({ name }) => name))
  })

  test('has each row once, and says of every text what it holds', () => {
    expect(rows.filter((name, index) => rows.indexOf(name) !== index)).toEqual([])
    const texts = ATTRIBUTES.filter(({ type, values }) => type.startsWith('string') && values === undefined)
    expect(texts.map(({ name }) => name).sort()).toEqual(Object.keys(TEXTS).sort())
    expect(ATTRIBUTE_GROUPS.map(({ id }) => id).sort()).toEqual(Object.keys(GROUP_REASONS).sort())
  })

  test('says of every sensitive attribute that it is off', () => {
    const sensitive = ATTRIBUTES.filter((attribute) => attribute.sensitive)
    expect(sensitive.filter(({ name }) => !TEXTS[name]?.governedBy?.startsWith('**off**'))).toEqual([])
  })
})

describe('with one kind switched on, that kind leaves and nothing else:', () => {
  test('arguments, and the whole URI of a resource', async () => {
    const found = leaks(await playAll({ captureArguments: true }))
    expect(found).toEqual(
      [
        ...BAGGAGE,
        ...at('span gen_ai.tool.call.arguments', 'argument'),
        ...at('span mcp.resource.uri', 'uri-fragment', 'uri-password', 'uri-query', 'uri-token', 'uri-user'),
      ].sort(),
    )
  })

  test('results, of calls that went well', async () => {
    const found = leaks(await playAll({ captureResult: true })).filter((leak) => !BAGGAGE.includes(leak))
    expect(found.filter((leak) => !leak.startsWith('span gen_ai.tool.call.result: '))).toEqual([])
    expect(found).toContain('span gen_ai.tool.call.result: result')
    const notInResults: readonly Place[] = [
      'argument',
      'header',
      'auth',
      'error-cause',
      'hook',
      'prompt-argument',
    ]
    for (const place of notInResults) expect(found).not.toContain(`span gen_ai.tool.call.result: ${place}`)
  })

  test('error texts and the names of missing sources', async () => {
    const found = leaks(await playAll({ captureErrorDetail: true }))
    expect(found).toEqual(
      [
        ...BAGGAGE,
        ...at('span status', 'error-context', 'error-message', 'is-error-text'),
        ...at('span toolspan.coverage.missing', 'missing-source'),
        ...at('span toolspan.error.detail', 'error-context', 'error-message', 'is-error-text'),
      ].sort(),
    )
  })
})

describe('with everything switched on', () => {
  const everything = { captureArguments: true, captureResult: true, captureErrorDetail: true }

  test('the redactor sees every text first', async () => {
    const kinds = new Set<string>()
    const leavings = await playAll({
      ...everything,
      redact(value, { kind }) {
        kinds.add(kind)
        return JSON.stringify(value).replaceAll(/sk-live-[\w-]+/g, '***')
      },
    })
    expect(leaks(leavings)).toEqual(BAGGAGE)
    expect([...kinds].sort()).toEqual(['arguments', 'error_detail', 'result'])
    expect(leavings.some(({ text }) => text.includes('***'))).toBe(true)
  })

  test('a redactor that throws keeps everything in', async () => {
    const leavings = await playAll({
      ...everything,
      redact(value) {
        throw new Error(JSON.stringify(value))
      },
    })
    expect(leaks(leavings)).toEqual(BAGGAGE)
  })

  test('no text is longer than the limit', async () => {
    const leavings = await playAll({ ...everything, maxCapturedLength: 12 })
    const lengths = leavings
      .filter(
        ({ by, name }) =>
          by === 'span' &&
          ['gen_ai.tool.call.arguments', 'gen_ai.tool.call.result', 'toolspan.error.detail'].includes(name),
      )
      .map(({ text }) => text.length)
    expect(Math.max(...lengths)).toBe(12)
    const messages = leavings.flatMap(({ name, text }) =>
      name === 'status' ? [/message: '(.*)'/.exec(text)?.[1] ?? ''] : [],
    )
    expect(Math.max(...messages.map(({ length }) => length))).toBe(12)
    const missing = leavings.filter(({ name }) => name === 'toolspan.coverage.missing')
    expect(missing.map(({ text }) => text)).toContain("[ 'sk-live-miss' ]")
    expect(missing.filter(({ text }) => text.length > "[ 'sk-live-miss' ]".length)).toEqual([])
  })
})
