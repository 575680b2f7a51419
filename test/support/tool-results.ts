import { classifyResult } from '../../src/outcome/classify-result.ts'
import type { About, Outcome } from '../../src/outcome/outcome.ts'

/** A tool result of text blocks. */
export function textResult(...texts: readonly string[]): { content: { type: 'text'; text: string }[] } {
  return { content: texts.map((text) => ({ type: 'text', text })) }
}

/** A tool result whose one text block is the JSON of a value. */
export function jsonResult(value: unknown): ReturnType<typeof textResult> {
  return textResult(JSON.stringify(value))
}

/** What a text means as the result of a look-up. */
export function readText(text: string, about: About = {}): Outcome {
  return classifyResult(textResult(text), { effect: 'read', ...about })
}

/** What a value means as the JSON result of a look-up. */
export function readJson(value: unknown, about: About = {}): Outcome {
  return classifyResult(jsonResult(value), { effect: 'read', ...about })
}
