import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { classifyError, classifyValue, type Outcome } from 'toolspan'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as allOrNothing from '../../examples/outcomes/all-or-nothing.ts'
import * as bareEmpty from '../../examples/outcomes/bare-empty.ts'
import * as blindWrite from '../../examples/outcomes/blind-write.ts'
import * as cutList from '../../examples/outcomes/cut-list.ts'
import * as defaultValue from '../../examples/outcomes/default-value.ts'
import * as droppedSource from '../../examples/outcomes/dropped-source.ts'
import * as errorAsText from '../../examples/outcomes/error-as-text.ts'
import * as errorInJson from '../../examples/outcomes/error-in-json.ts'
import { stockLevel } from '../../examples/outcomes/own-statements.ts'
import * as undatedCache from '../../examples/outcomes/undated-cache.ts'
import * as wordlessError from '../../examples/outcomes/wordless-error.ts'
import { EMPTY_REASONS, RESULT_STATUSES } from '../../src/semconv/attributes/result.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'
import { ROOT } from './built.ts'
import { codeBlocks, snippetsOf } from './readme-blocks.ts'

const page = readFileSync(join(ROOT, 'docs/outcomes.md'), 'utf8')
const snippets = new Map(
  readdirSync(join(ROOT, 'examples/outcomes')).flatMap((name) => [
    ...snippetsOf(readFileSync(join(ROOT, 'examples/outcomes', name), 'utf8')),
  ]),
)

const refused = async (): Promise<never> => {
  throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
}
const TWO_HOURS_MS = 7_200_000

interface Mistake {
  readonly effect: 'read' | 'write'
  before(): unknown
  after(): unknown
}

const twice = <Args extends readonly unknown[]>(
  { before, after }: { before(...args: Args): unknown; after(...args: Args): unknown },
  effect: Mistake['effect'],
  ...args: Args
): Mistake => ({ effect, before: () => before(...args), after: () => after(...args) })

const cached = { prices: [12], readAt: new Date(Date.now() - TWO_HOURS_MS) }
const shops = [
  { name: 'north', search: async () => [{ id: 1 }] },
  { name: 'south', search: refused },
]
const readChapter = (chapter: number) => (chapter === 2 ? refused() : Promise.resolve('Call me Ishmael.'))
const payments = { refund: () => Promise.reject(new DOMException('no answer', 'TimeoutError')) }

const MISTAKES: Readonly<Record<string, Mistake>> = {
  'bare-empty': twice(bareEmpty, 'read', { size: 1204, find: () => [] }, 'active'),
  'error-as-text': twice(errorAsText, 'read', refused, 'https://shop.example/'),
  'error-in-json': twice(errorInJson, 'write', { balance: 5 }, 10),
  'default-value': twice(defaultValue, 'read', refused),
  'dropped-source': twice(droppedSource, 'read', shops, 'maps'),
  'all-or-nothing': twice(allOrNothing, 'read', readChapter, 3),
  'blind-write': twice(blindWrite, 'write', payments, 'A1'),
  'cut-list': twice(cutList, 'read', [1, 2, 3]),
  'undated-cache': twice(undatedCache, 'read', cached),
  'wordless-error': twice(wordlessError, 'read', 'closed'),
}

/** What a call came to: its outcome and the text that the model reads. */
async function run(
  effect: Mistake['effect'],
  call: () => unknown,
): Promise<{ outcome: Outcome; text: unknown }> {
  try {
    const value = await call()
    const [block]: readonly { text?: string }[] = Reflect.get(Object(value), 'content') ?? []
    return { outcome: classifyValue(value, { effect }), text: block?.text?.split('\n')[0] }
  } catch (error) {
    return { outcome: classifyError(error, { effect }), text: undefined }
  }
}

/** An outcome in the words of the page. */
function seenAs(outcome: Outcome): string {
  const { status, category, retryable, coverage, freshness, fallback, partialCount, total } = outcome
  const parts = [`\`${status}\``]
  if (status === 'failed' || status === 'indeterminate') {
    parts.push(category === undefined ? 'no category' : `\`${category}\``)
    parts.push(
      retryable === undefined
        ? 'nobody knows whether to repeat it'
        : retryable
          ? 'may be repeated'
          : 'not to be repeated',
    )
  } else parts.push(`coverage \`${coverage.status}\``)
  if (total !== undefined) parts.push(`of ${total}`)
  if (freshness.status !== 'unknown') parts.push(`\`${freshness.status}\``)
  if (fallback === true) parts.push('a stand-in')
  if (partialCount !== undefined) parts.push(`${partialCount} kept`)
  return parts.join(', ')
}

describe('docs/outcomes.md', () => {
  it('shows code that stands in an example, word for word, and all of it', () => {
    const shown = codeBlocks(page).filter(({ language }) => language === 'ts')
    for (const { code } of shown) expect([...snippets.values()]).toContain(code)
    for (const [name, code] of snippets)
      expect(
        shown.map((block) => block.code),
        name,
      ).toContain(code)
  })

  it('shows each of the ten mistakes before and after', () => {
    expect(Object.keys(MISTAKES).length).toBe(10)
    for (const name of Object.keys(MISTAKES)) {
      expect(snippets.has(`${name}-before`) && snippets.has(`${name}-after`), name).toBe(true)
      expect(page).toContain(`(../examples/outcomes/${name}.ts)`)
    }
  })

  it.each(Object.entries(MISTAKES))(
    'REQ-9 REQ-12 says what %s comes to',
    async (name, { effect, before, after }) => {
      const [, section = ''] = page.split(`examples/outcomes/${name}.ts`)
      const [own = ''] = section.split(/\n##/)
      const wrong = await run(effect, before)
      const right = await run(effect, after)
      expect(own).toContain(`Before: ${seenAs(wrong.outcome)}.`)
      expect(own).toContain(`After: ${seenAs(right.outcome)}.`)
      expect(right.outcome.source).toBe('declared')
      // The age in the words of the cached answer changes with the clock.
      if (name === 'undated-cache') return
      const quoted = [...own.matchAll(/^> (.*)$/gm)].map(([, line = '']) => line)
      expect(quoted.join(' ')).toBe(right.text)
    },
  )

  it('names every status and every reason of an empty answer', () => {
    for (const status of RESULT_STATUSES) expect(page).toContain(`| \`${status}\` |`)
    for (const reason of EMPTY_REASONS) expect(page).toContain(`\`${reason}\``)
  })
})

describe('what a team says about tools that it cannot change', () => {
  let otel: TestOtel
  beforeAll(() => {
    otel = registerOtel()
  })
  afterEach(() => otel.reset())
  afterAll(unregisterOtel)

  it('stands on the span', () => {
    stockLevel('bolt')
    expect(otel.span('execute_tool stock_level').attributes).toMatchObject({
      'toolspan.result.status': 'found_none',
      'toolspan.result.scanned': 40,
      'toolspan.coverage.status': 'complete',
    })
  })
})
