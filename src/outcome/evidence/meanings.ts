import { snakeKey } from './key-words.ts'
import { FLAGS, LISTS, type Names, NUMBERS, OBJECTS, type Role, TEXTS } from './vocabulary.ts'

/** What one key of a result says, where that is known from its name and the kind of its value. */
export interface Meaning {
  readonly role: Role
  /** Factor to the unit of the role: an age in seconds times 1,000 is one in milliseconds. */
  readonly scale?: number
}

/** Words in the name of a number that say that things were looked at. */
const LOOKED_AT = new Set([
  'scanned',
  'searched',
  'examined',
  'considered',
  'inspected',
  'collected',
  'checked',
  'evaluated',
  'visited',
  'sampled',
])
/** Last words of a number's name that say that parts went wrong: `rows_failed` does, `failed_jobs` does not. */
const WENT_WRONG = new Set(['failed', 'error', 'errors', 'errored', 'unreadable', 'unreachable'])
const UNIT_SCALE: Readonly<Record<string, number>> = {
  ms: 1,
  millis: 1,
  milliseconds: 1,
  s: 1000,
  sec: 1000,
  secs: 1000,
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
}

function numberMeaning(snake: string): Meaning | undefined {
  const named = NUMBERS[snake]
  if (named !== undefined) return { role: named }
  const words = snake.split('_')
  const last = words.at(-1) ?? ''
  const scale = UNIT_SCALE[last]
  if (scale !== undefined) {
    if (words.includes('ttl') || (words.includes('max') && words.includes('age')))
      return { role: 'maxAgeMs', scale }
    if (words.includes('age')) return { role: 'ageMs', scale }
    return undefined
  }
  if (words.some((word) => LOOKED_AT.has(word))) return { role: 'scanned' }
  if (words.length > 1 && WENT_WRONG.has(last)) return { role: 'failedParts' }
  return undefined
}

function tableMeaning(key: string, table: Names): Meaning | undefined {
  const role = table[snakeKey(key)]
  return role === undefined ? undefined : { role }
}

/** Remembered answers are bounded: keys of data may be ids, without end. */
const MEMORY_LIMIT = 2048

function remembered(read: (key: string) => Meaning | undefined): (key: string) => Meaning | undefined {
  const memory = new Map<string, Meaning | undefined>()
  return (key) => {
    const known = memory.get(key)
    if (known !== undefined || memory.has(key)) return known
    const found = read(key)
    if (memory.size < MEMORY_LIMIT) memory.set(key, found)
    return found
  }
}

/** What the key of a number says. */
export const numberKey = remembered((key) => numberMeaning(snakeKey(key)))
/** What the key of a text says. */
export const textKey = remembered((key) => tableMeaning(key, TEXTS))
/** What the key of a boolean says. */
export const flagKey = remembered((key) => tableMeaning(key, FLAGS))
/** What the key of a list says. */
export const listKey = remembered((key) => tableMeaning(key, LISTS))
/** What the key of an object says. */
export const objectKey = remembered((key) => tableMeaning(key, OBJECTS))
