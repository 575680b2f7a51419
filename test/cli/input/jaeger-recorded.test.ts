import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDocument } from '../../../src/cli/input/document.ts'
import type { SpanInput } from '../../../src/tail/facts/span-input.ts'
import { createJudge } from '../../../src/tail/judge.ts'
import { RECORDED_CASES } from '../../fixtures/jaeger/recorded-cases.ts'
import { loadTraceCases, spansOfCase } from '../../support/trace-cases.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/jaeger')
const documentsOf = (file: string): unknown[] =>
  file.endsWith('page.json')
    ? [JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))]
    : readFileSync(join(FOLDER, file), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))

function findingsOf(spans: readonly SpanInput[]) {
  const judge = createJudge()
  for (const span of spans) judge.add(span)
  return judge.findings()
}

test.each(['page.json', 'v3.jsonl'])(
  'what a real Jaeger answers is judged like what was sent to it: %s',
  (file) => {
    const spans: SpanInput[] = []
    const problems: string[] = []
    for (const document of documentsOf(file))
      readDocument(document, {
        span: (span) => spans.push(span),
        problem: (message) => problems.push(message),
      })
    const sent = loadTraceCases()
      .filter(({ name }) => RECORDED_CASES.includes(name))
      .flatMap(spansOfCase)
    expect(problems).toEqual([])
    expect(spans).toHaveLength(sent.length)
    const expected = findingsOf(sent)
    expect(expected.length).toBeGreaterThan(3)
    expect(findingsOf(spans)).toEqual(expected)
  },
)
