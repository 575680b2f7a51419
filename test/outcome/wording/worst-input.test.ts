import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { classifyValue } from '../../../src/outcome/classify-value.ts'
import { textResult } from '../../support/tool-results.ts'

const LENGTH = 200_000

/** Long texts that make a careless expression go back and forth. */
const WORST: readonly string[] = [
  'no '.repeat(LENGTH / 3),
  `no ${'a'.repeat(LENGTH)}`,
  'a '.repeat(LENGTH / 2),
  ' '.repeat(LENGTH),
  '\n'.repeat(LENGTH),
  '{'.repeat(LENGTH),
  '['.repeat(LENGTH),
  '"'.repeat(LENGTH),
  '<'.repeat(LENGTH),
  '<a>\n{'.repeat(LENGTH / 6),
  '```\n{'.repeat(LENGTH / 6),
  '{"status":"found",'.repeat(LENGTH / 18),
  '{"errorCategory":{'.repeat(LENGTH / 18),
  '[truncated'.repeat(LENGTH / 10),
  '(truncated '.repeat(LENGTH / 11),
  '1,111'.repeat(LENGTH / 5),
  '1 of 1 '.repeat(LENGTH / 7),
  'all 1 of '.repeat(LENGTH / 9),
  'error '.repeat(LENGTH / 6),
  `Error${' a'.repeat(LENGTH / 2)}`,
  `<!DOCTYPE html>${'<title '.repeat(LENGTH / 7)}`,
  `<html>${' bot challenge'.repeat(LENGTH / 14)}`,
  '| a '.repeat(LENGTH / 4),
  'a,'.repeat(LENGTH / 2),
  '*'.repeat(LENGTH),
  '🔍'.repeat(LENGTH / 2),
  '\u200b'.repeat(LENGTH),
  '# a\n'.repeat(LENGTH / 4),
  'aucun '.repeat(LENGTH / 6),
  '- a\n---\n'.repeat(LENGTH / 8),
]

/** A generous bound, for the best of three: it is there to catch what grows with the square of the length. */
const LIMIT_MS = 80

function bestMs(run: () => unknown): number {
  let bestMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round++) {
    const startMs = performance.now()
    run()
    bestMs = Math.min(bestMs, performance.now() - startMs)
  }
  return bestMs
}

describe('texts that make expressions slow', () => {
  it.each(WORST.map((text) => [text.slice(0, 24), text] as const))(
    '%j is read in bounded time',
    (_start, text) => {
      for (const part of [text, text.slice(0, 2000), text.slice(0, 600), text.slice(0, 240)]) {
        for (const run of [
          () => classifyResult(textResult(part), { effect: 'read' }),
          () => classifyResult({ ...textResult(part), isError: true }, { effect: 'write' }),
          () => classifyValue({ result: part }, { effect: 'read' }),
        ]) {
          expect(bestMs(run)).toBeLessThan(LIMIT_MS)
        }
      }
    },
  )

  it('many keys, many blocks and deep nesting are bounded as well', () => {
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at]))
    const blocks = textResult(...Array.from({ length: 50_000 }, () => '{"a":1}'))
    let deep: unknown = []
    for (let depth = 0; depth < 5000; depth++) deep = { data: deep }
    for (const run of [() => classifyValue(keys), () => classifyResult(blocks), () => classifyValue(deep)]) {
      expect(bestMs(run)).toBeLessThan(LIMIT_MS)
    }
  })

  it('no expression of ours repeats without a bound inside a repetition', () => {
    const folder = join(import.meta.dirname, '../../../src/outcome')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    )
    const nested = files.filter((file) =>
      /\([^()\n]*[\w\])][+*]\)[+*]/.test(readFileSync(join(folder, file), 'utf8')),
    )
    expect(nested).toEqual([])
  })
})
