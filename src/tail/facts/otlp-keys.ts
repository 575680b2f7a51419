/** The name of an attribute in the one copy that objects use as a key: it needs no look-up when it is used as one. */
export interface KnownKey {
  readonly key: string
  /** The name that came after this one when it was last met. */
  next: KnownKey | undefined
}

/** Names beyond these limits are used without being remembered: the memory is bounded whatever comes. */
const MAX_KEYS = 4096
const MAX_KEY_LENGTH = 128

const keys = new Map<string, KnownKey>()

/**
 * The known copy of a name. Spans of one kind carry the same names in the same order, so that the one that followed
 * `before` last time is nearly always right, and a comparison is cheaper than a look-up.
 */
export function knownKey(name: string, before: KnownKey | undefined): KnownKey {
  const guess = before?.next
  if (guess !== undefined && guess.key === name) return guess
  const held = keys.get(name)
  // Nothing that is remembered may lead to what is not: the memory would have no bound.
  if (held === undefined && (keys.size >= MAX_KEYS || name.length > MAX_KEY_LENGTH))
    return { key: name, next: undefined }
  const known = held ?? remembered(name)
  if (before !== undefined) before.next = known
  return known
}

function remembered(name: string): KnownKey {
  const known: KnownKey = { key: Object.keys({ [name]: true })[0] ?? name, next: undefined }
  keys.set(known.key, known)
  return known
}
