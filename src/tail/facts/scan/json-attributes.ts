import { attributeValue, MAX_DEPTH, readValue } from '../otlp-values.ts'
import type { AttributeValue } from '../span-input.ts'
import { CLOSE_BRACE, QUOTE } from './json-bytes.ts'
import { type JsonCursor, literal } from './json-cursor.ts'
import { wholeNumber } from './json-numbers.ts'
import type { KnownAttributes } from './known-attributes.ts'
import { ODD } from './odd.ts'

// What nearly everybody writes, to the byte. Anything else is read as well, only slower.
const ENTRY = literal('{"key":"')
const VALUE = literal(',"value":')
const STRING_VALUE = literal('{"stringValue":"')
const INT_VALUE = literal('{"intValue":')
const BOOL_TRUE = literal('{"boolValue":true}')
const BOOL_FALSE = literal('{"boolValue":false}')
const DOUBLE_VALUE = literal('{"doubleValue":')
const ARRAY_VALUE = literal('{"arrayValue":{"values":[')

/** Reads a list of attributes, of which the wanted ones go into `into`. */
export function readAttributeList(cursor: JsonCursor, into: KnownAttributes): void {
  for (let has = cursor.enterArray(); has; has = cursor.nextItem()) {
    const start = cursor.at
    if (!readUsualEntry(cursor, into)) {
      cursor.at = start
      readEntry(cursor, into)
    }
  }
}

function readUsualEntry(cursor: JsonCursor, into: KnownAttributes): boolean {
  if (!cursor.passes(ENTRY)) return false
  const index = readKey(cursor, into)
  if (!cursor.passes(VALUE)) return false
  const valueAt = cursor.at
  if (!(index < 0 ? passUsualValue(cursor) : readUsualValue(cursor, into, index))) {
    cursor.at = valueAt
    const value = oddValue(cursor)
    if (index >= 0) into.set(index, value)
  }
  if (cursor.bytes[cursor.at] !== CLOSE_BRACE) return false
  cursor.at++
  return true
}

/** Which of the wanted names the text is that comes now; -1 where it is none. */
function readKey(cursor: JsonCursor, into: KnownAttributes): number {
  cursor.text()
  const { view, start, end } = cursor
  return cursor.isPlain ? into.find(view, start, end) : into.indexOf(cursor.held())
}

/** An entry in any order, with white space and with members that nobody knows. */
function readEntry(cursor: JsonCursor, into: KnownAttributes): void {
  let keyAt = 0
  let valueAt = 0
  for (let has = cursor.enterObject(); has; has = cursor.nextMember()) {
    if (!cursor.isPlain) throw ODD
    if (isName(cursor, KEY)) {
      if (keyAt > 0 || cursor.bytes[cursor.at] !== QUOTE) throw ODD
      keyAt = cursor.at + 1
    } else if (isName(cursor, VALUE_NAME)) {
      if (valueAt > 0) throw ODD
      valueAt = cursor.at
    }
    cursor.pass()
  }
  const end = cursor.at
  if (keyAt === 0 || valueAt === 0) throw ODD
  cursor.at = keyAt
  const index = readKey(cursor, into)
  cursor.at = valueAt
  const value = oddValue(cursor)
  if (index >= 0) into.set(index, value)
  cursor.at = end
}

const KEY = literal('key')
const VALUE_NAME = literal('value')

function isName({ bytes, start, end }: JsonCursor, name: Uint8Array): boolean {
  if (end - start !== name.length) return false
  for (let offset = 0; offset < name.length; offset++)
    if (bytes[start + offset] !== name[offset]) return false
  return true
}

/** A value as the reader of objects reads it. Throws what that throws. */
function oddValue(cursor: JsonCursor): AttributeValue {
  return attributeValue(readValue(cursor.value(), MAX_DEPTH))
}

function readUsualValue(cursor: JsonCursor, into: KnownAttributes, index: number): boolean {
  let value: AttributeValue
  if (cursor.passes(STRING_VALUE)) {
    cursor.text()
    value = cursor.held()
  } else if (cursor.passes(INT_VALUE)) {
    value = wholeNumber(cursor)
    if (value === undefined) return false
  } else return false
  if (cursor.bytes[cursor.at] !== CLOSE_BRACE) return false
  cursor.at++
  into.set(index, value)
  return true
}

/** Goes over a value that nobody reads; false where it is not known to be one. */
function passUsualValue(cursor: JsonCursor): boolean {
  if (cursor.passes(STRING_VALUE)) cursor.passText()
  else if (cursor.passes(INT_VALUE)) {
    if (wholeNumber(cursor) === undefined) return false
  } else if (cursor.passes(BOOL_TRUE) || cursor.passes(BOOL_FALSE)) return true
  else if (cursor.passes(DOUBLE_VALUE)) {
    if (cursor.bytes[cursor.at] === QUOTE) return false
    cursor.passNumber()
  } else return passUsualList(cursor)
  if (cursor.bytes[cursor.at] !== CLOSE_BRACE) return false
  cursor.at++
  return true
}

function passUsualList(cursor: JsonCursor): boolean {
  if (!cursor.passes(ARRAY_VALUE)) return false
  do {
    if (!passUsualScalar(cursor)) return false
  } while (cursor.passes(NEXT_ITEM))
  return cursor.passes(LIST_END)
}

const NEXT_ITEM = literal(',')
const LIST_END = literal(']}}')

function passUsualScalar(cursor: JsonCursor): boolean {
  if (cursor.passes(STRING_VALUE)) {
    cursor.passText()
    if (cursor.bytes[cursor.at] !== CLOSE_BRACE) return false
    cursor.at++
    return true
  }
  return cursor.passes(BOOL_TRUE) || cursor.passes(BOOL_FALSE)
}
