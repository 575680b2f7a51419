import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJsonScanner } from '../../../../src/tail/facts/scan/json-scanner.ts'
import { type Decide, looseJson } from '../../../support/loose-json.ts'
import { MADE_SPANS } from '../../../support/made-spans.ts'
import { otlpOf } from '../../../support/otlp-of-spans.ts'
import { readAsObject, scanned } from '../../../support/scanned.ts'
import { loadTraceCases, requestOfCase } from '../../../support/trace-cases.ts'

const FIXTURES = join(import.meta.dirname, '../../../fixtures')
const scanner = createJsonScanner()
const bytesOf = (text: string) => new TextEncoder().encode(text)

function decider(numbers: readonly number[]): Decide {
  let at = 0
  return (count) => (numbers[at++ % numbers.length] ?? 0) % count
}

const DECISIONS = fc.array(fc.nat(), { minLength: 1, maxLength: 200 }).map(decider)

/** What the scanner does not find odd is what the reader of objects reads, too. */
function expectEqual(text: string): boolean {
  const found = scanned(scanner, bytesOf(text))
  if (found === undefined) return false
  expect(found).toEqual(readAsObject(text))
  return true
}

test('it reads of every case what the reader of objects reads', () => {
  for (const testCase of loadTraceCases()) {
    const request = requestOfCase(testCase)
    expect(expectEqual(JSON.stringify(request)), testCase.name).toBe(true)
    expect(expectEqual(JSON.stringify(request, null, 2)), testCase.name).toBe(true)
  }
})

test('it reads of every recorded span what the reader of objects reads', () => {
  let read = 0
  for (const path of globSync(`${FIXTURES}/**/*.jsonl`)) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line.startsWith('{"resourceSpans"') && expectEqual(line)) read++
    }
  }
  expect(read).toBeGreaterThan(5)
})

test('it reads the same whatever the order of keys, the white space and the escapes', () => {
  let odd = 0
  fc.assert(
    fc.property(MADE_SPANS, DECISIONS, (spans, decide) => {
      const request = otlpOf(spans)
      const plain = JSON.stringify(request)
      const text = `{"resourceSpans":${looseJson(request.resourceSpans, decide)}}`
      const found = scanned(scanner, bytesOf(text))
      if (found === undefined) odd++
      else expect(found).toEqual(readAsObject(plain))
    }),
    { numRuns: 1000 },
  )
  expect(odd).toBeLessThan(100)
})

test('it never reads something else where bytes are changed', () => {
  fc.assert(
    fc.property(
      MADE_SPANS,
      DECISIONS,
      fc.array(fc.nat()),
      fc.uint8Array({ minLength: 1 }),
      (spans, decide, places, put) => {
        const bytes = bytesOf(looseJson(otlpOf(spans), decide))
        for (const [index, place] of places.entries())
          bytes[place % bytes.length] = put[index % put.length] ?? 0
        const found = scanned(scanner, bytes)
        if (found !== undefined) expect(found).toEqual(readAsObject(new TextDecoder().decode(bytes)))
      },
    ),
    { numRuns: 3000 },
  )
})

test.each([
  ['{}', 'nothing in it'],
  ['{"resourceSpans":[]}', 'no resource'],
  ['{"resourceSpans":[{"scopeSpans":[{"spans":[]}]}]} ', 'no span'],
  ['{"resourceSpans":[{"scopeSpans":[{"spans":[]}]}]}}', 'a brace too many'],
  ['{"resourceSpans":[],"resourceSpans":[]}', 'a member that comes twice'],
  ['{"resourceSpans":[{"scopeSpans":null}]}', 'null for a list'],
  ['[{"resourceSpans":[]}]', 'a list of requests'],
  ['{"resourceSpans":[{"a":01}]}', 'a number with a zero before it'],
  ['{"resourceSpans":[{"a":"\\x"}]}', 'an escape that is none'],
  ['{"resourceSpans":[{"a":tru}]}', 'half a word'],
  [`{"resourceSpans":[${'['.repeat(100_000)}`, 'brackets without end'],
  ['', 'nothing at all'],
])('it reads %s as the reader of objects does, or finds it odd: %s', (text) => {
  expectEqual(text)
})
