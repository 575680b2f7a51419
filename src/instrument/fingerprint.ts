import { ownKeys } from '../outcome/evidence/own-keys.ts'
import { isBinary } from '../outcome/evidence/size.ts'
import { COMPUTED, stored } from '../outcome/evidence/stored.ts'
import { isKeyed, type Keyed } from '../self/keyed.ts'
import { fold, foldBytes, foldNumber, foldText, type Hash, hexDigits, newHash, sized } from './hash48.ts'

/** How many bytes of a value are read at most; beyond that only its size counts. */
const MAX_BYTES = 4096
/** How deep a value is followed. */
const MAX_DEPTH = 32

// One code a kind of value, so that "1", 1 and [1] differ.
const NULL = 1
const BOOLEAN = 2
const NUMBER = 3
const TEXT = 4
const LIST = 5
const OBJECT = 6
const KEY = 7
const OPAQUE = 8
const BYTES = 9
const COLLECTION = 10
const BIG = 11
const END = 12

/**
 * A 48-bit keyed hash of a tool and its arguments, as 12 lower-case hex digits. Equal for equal input in every
 * process that uses the same salt; the order of keys does not matter, absent arguments equal `{}`. It is no
 * cryptographic hash: it keeps payloads out of traces, it does not hide a guessable value from an attacker. Nothing
 * where a value does not show what is in it: two of those would look alike.
 * @param salt what keys the hash: see {@link fingerprintKey}, else the trace id
 */
export function fingerprint(tool: string, args: unknown, salt: string): string | undefined {
  const hash = saltedHash(salt)
  foldText(hash, KEY, tool)
  mix(hash, args === undefined ? {} : args, 0)
  return hash.isKnown ? hexDigits(hash) : undefined
}

/** The same over what a tool answered. `_meta` is left out: it holds what changes from call to call. */
export function resultFingerprint(result: unknown, salt: string): string | undefined {
  const hash = saltedHash(salt)
  mix(hash, result, 0, '_meta')
  return hash.isKnown ? hexDigits(hash) : undefined
}

let lastSalt: string | undefined
let salted: Hash = newHash(MAX_BYTES)

/** A hash with the salt in it. What is done with one trace is done in a row, so the last one is kept. */
function saltedHash(salt: string): Hash {
  if (salt !== lastSalt) {
    salted = newHash(MAX_BYTES)
    foldText(salted, KEY, salt)
    lastSalt = salt
  }
  return { low: salted.low, high: salted.high, bytesLeft: salted.bytesLeft, isKnown: true }
}

/**
 * The key from the environment variable TOOLSPAN_FINGERPRINT_KEY, or nothing. With one key for all processes,
 * equal calls have equal fingerprints over several traces; without it, only within one trace.
 */
export function fingerprintKey(): string | undefined {
  const key = globalThis.process?.env?.TOOLSPAN_FINGERPRINT_KEY
  return key === '' ? undefined : key
}

function mix(hash: Hash, value: unknown, depth: number, leftOut?: string): void {
  switch (typeof value) {
    case 'string':
      foldText(hash, TEXT, value)
      return
    case 'number':
      // JSON has no NaN and no infinity: they arrive as null in another process.
      if (Number.isFinite(value)) {
        fold(hash, NUMBER)
        foldNumber(hash, value)
      } else fold(hash, NULL)
      return
    case 'boolean':
      fold(hash, sized(BOOLEAN, value ? 1 : 0))
      return
    case 'object':
      break
    case 'bigint':
      fold(hash, BIG)
      fold(hash, Number(BigInt.asIntN(32, value)))
      fold(hash, Number(BigInt.asIntN(32, value >> 32n)))
      return
    default:
      // In a list JSON writes null for what it cannot hold.
      if (value === COMPUTED) hash.isKnown = false
      else fold(hash, NULL)
      return
  }
  if (value === null) fold(hash, NULL)
  else if (hash.bytesLeft <= 0 || depth > MAX_DEPTH) fold(hash, OPAQUE)
  else if (Array.isArray(value)) mixList(hash, value, depth)
  else if (isRecord(value)) mixKeys(hash, value, depth, leftOut)
  else if (isBinary(value)) mixBytes(hash, value)
  else if (value instanceof Map || value instanceof Set) mixCollection(hash, value, depth)
  else mixObject(hash, value as Keyed, depth, leftOut)
}

const isRecord = (value: object): value is Keyed => Object.getPrototypeOf(value) === Object.prototype

function mixList(hash: Hash, list: readonly unknown[], depth: number): void {
  fold(hash, sized(LIST, list.length))
  for (let index = 0; index < list.length && hash.bytesLeft > 0; index++) mix(hash, list[index], depth + 1)
}

/** Of bytes the length and the first ones count; they are never enumerated. Those of a blob cannot be read at once. */
function mixBytes(hash: Hash, value: object): void {
  fold(hash, BYTES)
  if (ArrayBuffer.isView(value)) foldBytes(hash, value.buffer, value.byteOffset, value.byteLength)
  else if ('byteLength' in value) foldBytes(hash, value as ArrayBuffer, 0, Number(value.byteLength))
  else fold(hash, Number(Reflect.get(value, 'size')))
}

function mixCollection(
  hash: Hash,
  collection: ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>,
  depth: number,
): void {
  fold(hash, COLLECTION)
  fold(hash, collection.size)
  for (const entry of collection) {
    if (hash.bytesLeft <= 0) return
    mix(hash, entry, depth + 1)
  }
}

/**
 * In another process a date or an address is the text that JSON makes of it. Of another class only what its object stores
 * itself is read: to ask it for its JSON, or for a member that it works out, would run code of the host's.
 */
function mixObject(hash: Hash, object: Keyed, depth: number, leftOut: string | undefined): void {
  if (object instanceof Date) mix(hash, Number.isNaN(object.getTime()) ? null : object.toISOString(), depth)
  else if (object instanceof URL) mix(hash, object.href, depth)
  else mixStored(hash, object, depth, leftOut)
}

function mixStored(hash: Hash, object: Keyed, depth: number, leftOut: string | undefined): void {
  const all = ownKeys(object).length
  const seen = stored(object)
  const isWhole = isKeyed(seen) && ownKeys(seen).length === all
  if (isWhole && (all > 0 || Object.getPrototypeOf(object) === null)) mixKeys(hash, seen, depth, leftOut)
  else hash.isKnown = false
}

function mixKeys(hash: Hash, object: Keyed, depth: number, leftOut: string | undefined): void {
  fold(hash, OBJECT)
  const all = ownKeys(object)
  const keys = inOrder(all)
  if (all.length > MANY_KEYS) fold(hash, all.length)
  for (let index = 0; index < keys.length && hash.bytesLeft > 0; index++) {
    const key = keys[index]
    if (key === undefined || key === leftOut) continue
    const value = object[key]
    // JSON drops these, so they must not count here either.
    if (
      value === undefined ||
      typeof value === 'function' ||
      (typeof value === 'symbol' && value !== COMPUTED)
    )
      continue
    foldText(hash, KEY, key)
    mix(hash, value, depth + 1)
  }
  // Or what follows an object would look like a part of it.
  fold(hash, END)
}

/** Most objects of one key and many others stand in order already, and need no copy. */
function inOrder(keys: readonly string[]): readonly string[] {
  if (keys.length > MANY_KEYS) return sorted(sampleOf(keys))
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index - 1] ?? '') > (keys[index] ?? '')) return sorted([...keys])
  }
  return keys
}

/** Of objects with more keys than this, the number of keys and a sample of them count: sorting them all takes long. */
const MANY_KEYS = 1024
const SAMPLE_SIZE = 32

/** The keys that come first by a number drawn from each: the same ones in whatever order they stand. */
function sampleOf(keys: readonly string[]): string[] {
  const sample: { readonly key: string; readonly rank: number }[] = []
  let worst = Number.POSITIVE_INFINITY
  for (const key of keys) {
    const rank = rankOf(key)
    if (rank > worst) continue
    let place = sample.length
    for (; place > 0; place--) {
      const before = sample[place - 1]
      if (before === undefined || before.rank < rank || (before.rank === rank && before.key < key)) break
    }
    sample.splice(place, 0, { key, rank })
    if (sample.length <= SAMPLE_SIZE) continue
    sample.pop()
    worst = sample.at(-1)?.rank ?? worst
  }
  return sample.map(({ key }) => key)
}

/** A number for a key, from its length and its last characters, where keys that were counted up differ. */
function rankOf(key: string): number {
  let rank = key.length
  for (let index = Math.max(0, key.length - 6); index < key.length; index++) {
    rank = Math.imul(rank ^ key.charCodeAt(index), 0x9e3779b1)
    rank ^= rank >>> 15
  }
  return rank >>> 0
}

/** Up to this many keys are sorted in place: `sort` itself costs more than the few exchanges. */
const FEW_KEYS = 16

function sorted(keys: string[]): readonly string[] {
  if (keys.length > FEW_KEYS) return keys.sort()
  for (let index = 1; index < keys.length; index++) {
    const key = keys[index] ?? ''
    let place = index
    for (; place > 0 && (keys[place - 1] ?? '') > key; place--) keys[place] = keys[place - 1] ?? ''
    keys[place] = key
  }
  return keys
}
