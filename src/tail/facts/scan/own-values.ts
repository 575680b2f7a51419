import { READ_ATTRIBUTES } from '../attribute-table.ts'
import { DIALECT_NAMES } from '../dialects/names.ts'
import type { OwnField, OwnValue } from '../own-value.ts'

/** What some dialect takes for a field of a call's own, with the places of its attributes among those that are read. */
interface PlacedValue {
  readonly value: OwnValue
  readonly indexes: readonly number[]
}

/** By field: all that any dialect takes for it. */
export const OWN_VALUES: readonly (readonly [OwnField, readonly PlacedValue[]])[] = collected()

/** By place among the attributes that are read: 1 where it says what is a call's own. */
export const IS_OWN: Uint8Array = marked()

function collected(): [OwnField, PlacedValue[]][] {
  const places = new Map(READ_ATTRIBUTES.map(({ name }, index) => [name, index]))
  const placed = DIALECT_NAMES.flatMap(({ owns = [] }) =>
    owns.map((value) => ({ value, indexes: value.reads.map((name) => places.get(name) ?? -1) })),
  )
  return [...Map.groupBy(placed, ({ value }) => value.field)]
}

function marked(): Uint8Array {
  const isOwn = new Uint8Array(READ_ATTRIBUTES.length)
  for (const [, values] of OWN_VALUES)
    for (const { indexes } of values) for (const index of indexes) isOwn[index] = 1
  return isOwn
}
