import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { classifyCase, loadResultCases } from '../../support/result-cases.ts'
import { textResult } from '../../support/tool-results.ts'

/** No expression reads more than this: joined text is cut there, and a single one earlier. */
const LONGEST_READ = 16_384
const LIMIT_MS = 60

const seen = new Map<string, RegExp>()
const originalExec = RegExp.prototype.exec

/** Every expression that src/outcome runs, by its source; the first use tells where it stands. */
function recordingExec(this: RegExp, text: string): RegExpExecArray | null {
  const key = `/${this.source}/${this.flags}`
  if (!seen.has(key) && new Error('where').stack?.includes('/src/outcome/')) seen.set(key, this)
  return originalExec.call(this, text)
}

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

beforeAll(() => {
  RegExp.prototype.exec = recordingExec
  try {
    for (const one of loadResultCases() ?? []) classifyCase(one)
    for (const text of [
      'no results',
      'Error: x',
      '<!doctype html><html>',
      'a,b',
      '| a |',
      '2 of 3 rows',
      'x'.repeat(700),
    ]) {
      classifyResult(textResult(text), { effect: 'read', tool: 'search' })
      classifyResult({ ...textResult(text), isError: true }, { effect: 'write', tool: 'search' })
      classifyError(new Error(text))
    }
  } finally {
    RegExp.prototype.exec = originalExec
  }
})
afterAll(() => {
  RegExp.prototype.exec = originalExec
})

describe('every expression that reads a result or an error', () => {
  it('is seen by this test', () => {
    expect(seen.size).toBeGreaterThan(100)
  })

  it('is bounded on its own worst input', { timeout: 120_000 }, () => {
    const slow: string[] = []
    for (const [key, expression] of seen) {
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
