import { NOT_JSON, parseJsonText } from './json-text.ts'

/** Longer texts stay words: servers that print a value this way print small ones. */
const LIMIT = 16_384
/** How a dictionary, or a list of dictionaries or texts, begins in Python; JSON never has the quote there. */
const OPENS = /^(?:\{|\[\{|\[)'/
const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' }

/**
 * The value of a text in the notation of Python, which servers send that print what they have in place of encoding
 * it: `{'results': [], 'error': None}`. `NOT_JSON` for anything else, dates and objects among them.
 */
export function parsePythonText(text: string): unknown {
  if (text.length > LIMIT || !OPENS.test(text)) return NOT_JSON
  const json = asJson(text.trimEnd())
  return json === undefined ? NOT_JSON : parseJsonText(json)
}

function asJson(text: string): string | undefined {
  let json = ''
  let at = 0
  while (at < text.length) {
    const char = text.charAt(at)
    if (char === "'" || char === '"') {
      const end = closingQuote(text, at)
      if (end === -1) return undefined
      json += JSON.stringify(unescaped(text.slice(at + 1, end)))
      at = end + 1
    } else if (char >= 'A' && char <= 'Z') {
      const word = /^[A-Za-z]{1,12}/.exec(text.slice(at, at + 12))?.[0] ?? ''
      const meant = WORDS[word]
      if (meant === undefined) return undefined
      json += meant
      at += word.length
    } else {
      json += char
      at++
    }
  }
  return json
}

function closingQuote(text: string, open: number): number {
  const quote = text.charAt(open)
  for (let at = open + 1; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '\\') at++
    else if (char === quote) return at
  }
  return -1
}

/** Only what matters for a value: an escaped quote or line break; another escape stays as it is written. */
function unescaped(text: string): string {
  return text.includes('\\')
    ? text.replace(/\\(['"\\n])/g, (_all, char: string) => (char === 'n' ? '\n' : char))
    : text
}
