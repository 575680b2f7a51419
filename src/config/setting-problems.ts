import * as z from 'zod'
import { described } from '../tail/facts/otlp-problem.ts'
import { nearestName } from './nearest-name.ts'
import type { SettingProblem } from './read-settings.ts'
import { RULE_IDS, settingsSchema, settingWords } from './settings.ts'

type Path = readonly (string | number)[]

/** What an issue of the schema means, in words that name path, what was expected and what came. */
export function describeProblem(issue: z.core.$ZodIssue, given: unknown): SettingProblem[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol')
  if (issue.code === 'unrecognized_keys') {
    const shape = shapeAt(path)
    // Only rules are keys that are known by name without being part of a shape.
    return issue.keys.map((key) =>
      shape === undefined
        ? unknownKey([...path, key], RULE_IDS, 'rule')
        : unknownKey([...path, key], Object.keys(shape)),
    )
  }
  if (issue.code === 'invalid_key') return [expectation(path, 'a name that is not empty', path.at(-1))]
  const got = valueAt(given, path)
  const words = wordsAt(path)
  const values = issue.code === 'invalid_value' ? issue.values.map(String) : []
  return [
    expectation(
      path,
      words ?? kindAt(path),
      got,
      typeof got === 'string' ? nearestName(got, values) : undefined,
    ),
  ]
}

function unknownKey(path: Path, keys: readonly string[], what = 'key'): SettingProblem {
  const nearest = nearestName(String(path.at(-1)), keys)
  const hint = nearest === undefined ? `known are ${keys.join(', ')}` : `did you mean ${nearest}?`
  return { path, message: `${nameOf(path)}: unknown ${what}; ${hint}` }
}

function expectation(path: Path, expected: string, got: unknown, nearest?: string): SettingProblem {
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`
  return { path, message: `${nameOf(path)}: expected ${expected}, got ${described(got)}${hint}` }
}

/** A path as people write it: `mutes[0].until`. */
function nameOf(path: Path): string {
  const name = path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`
    return before === '' ? part : `${before}.${part}`
  }, '')
  return name === '' ? 'the settings' : name
}

function schemaAt(path: Path): z.ZodType | undefined {
  let schema: unknown = settingsSchema
  for (const part of path) {
    const inner = unwrapped(schema)
    if (inner instanceof z.ZodObject) schema = inner.shape[part]
    else if (inner instanceof z.ZodRecord) schema = inner.valueType
    else if (inner instanceof z.ZodArray) schema = inner.element
    else return undefined
  }
  const found = unwrapped(schema)
  return found instanceof z.ZodType ? found : undefined
}

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema
}

function shapeAt(path: Path): object | undefined {
  const schema = schemaAt(path)
  return schema instanceof z.ZodObject ? schema.shape : undefined
}

function wordsAt(path: Path): string | undefined {
  const schema = schemaAt(path)
  return schema === undefined ? undefined : settingWords.get(schema)?.expected
}

function kindAt(path: Path): string {
  return schemaAt(path) instanceof z.ZodArray ? 'a list' : 'an object with keys and values'
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined),
    value,
  )
}
