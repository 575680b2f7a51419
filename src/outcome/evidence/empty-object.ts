import { ownKeys } from './own-keys.ts'
import { sizeOf } from './size.ts'

/** Whether an object holds nothing. One of a class that is not known is a value, also without a field to see. */
export function isEmptyObject(object: object): boolean {
  const size = sizeOf(object)
  if (size !== undefined) return size === 0
  return !hasOwnField(object) && isPlain(object) && Object.getOwnPropertySymbols(object).length === 0
}

/** Whether an object is read by its fields: no bytes, and no object of a class that shows none of its own. */
export function hasFields(object: object): boolean {
  return sizeOf(object) === undefined && (isPlain(object) || hasOwnField(object))
}

/** An object of no class, whichever realm it comes from. */
export function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function hasOwnField(object: object): boolean {
  return ownKeys(object).length > 0
}
