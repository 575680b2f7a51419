import { readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { SEVERITIES, type Severity } from '../semconv/attributes/finding.ts'
import type { Finding } from '../tail/findings/finding.ts'
import { jsonFaultAt } from './input/json-fault.ts'
import { parseJson } from './input/json-text.ts'
import { sourceFault } from './input/source.ts'
import { severityRank } from './render/severity.ts'

/** A problem that was there when the baseline was written. Traces have new ids every day: a problem is no finding. */
const knownProblem = z.strictObject({
  rule: z.string(),
  /** The worst one; a worse one is new. */
  severity: z.enum(SEVERITIES),
  service: z.string(),
  agent: z.string().optional(),
  /** The tool; without one, what the first piece of evidence is called. */
  subject: z.string(),
})

const baselineFile = z.strictObject({ toolspanBaseline: z.literal(1), known: z.array(knownProblem) })

type KnownProblem = z.infer<typeof knownProblem>

/** What was known before. */
export interface Baseline {
  knows(finding: Finding): boolean
}

/** Reads a baseline, or says what is wrong with the file. */
export function readBaseline(path: string): Baseline | { readonly fault: string } {
  try {
    const text = readFileSync(path, 'utf8')
    const parsed = parseJson(text)
    if ('fault' in parsed) return { fault: `${path}:${placeOf(text)}: ${parsed.fault}` }
    const read = baselineFile.safeParse(parsed.value)
    if (read.success) return baselineOf(read.data.known)
    const [issue] = read.error.issues
    const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
    return { fault: `${path}: is no baseline of toolspan: ${where}${issue?.message ?? ''}` }
  } catch (error) {
    return { fault: `${path}: ${sourceFault(error)}` }
  }
}

/** Where a text stops being JSON: line and column. */
function placeOf(text: string): string {
  const before = text.slice(0, jsonFaultAt(text) ?? 0).split('\n')
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
}

/** Writes the problems behind the findings, one each, in an order that does not change from day to day. */
export function writeBaseline(
  path: string,
  findings: readonly Finding[],
): Baseline | { readonly fault: string } {
  const byKey = new Map<string, KnownProblem>()
  for (const finding of findings) {
    const known = byKey.get(keyOf(finding))
    if (known === undefined || isWorse(finding.severity, known.severity))
      byKey.set(keyOf(finding), problemOf(finding))
  }
  const known = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, problem]) => problem)
  try {
    writeFileSync(path, `${JSON.stringify({ toolspanBaseline: 1, known }, undefined, 2)}\n`)
    return baselineOf(known)
  } catch (error) {
    return { fault: `${path}: ${sourceFault(error)}` }
  }
}

function baselineOf(known: readonly KnownProblem[]): Baseline {
  const worst = new Map(known.map((problem) => [keyOfProblem(problem), problem.severity]))
  return {
    knows(finding) {
      const severity = worst.get(keyOf(finding))
      return severity !== undefined && !isWorse(finding.severity, severity)
    },
  }
}

/** What stays the same where the same thing goes wrong again. */
export function keyOf(finding: Finding): string {
  return keyOfProblem(problemOf(finding))
}

function keyOfProblem({ rule, service, agent, subject }: KnownProblem): string {
  return JSON.stringify([rule, service, agent ?? '', subject])
}

function problemOf({ rule, severity, origin, evidence, operation }: Finding): KnownProblem {
  return {
    rule,
    severity,
    service: origin.service,
    ...(origin.agent === undefined ? {} : { agent: origin.agent }),
    subject: origin.tool ?? evidence[0]?.name ?? operation,
  }
}

function isWorse(one: Severity, other: Severity): boolean {
  return severityRank(one) > severityRank(other)
}
