import fc from 'fast-check'

/** One change of some bytes: where, what is put there, and how much of what was there goes. */
interface Change {
  readonly kind: 'put' | 'insert' | 'cut' | 'repeat' | 'end'
  readonly place: number
  readonly length: number
  readonly bytes: Uint8Array
}

/** Bytes that mean something to one of the formats. */
const TOKENS = [
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  ',',
  ':',
  '\n',
  '\0',
  'null',
  'true',
  '-1',
  '1e999',
  '"NaN"',
  '{}',
  '[]',
  '"\\ud800"',
  '{"key":"a"}',
  '"__proto__"',
  '"constructor"',
  '\u{1f642}',
].map((token) => new TextEncoder().encode(token))

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('put', 'put', 'insert', 'cut', 'repeat', 'end'),
  place: fc.nat(),
  length: fc.oneof({ weight: 4, arbitrary: fc.nat(12) }, { weight: 1, arbitrary: fc.nat(4096) }),
  bytes: fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 4 }), fc.constantFrom(...TOKENS)),
})

/** Up to four changes. */
export const CHANGES: fc.Arbitrary<readonly Change[]> = fc.array(change, { minLength: 1, maxLength: 4 })

/** The bytes with the changes made one after the other. */
export function mutated(bytes: Uint8Array, changes: readonly Change[]): Uint8Array {
  return changes.reduce(changed, bytes)
}

function changed(bytes: Uint8Array, { kind, place, length, bytes: put }: Change): Uint8Array {
  const at = bytes.length === 0 ? 0 : place % bytes.length
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  switch (kind) {
    case 'put':
      return joined(before, put, after.subarray(put.length))
    case 'insert':
      return joined(before, put, after)
    case 'cut':
      return joined(before, after.subarray(length))
    case 'repeat':
      return joined(before, after.subarray(0, length), after)
    case 'end':
      return before
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}
