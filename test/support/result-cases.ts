import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { classifyError } from '../../src/outcome/classify-error.ts'
import { classifyResult } from '../../src/outcome/classify-result.ts'
import { classifyValue } from '../../src/outcome/classify-value.ts'
import type { About, Outcome } from '../../src/outcome/outcome.ts'

/** Where the handed cases lie: a copy, so that a clone can run them. */
export const CASES_DIR = join(import.meta.dirname, '../cases/handed/results')

/** Where our own lie, in the same form. */
export const OWN_CASES_DIR = join(import.meta.dirname, '../cases/own-results')

/** What a case expects; a key that is absent is open. `rules` and `forbidRules` are checked over spans elsewhere. */
export interface ResultExpectation {
  readonly rules?: readonly string[]
  readonly forbidRules?: readonly string[]
  readonly [key: string]: unknown
}

/** One shared case: a tool, what came back from it, and what that means. */
export interface ResultCase {
  readonly file: string
  readonly name: string
  readonly about: string
  readonly tool: About
  readonly input: { readonly result: unknown } | { readonly value: unknown } | { readonly thrown: ThrownCase }
  readonly expect: ResultExpectation
}

/** How a case writes down an error: every key that is not listed is a property of it. */
interface ThrownCase {
  readonly name: string
  readonly message: string
  readonly class?: string
  readonly cause?: ThrownCase
  readonly [property: string]: unknown
}

interface RawCase extends Omit<ResultCase, 'file' | 'tool'> {
  readonly tool: { readonly name: string } & Omit<About, 'tool'>
}

/** Every shared case; undefined when the folder is not there. */
export function loadResultCases(): readonly ResultCase[] | undefined {
  return existsSync(CASES_DIR) ? resultCasesIn(CASES_DIR) : undefined
}

/** The cases of a folder, by file. */
export function resultCasesIn(folder: string): readonly ResultCase[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const cases: RawCase[] = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      return cases.map(({ tool: { name, ...about }, ...rest }) => ({
        ...rest,
        file,
        tool: { tool: name, ...about },
      }))
    })
}

/** What the public reader for this kind of input makes of a case. */
export function classifyCase(testCase: ResultCase): Outcome {
  const { input, tool } = testCase
  if ('thrown' in input) return classifyError(thrownError(input.thrown), tool)
  return 'result' in input ? classifyResult(input.result, tool) : classifyValue(input.value, tool)
}

/** The error that a case describes, built with a class of the given name. */
export function thrownError({ name, message, class: className, cause, ...properties }: ThrownCase): Error {
  const Thrown = className === undefined ? Error : { [className]: class extends Error {} }[className]
  if (Thrown === undefined) throw new Error(`no class for ${name}`)
  const error = new Thrown(message, cause === undefined ? undefined : { cause: thrownError(cause) })
  Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true })
  return Object.assign(error, properties)
}

/** The keys of an outcome that a case expects otherwise, as "key: expected x, got y". */
export function caseDifferences(testCase: ResultCase): readonly string[] {
  const outcome = classifyCase(testCase)
  const differences: string[] = []
  for (const [key, expected] of Object.entries(testCase.expect)) {
    if (key === 'rules' || key === 'forbidRules') continue
    const got = statedBy(outcome, key)
    if (got !== expected)
      differences.push(`${key}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`)
  }
  return differences
}

function statedBy(outcome: Outcome, key: string): unknown {
  if (key === 'coverage') return outcome.coverage.status
  if (key === 'freshness') return outcome.freshness.status
  return Reflect.get(outcome, key)
}
