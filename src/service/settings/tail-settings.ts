import { nearestName } from '../../config/nearest-name.ts'
import { described } from '../../tail/facts/otlp-problem.ts'
import { isJsonObject } from '../../tail/facts/otlp-values.ts'
import { TAIL_KEYS, type TailKey, type TailKeyName, type TailValue } from './tail-keys.ts'

/** Where a setting may come from, the strongest first. */
export interface TailSources {
  /** By key. */
  readonly flags: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, string | undefined>>
  /** What stands under `tail` in the file. Absent where there is no file. */
  readonly file: { readonly value: unknown; readonly where: (key?: string) => string } | undefined
}

/** Settings of the service, complete but for those that need not be there. */
export interface TailSettings {
  /** A text; empty where it is not there. */
  text(name: TailKeyName): string
  /** A number. Throws a RangeError where the setting is none. */
  number(name: TailKeyName): number
}

export type TailSettingsRead = { readonly settings: TailSettings } | { readonly faults: readonly string[] }

export const TAIL_KEY_NAMES = Object.keys(TAIL_KEYS).filter(isKeyName)

/** The flag of a key, without the dashes: `http-port`. */
export function flagOf(name: TailKeyName): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** The variable of a key: `TOOLSPAN_TAIL_HTTP_PORT`. */
export function variableOf(name: TailKeyName): string {
  return `TOOLSPAN_TAIL_${flagOf(name).replaceAll('-', '_').toUpperCase()}`
}

/** Reads the settings from flags, environment and file, in this order. What is wrong is told with where it stands. */
export function readTailSettings(sources: TailSources): TailSettingsRead {
  const faults: string[] = []
  const values = new Map<TailKeyName, TailValue>()
  const file = fileOf(sources.file, faults)
  for (const name of TAIL_KEY_NAMES) {
    const { read, expected, default: usual } = keyOf(name)
    const found = placesOf(name, sources, file).find(([, given]) => given !== undefined && given !== '')
    const [place, given] = found ?? ['', usual]
    const value = given === undefined ? undefined : read(given)
    if (value !== undefined) values.set(name, value)
    else if (given !== undefined) faults.push(`${place}: expected ${expected}, got ${described(given)}`)
  }
  return faults.length > 0 ? { faults } : { settings: settingsOf(values) }
}

/** What is known of a key. */
export function keyOf(name: TailKeyName): TailKey {
  return TAIL_KEYS[name]
}

function placesOf(
  name: TailKeyName,
  { flags, env }: TailSources,
  { value, where }: FilePart,
): [place: string, given: unknown][] {
  return [
    [`--${flagOf(name)}`, flags[name]],
    [variableOf(name), env[variableOf(name)]],
    [`${where(name)}tail.${name}`, value[name] ?? undefined],
  ]
}

/** What is known to be an object. */
interface FilePart {
  readonly value: Readonly<Record<string, unknown>>
  readonly where: (key?: string) => string
}

function fileOf(file: TailSources['file'], faults: string[]): FilePart {
  const { value = {}, where = () => '' } = file ?? {}
  if (value === null) return { value: {}, where }
  if (!isJsonObject(value)) {
    faults.push(`${where()}tail: expected an object with keys and values, got ${described(value)}`)
    return { value: {}, where }
  }
  for (const name of Object.keys(value)) {
    if (isKeyName(name)) continue
    const nearest = nearestName(name, TAIL_KEY_NAMES)
    const hint = nearest === undefined ? `known are ${TAIL_KEY_NAMES.join(', ')}` : `did you mean ${nearest}?`
    faults.push(`${where(name)}tail.${name}: unknown key; ${hint}`)
  }
  return { value, where }
}

function settingsOf(values: ReadonlyMap<TailKeyName, TailValue>): TailSettings {
  return {
    text: (name) => String(values.get(name) ?? ''),
    number(name) {
      const value = values.get(name)
      if (typeof value !== 'number') throw new RangeError(`the setting ${name} is no number`)
      return value
    },
  }
}

function isKeyName(name: string): name is TailKeyName {
  return Object.hasOwn(TAIL_KEYS, name)
}
