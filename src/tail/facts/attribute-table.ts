import { ATTR_ERROR_TYPE } from '../../semconv/standard.ts'
import { isHeader } from './attribute-values.ts'
import { DIALECT_NAMES } from './dialects/names.ts'

/** The mark of all attributes that are captured HTTP headers, beyond those of dialects. */
export const HEADER_MARK = 1 << 30

/** One attribute that facts are read from. */
export interface ReadAttribute {
  readonly name: string
  /** The dialects that it is a mark of: bit n is the dialect at n. 0: it decides nothing by itself. */
  readonly marks: number
}

/**
 * Every attribute that facts are read from, each one once. It is put together from what the dialects name, so that
 * those who read spans from bytes and those who read objects read the same.
 */
export const READ_ATTRIBUTES: readonly ReadAttribute[] = collected()

function collected(): ReadAttribute[] {
  const marks = new Map<string, number>([[ATTR_ERROR_TYPE, 0]])
  for (const [index, dialect] of DIALECT_NAMES.entries()) {
    for (const name of dialect.reads) marks.set(name, marks.get(name) ?? 0)
    for (const name of dialect.marks) marks.set(name, (marks.get(name) ?? 0) | (1 << index))
  }
  return [...marks].map(([name, bits]) => ({ name, marks: isHeader(name) ? bits | HEADER_MARK : bits }))
}
