/** What a byte means inside a JSON text. */
export const TEXT_BYTE = { plain: 0, quote: 1, backslash: 2, control: 3, beyondAscii: 4 } as const

export const QUOTE = 0x22
export const COMMA = 0x2c
export const MINUS = 0x2d
export const POINT = 0x2e
export const DIGIT_0 = 0x30
export const DIGIT_9 = 0x39
export const COLON = 0x3a
export const OPEN_BRACKET = 0x5b
export const BACKSLASH = 0x5c
export const CLOSE_BRACKET = 0x5d
export const OPEN_BRACE = 0x7b
export const CLOSE_BRACE = 0x7d

/** By byte: what it means inside a text. */
export const IN_TEXT: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === QUOTE) return TEXT_BYTE.quote
  if (byte === BACKSLASH) return TEXT_BYTE.backslash
  if (byte < 0x20) return TEXT_BYTE.control
  return byte > 0x7f ? TEXT_BYTE.beyondAscii : TEXT_BYTE.plain
})

/** By byte: 1 where a text that nobody reads goes on. */
export const PASSED_IN_TEXT: Uint8Array = IN_TEXT.map((meaning) =>
  meaning === TEXT_BYTE.plain || meaning === TEXT_BYTE.beyondAscii ? 1 : 0,
)

export const NO_HEX = 0x80

/** By byte: the value of a hex digit, or `NO_HEX`. */
export const HEX_VALUE: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase())
  return digit < 0 ? NO_HEX : digit
})

/** By byte: 1 where it may stand behind a backslash, `u` left out. */
export const ESCAPED: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? 1 : 0,
)
