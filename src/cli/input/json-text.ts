/** A value, or why the text is none. */
export type ParsedJson = { readonly value: unknown } | { readonly fault: string }

export function parseJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch (error) {
    return { fault: `not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}
