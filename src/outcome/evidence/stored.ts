import { isKeyed, type Keyed } from '../../self/keyed.ts'
import { isPlain } from './empty-object.ts'
import { ownKeys } from './own-keys.ts'
import { sizeOf } from './size.ts'
import { isUnread } from './unread.ts'

/** So many fields of one object, and items of one list, are looked at. */
const FIELDS_LIMIT = 1024
/** How deep objects of a class are looked for: a row in a list of an answer. What wraps answers is plain. */
const DEPTH_LIMIT = 2

/**
 * What stands for a value in which nothing is stored: its fields are worked out when somebody reads them, and that may
 * ask a database, or change something.
 */
export const COMPUTED = Symbol('computed')

/**
 * A value as it can be looked at without running code of the host's: the value itself where all that is in it is
 * stored there, else a copy of what is. A class may work out any member that it is asked for, so of its objects
 * only their own fields are taken. Collections, bytes and errors are read in ways of their own and stay as they are, and
 * so do objects of a class that keep what they hold to themselves: they are values, and nothing is known of them. What
 * has yet to be waited for or read stays as it is, too.
 */
export function stored(value: unknown): unknown {
  return isUnread(value) ? value : storedAt(value, 0)
}

function storedAt(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEPTH_LIMIT) return value
  if (Array.isArray(value)) return storedItems(value, depth)
  if (!isKeyed(value) || sizeOf(value) !== undefined || value instanceof Error) return value
  if (!isPlain(value)) return ownFields(value, depth)
  return depth === 0 ? storedFields(value) : value
}

/** The items of one list are of one kind: the first tells for all. */
function storedItems(items: readonly unknown[], depth: number): readonly unknown[] {
  const [first] = items
  if (!isKeyed(first) || storedAt(first, depth + 1) === first) return items
  return items.map((item, at) => (at < FIELDS_LIMIT ? storedAt(item, depth + 1) : item))
}

function storedFields(object: Keyed): unknown {
  const keys = ownKeys(object)
  for (let at = 0; at < keys.length && at < FIELDS_LIMIT; at++) {
    const field = Object.getOwnPropertyDescriptor(object, keys[at] ?? '')
    const isStored = field?.get === undefined && Object.is(storedAt(field?.value, 1), field?.value)
    if (!isStored) return copyOf(object, keys, 0)
  }
  return object
}

function ownFields(object: Keyed, depth: number): unknown {
  const keys = ownKeys(object)
  return keys.length === 0 ? object : copyOf(object, keys, depth)
}

function copyOf(object: Keyed, keys: readonly string[], depth: number): unknown {
  let copy: Record<string, unknown> | undefined
  for (let at = 0; at < keys.length && at < FIELDS_LIMIT; at++) {
    const key = keys[at] ?? ''
    const field = Object.getOwnPropertyDescriptor(object, key)
    if (field === undefined || field.get !== undefined) continue
    copy ??= {}
    copy[key] = storedAt(field.value, depth + 1)
  }
  return copy ?? COMPUTED
}
