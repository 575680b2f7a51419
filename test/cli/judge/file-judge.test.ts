import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { BytesBlock } from '../../../src/cli/input/block.ts'
import { type BlockReport, createFileJudge, type FileJudge } from '../../../src/cli/judge/file-judge.ts'
import type { SpanInput } from '../../../src/tail/facts/span-input.ts'
import type { Finding } from '../../../src/tail/findings/finding.ts'
import { createJudge } from '../../../src/tail/judge.ts'
import { otlpOf } from '../../support/otlp-of-spans.ts'
import { loadTraceCases, spansOfCase } from '../../support/trace-cases.ts'

const CASES = loadTraceCases()
const judges: FileJudge[] = []

afterEach(async () => {
  for (const judge of judges.splice(0)) await judge.close()
})

function judgeWith(threads: number, aloneBytes: number) {
  const reports: BlockReport[] = []
  const judge = createFileJudge({ onBlock: (report) => reports.push(report), threads, aloneBytes })
  judges.push(judge)
  return { judge, reports }
}

/** Spans as lines of OTLP/JSON, so many on each. */
function linesOf(spans: readonly SpanInput[], spansALine: number): string[] {
  const lines: string[] = []
  for (let at = 0; at < spans.length; at += spansALine)
    lines.push(JSON.stringify(otlpOf(spans.slice(at, at + spansALine))))
  return lines
}

function blockOf(lines: readonly string[], firstLine: number): BytesBlock {
  return { kind: 'lines', at: firstLine, bytes: new Uint8Array(new TextEncoder().encode(lines.join('\n'))) }
}

async function judgeLines(lines: readonly string[], threads = 0, aloneBytes = 0, linesABlock = 3) {
  const { judge, reports } = judgeWith(threads, aloneBytes)
  for (let at = 0; at < lines.length; at += linesABlock)
    await judge.read('a.jsonl', blockOf(lines.slice(at, at + linesABlock), at + 1))
  return { ...(await judge.finish()), reports }
}

function inMemory(spans: readonly SpanInput[]): readonly Finding[] {
  const judge = createJudge()
  for (const span of spans) judge.add(span)
  return judge.findings()
}

test('it finds in each case what the judge in memory finds', async () => {
  for (const testCase of CASES) {
    const spans = spansOfCase(testCase)
    const { findings } = await judgeLines(linesOf(spans, 2))
    expect(
      findings.map(({ finding }) => finding),
      testCase.name,
    ).toEqual(inMemory(spans))
  }
})

test('spans of many runs in any order, some of them twice, give what the judge in memory gives', async () => {
  const all = CASES.flatMap(spansOfCase)
  const expected = inMemory(all)
  await fc.assert(
    fc.asyncProperty(
      fc.infiniteStream(fc.nat()),
      fc.integer({ min: 1, max: 40 }),
      async (chance, spansALine) => {
        const twice = all.filter(() => (chance.next().value ?? 0) % 10 === 0)
        const shuffled = [...all, ...twice]
          .map((span) => ({ span, key: chance.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ span }) => span)
        const { findings, spans } = await judgeLines(linesOf(shuffled, spansALine))
        expect(spans).toBe(all.length)
        expect(findings.map(({ finding }) => finding)).toEqual(expected)
      },
    ),
    { numRuns: 15 },
  )
})

test('several threads find the same as one, and tell of blocks in their order', async () => {
  const all = CASES.flatMap(spansOfCase)
  const lines = linesOf(all, 20)
  lines.splice(5, 0, 'no JSON')
  lines.splice(20, 0, '{"resourceSpans":7}')
  const one = await judgeLines(lines, 0)
  const several = await judgeLines(lines, 2, 2000)
  expect(several.findings).toEqual(one.findings)
  expect(several.traces).toBe(one.traces)
  const problems = several.reports.flatMap((report) => report.problems)
  expect(problems).toEqual([
    { where: { line: 6 }, message: expect.stringContaining('not JSON') },
    { where: { line: 21 }, message: 'resourceSpans: expected an array, got 7' },
  ])
  expect(problems).toEqual(one.reports.flatMap((report) => report.problems))
})

test('a run that is spread over traces by its id is judged as one, wherever its traces are kept', async () => {
  const spans = Array.from({ length: 400 }, (_, index): SpanInput => {
    const id = index.toString(16)
    return {
      traceId: `a${id}`.padStart(32, '0'),
      spanId: `b${id}`.padStart(16, '0'),
      name: 'execute_tool search',
      kind: 'internal',
      scope: 'test',
      service: 'agent',
      startMs: 1_768_467_600_000 + index * 100,
      endMs: 1_768_467_600_050 + index * 100,
      failed: false,
      attributes: {
        'toolspan.run.id': `run-${index % 50}`,
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'search',
        'toolspan.operation.fingerprint': 'abc',
        'toolspan.result.status': 'found_none',
        'toolspan.coverage.status': 'complete',
      },
      events: [],
      links: [],
    }
  })
  const expected = inMemory(spans)
  expect(expected.length).toBeGreaterThan(0)
  const { findings, traces } = await judgeLines(linesOf(spans, 7), 2, 20_000)
  expect(findings.map(({ finding }) => finding)).toEqual(expected)
  expect(traces).toBe(400)
})

test('a finding is placed at the line of its anchor, a request in protobuf at its byte', async () => {
  const [testCase] = CASES.filter(({ expect: expected }) => expected.length > 0)
  if (testCase === undefined) throw new Error('no case expects a finding')
  const lines = linesOf(spansOfCase(testCase), 1)
  const { findings } = await judgeLines(lines, 0, 0, 2)
  for (const { finding, source, where } of findings) {
    const line = lines.findIndex((text) => text.includes(`"spanId":"${finding.spanIds[0]}"`)) + 1
    expect({ source, where }).toEqual({ source: 'a.jsonl', where: { line } })
  }
})

test('nothing read is nothing found', async () => {
  const { judge } = judgeWith(2, 0)
  expect(await judge.finish()).toEqual({ traces: 0, spans: 0, findings: [] })
})

test('what is noted between blocks is told in its place', async () => {
  const { judge, reports } = judgeWith(2, 0)
  const lines = linesOf(CASES.flatMap(spansOfCase), 50)
  await judge.read('a.jsonl', blockOf(lines, 1))
  judge.fault('a.jsonl', { line: 900 }, 'the line is too long to be read')
  await judge.read('b.jsonl', blockOf(['bad'], 1))
  await judge.finish()
  expect(reports.map(({ source, problems }) => [source, problems.length])).toEqual([
    ['a.jsonl', 0],
    ['a.jsonl', 1],
    ['b.jsonl', 1],
  ])
})

test('a line that turns out odd behind some of its spans counts each of them once', async () => {
  const [testCase] = CASES
  const spans = testCase === undefined ? [] : spansOfCase(testCase)
  const [line = ''] = linesOf(spans, spans.length)
  const oddKind = line.replace(/"kind":\d(?!.*"kind")/, '"kind":null')
  expect(oddKind).not.toBe(line)
  const { spans: count, findings, reports } = await judgeLines([oddKind, oddKind])
  expect(count).toBe(spans.length)
  expect(reports.map((report) => report.spans)).toEqual([2 * spans.length])
  expect(findings.length).toBe(inMemory(spans).length)
})
