import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, it, vi } from 'vitest'

/** No expression reads more than this: joined text is cut there, and a single one earlier. */
const LONGEST_READ = 16_384
const LIMIT_MS = 60

/** The expressions that src/outcome puts together when it is loaded; the hook has to be there before that. */
const built = vi.hoisted(() => {
  const found: RegExp[] = []
  globalThis.RegExp = new Proxy(RegExp, {
    construct(target, parts, maker) {
      const made = Reflect.construct(target, parts, maker)
      if (new Error('where').stack?.includes('/src/outcome/')) found.push(made)
      return made
    },
  })
  return found
})

const SOURCE = join(import.meta.dirname, '../../../src/outcome')
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)
const texts = files.map((file) => readFileSync(join(SOURCE, file), 'utf8'))
for (const file of files) await import(join(SOURCE, file))

/** The expressions that stand in a file, used or not. */
function literalsOf(node: unknown): RegExp[] {
  if (typeof node !== 'object' || node === null) return []
  const regex: unknown = Reflect.get(node, 'regex')
  if (typeof regex === 'object' && regex !== null) {
    return [new RegExp(String(Reflect.get(regex, 'pattern')), String(Reflect.get(regex, 'flags')))]
  }
  return Object.values(node).flatMap(literalsOf)
}

const literals = texts.flatMap((text) => literalsOf(parseAst(text, { lang: 'ts' })))
const all = new Map([...literals, ...built].map((one) => [`/${one.source}/${one.flags}`, one]))

/** Texts made of what an expression itself names, so that each of its parts gets going as often as it can. */
function worstFor({ source }: RegExp): string[] {
  const parts = source.match(/[A-Za-z]{2,}(?: [a-z]+)*/g) ?? []
  const pieces = [
    ...new Set(['a', ' ', '\n', '1', '1,', '-', '"', '<', '{', 'a ', 'A_', '.a', ': ', '\n\n', ...parts]),
  ]
  const texts = pieces.slice(0, 60).map((piece) => piece.repeat(Math.ceil(LONGEST_READ / piece.length)))
  for (const part of parts.slice(0, 20)) {
    texts.push(
      `${part} ${'a'.repeat(LONGEST_READ)}`,
      `${part} ${' '.repeat(LONGEST_READ)}`,
      `${part} ${'1'.repeat(LONGEST_READ)}`,
    )
  }
  return texts.map((text) => text.slice(0, LONGEST_READ))
}

function bestMs(run: () => unknown): number {
  let bestMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && bestMs > LIMIT_MS; round++) {
    const startMs = performance.now()
    run()
    bestMs = Math.min(bestMs, performance.now() - startMs)
  }
  return bestMs
}

describe('every expression that reads a result or an error', () => {
  it('is known to this test: those that are written down, and those that are put together', () => {
    const written = texts.join('\n').match(/\bnew RegExp\(/g)?.length ?? 0
    expect(built.length).toBeGreaterThanOrEqual(written)
    expect(literals.length).toBeGreaterThan(100)
  })

  it('is bounded on its own worst input', { timeout: 120_000 }, () => {
    const slow: string[] = []
    for (const [key, expression] of all) {
      const fresh = new RegExp(expression.source, expression.flags)
      for (const text of worstFor(expression)) {
        const tookMs = bestMs(() => {
          fresh.lastIndex = 0
          return fresh.test(text)
        })
        if (tookMs > LIMIT_MS)
          slow.push(`${key} took ${tookMs.toFixed(0)} ms on ${JSON.stringify(text.slice(0, 30))}`)
      }
    }
    expect(slow).toEqual([])
  })
})
