import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readOtlpJson } from '../../src/tail/facts/otlp-json.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import type { Finding } from '../../src/tail/findings/finding.ts'

export const CASES_FOLDER = fileURLToPath(new URL('../cases/handed/', import.meta.url))

export interface ExpectedFinding {
  readonly rule: string
  /** Short ids, the anchor first; where none are given, any span will do. */
  readonly spans?: readonly string[]
  readonly severity: string
  readonly attempts?: number
  readonly layers?: number
  readonly amplification?: number
  readonly resets?: number
  readonly recovered?: boolean
}

export interface TraceCase {
  readonly name: string
  readonly about: string
  readonly spans: readonly CaseSpan[]
  readonly expect: readonly ExpectedFinding[]
  readonly forbid: readonly string[]
}

interface CaseSpan {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
}

interface CaseTools {
  toOtlp(testCase: TraceCase): unknown
  spanIdOf(caseName: string, spanId: string): string
}

const tools: CaseTools = await import(pathToFileURL(`${CASES_FOLDER}to-otlp.mjs`).href)

/** Every handed trace case. Throws, saying where they should be, when they are missing. */
export function loadTraceCases(): TraceCase[] {
  const folder = `${CASES_FOLDER}traces/`
  if (!existsSync(folder)) throw new Error(`the trace cases are missing: expected them in ${folder}`)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(folder + file, 'utf8')) as TraceCase)
}

/** A case as one request in OTLP/JSON. */
export function requestOfCase(testCase: TraceCase): unknown {
  return tools.toOtlp(testCase)
}

/** The spans of a case by the way that any file takes: OTLP/JSON. */
export function spansOfCase(testCase: TraceCase): SpanInput[] {
  const spans: SpanInput[] = []
  readOtlpJson(requestOfCase(testCase), {
    span: (span) => spans.push(span),
    problem: (problem) => {
      throw problem
    },
  })
  return spans
}

/** What is wrong with `findings` by the case's own account, for the rules that exist. */
export function judgeCase(
  testCase: TraceCase,
  findings: readonly Finding[],
  rules: ReadonlySet<string>,
): string[] {
  const shortIds = new Map(testCase.spans.map(({ id }) => [tools.spanIdOf(testCase.name, id), id]))
  const idsOf = (finding: Finding) => finding.spanIds.map((id) => shortIds.get(id) ?? id)
  const left = [...findings]
  const problems: string[] = []
  for (const expected of testCase.expect) {
    if (!rules.has(expected.rule)) continue
    const index = left.findIndex((finding) => fulfils(finding, idsOf(finding), expected))
    if (index < 0) problems.push(`missing ${JSON.stringify(expected)}`)
    else left.splice(index, 1)
  }
  for (const finding of left) {
    const ids = idsOf(finding)
    const isExpected = testCase.expect.some(
      ({ rule, spans = [] }) =>
        rule === finding.rule && (ids.includes(spans[0] ?? '') || ids.every((id) => spans.includes(id))),
    )
    const isForbidden =
      testCase.forbid.includes(finding.rule) || (testCase.forbid.includes('*') && finding.severity !== 'info')
    if (!isExpected && isForbidden)
      problems.push(`forbidden ${finding.rule}: ${finding.summary} (${ids.join(', ')})`)
  }
  return problems
}

function fulfils(finding: Finding, ids: readonly string[], expected: ExpectedFinding): boolean {
  return (
    finding.rule === expected.rule &&
    finding.severity === expected.severity &&
    (expected.spans?.[0] === undefined || ids.includes(expected.spans[0])) &&
    isSame(finding.attempts, expected.attempts) &&
    isSame(finding.layers?.length, expected.layers) &&
    isSame(finding.amplification, expected.amplification) &&
    isSame(finding.resets, expected.resets) &&
    isSame(finding.recovered, expected.recovered)
  )
}

function isSame<T>(got: T | undefined, expected: T | undefined): boolean {
  return expected === undefined || got === expected
}
