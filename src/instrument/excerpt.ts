import { ownKeys } from '../outcome/evidence/own-keys.ts'
import { isBinary, sizeOf } from '../outcome/evidence/size.ts'

/** How many characters of JSON may still come. */
interface Budget {
  left: number
}

/**
 * A copy of as much of a value as its first `length` characters of JSON need, so that a long list is not made into
 * text for the sake of its beginning. Binary data is named by its size.
 * @throws TypeError for a value that holds itself, as `JSON.stringify` does
 */
export function excerpt(value: unknown, length: number): unknown {
  return copied(value, '', { left: length }, [])
}

function copied(raw: unknown, key: string, budget: Budget, path: object[]): unknown {
  budget.left--
  if (typeof raw === 'string') return cut(raw, budget)
  if (typeof raw !== 'object' || raw === null) return raw
  if (isBinary(raw)) return cut(`<${sizeOf(raw)} bytes>`, budget)
  const value = plainOf(raw, key)
  if (typeof value === 'string') return cut(value, budget)
  if (typeof value !== 'object' || value === null) return value
  if (path.includes(value))
    throw new TypeError('Expected a value that does not hold itself, got one that does')
  path.push(value)
  const copy = Array.isArray(value) ? listOf(value, budget, path) : objectOf(value, budget, path)
  path.pop()
  return copy
}

function cut(text: string, budget: Budget): string {
  const kept = text.slice(0, Math.max(0, budget.left) + 1)
  budget.left -= kept.length
  return kept
}

/** What JSON makes of an object first: a date is a text. */
function plainOf(value: object, key: string): unknown {
  const toJson: unknown = Reflect.get(value, 'toJSON')
  if (typeof toJson === 'function') return Reflect.apply(toJson, value, [key])
  // A boxed text or number.
  return value instanceof String || value instanceof Number || value instanceof Boolean
    ? value.valueOf()
    : value
}

function listOf(list: readonly unknown[], budget: Budget, path: object[]): unknown[] {
  const copy: unknown[] = []
  for (let index = 0; index < list.length && budget.left >= 0; index++) {
    copy.push(copied(list[index], String(index), budget, path))
  }
  return copy
}

function objectOf(object: object, budget: Budget, path: object[]): object {
  const copy: Record<string, unknown> = Object.create(null)
  for (const key of ownKeys(object)) {
    if (budget.left < 0) break
    const value: unknown = Reflect.get(object, key)
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue
    budget.left -= key.length
    copy[key] = copied(value, key, budget, path)
  }
  return copy
}
