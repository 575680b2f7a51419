/** Objects with more keys are listed once a turn: the language has no way to look at the first keys alone. */
const MANY_KEYS = 1024

let listed: { readonly object: object; readonly keys: readonly string[] } | undefined

const forget = (): void => {
  listed = undefined
}

/** The own keys of an object that a loop shows. To list 300,000 takes some 50 ms, so that is not done twice in a row. */
export function ownKeys(object: object): readonly string[] {
  if (listed?.object === object) return listed.keys
  const keys = Object.keys(object)
  if (keys.length > MANY_KEYS) {
    if (listed === undefined) queueMicrotask(forget)
    listed = { object, keys }
  }
  return keys
}
