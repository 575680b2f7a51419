import type { ToolEffect } from '../../semconv/attributes/tool.ts'
import type { About } from '../outcome.ts'
import { readBlocks } from './blocks.ts'
import { NOT_JSON, parseJsonText } from './json-text.ts'
import { isKeyed, type Keyed } from './keyed.ts'
import { isProtocolKey, isToolResult, nestedResult } from './nested-result.ts'
import { type Survey, surveyOf } from './survey.ts'
import { wrappedJson } from './wrapped-json.ts'

/** What stands for "there is none" where null and undefined are values that a tool may return. */
export const NOTHING = Symbol('nothing')

/** Where the data lies that is judged: `beside` is a key of the result that no consumer reads. */
export type View = 'structured' | 'text' | 'beside' | 'value' | 'none'

/** What one result holds, read once. Shapes and marks look at this and at nothing else. */
export interface Evidence {
  readonly effect: ToolEffect
  readonly tool: string | undefined
  /** Whether the result carries the error flag. */
  readonly isFlagged: boolean
  /** Whether a wrapper put the result one level too deep, where no consumer sees its flag. */
  readonly isNested: boolean
  /** The tool result as it arrived, for the keys of the protocol; absent for a plain value. */
  readonly result: Keyed | undefined
  readonly meta: Keyed | undefined
  readonly view: View
  /** The data that is judged; `NOTHING` where there are only words, or nothing at all. */
  readonly data: unknown
  /** What the keys of `data` say, where it is an object. */
  readonly survey: Survey | undefined
  /** The words that are judged: a text that is no JSON, or the one text that is all an object carries. */
  readonly words: string | undefined
  /** The text blocks that show something, in order. */
  readonly texts: readonly string[]
  /** Whether a block that is no text holds something: a picture, a sound, a link, a file. */
  readonly hasMedia: boolean
}

/** Joined text is read up to this many characters; a longer one is content whatever its end says. */
export const WORDS_LIMIT = 16_384

const NO_TEXTS: readonly string[] = []

/** The evidence of what a plain function returned, a tool result among others. */
export function evidenceOfValue(value: unknown, about: About): Evidence {
  if (typeof value === 'string') return evidenceOfTexts(about, undefined, [value], false)
  if (isToolResult(value)) return evidenceOfResult(value, about)
  const inner = isKeyed(value) ? nestedResult(value) : undefined
  if (inner !== undefined) return { ...evidenceOfResult(inner, about), isNested: true }
  return assemble(about, undefined, 'value', value, NO_TEXTS, false)
}

/** The evidence of a tool result. */
export function evidenceOfResult(result: Keyed, about: About): Evidence {
  const { structuredContent } = result
  const blocks = readBlocks(result.content)
  if (structuredContent !== undefined && structuredContent !== null) {
    return assemble(about, result, 'structured', structuredContent, blocks.texts, blocks.hasMedia)
  }
  if (blocks.texts.length > 0) return evidenceOfTexts(about, result, blocks.texts, blocks.hasMedia)
  if (blocks.hasMedia) return assemble(about, result, 'none', NOTHING, NO_TEXTS, true)
  const inner = nestedResult(result)
  if (inner !== undefined) return { ...evidenceOfResult(inner, about), isNested: true }
  const beside = dataBeside(result)
  const view = beside === undefined ? 'none' : 'beside'
  return assemble(about, result, view, beside ?? NOTHING, NO_TEXTS, false)
}

function evidenceOfTexts(
  about: About,
  result: Keyed | undefined,
  texts: readonly string[],
  hasMedia: boolean,
): Evidence {
  if (texts.length !== 1) {
    // One block an item is how some servers send a list.
    const values = texts.map(parseJsonText)
    if (values.every(isKeyed)) return assemble(about, result, 'text', values, texts, hasMedia)
    const joined = texts.join('\n').slice(0, WORDS_LIMIT)
    return assemble(about, result, 'text', NOTHING, texts, hasMedia, joined)
  }
  const [text = ''] = texts
  const data = wordsAsData(text)
  if (data === NOT_JSON) return assemble(about, result, 'text', NOTHING, texts, hasMedia, text)
  const inner = isKeyed(data) ? (isToolResult(data) ? data : nestedResult(data)) : undefined
  if (inner !== undefined && 'content' in inner && !isKeyed(result?.structuredContent)) {
    return { ...evidenceOfResult(inner, about), isNested: true }
  }
  return assemble(about, result, 'text', data, texts, hasMedia)
}

function assemble(
  about: About,
  result: Keyed | undefined,
  view: View,
  data: unknown,
  texts: readonly string[],
  hasMedia: boolean,
  words?: string,
): Evidence {
  const survey = isKeyed(data) ? surveyOf(data, about.tool) : undefined
  const spoken = words ?? (typeof data === 'string' ? data : survey && onlyText(survey))
  const inner = spoken === undefined || survey === undefined ? NOT_JSON : wordsAsData(spoken)
  if (inner !== NOT_JSON) return assemble(about, result, view, inner, texts, hasMedia)
  return {
    effect: about.effect ?? 'unknown',
    tool: about.tool,
    isFlagged: result?.isError === true,
    isNested: false,
    result,
    meta: result !== undefined && isKeyed(result._meta) ? result._meta : undefined,
    view,
    data,
    survey,
    words: spoken,
    texts,
    hasMedia,
  }
}

function wordsAsData(words: string): unknown {
  const parsed = parseJsonText(words)
  return parsed === NOT_JSON ? wrappedJson(words) : parsed
}

/** The text of an object that carries nothing but one: `{ "success": true, "output": "…" }`. */
function onlyText(survey: Survey): string | undefined {
  const { words, identity, error } = survey.roles
  const isAlone = survey.own === 0 && survey.lists === 0 && identity === undefined && error === undefined
  return isAlone && typeof words === 'string' ? words : undefined
}

/** What a handler put beside the keys of the protocol. The SDKs let it pass and nobody reads it. */
function dataBeside(result: Keyed): Keyed | undefined {
  let beside: Record<string, unknown> | undefined
  for (const key in result) {
    if (isProtocolKey(key)) continue
    beside ??= {}
    beside[key] = result[key]
  }
  return beside
}
