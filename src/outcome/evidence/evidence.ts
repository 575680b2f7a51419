import { isKeyed, type Keyed } from '../../self/keyed.ts'
import type { ToolEffect } from '../../semconv/attributes/tool.ts'
import { spokenEnvelope } from '../envelope/embedded-json.ts'
import { isErrorContext, isSuccessEnvelope } from '../envelope/gates.ts'
import type { About } from '../outcome.ts'
import { readBlocks } from './blocks.ts'
import { hasFields, isEmptyObject } from './empty-object.ts'
import { JSON_TEXT_LIMIT, NOT_JSON, parseJsonText } from './json-text.ts'
import { isProtocolKey, isToolResult, nestedResult } from './nested-result.ts'
import { parsePythonText } from './python-text.ts'
import { stored } from './stored.ts'
import { type Survey, surveyOf } from './survey.ts'
import { isUnread } from './unread.ts'
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
  /** Whether a structured view was given and is an object without a key: the texts are judged in its place. */
  readonly isStructureEmpty: boolean
  /** Whether the tool promised a structured view and the result has none. */
  readonly isStructureMissing: boolean
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
  /** An envelope that stands in the texts as JSON, where the texts are not the data. */
  readonly spoken: Keyed | undefined
  /** Whether a block that is no text holds something: a picture, a sound, a link, a file. */
  readonly hasMedia: boolean
}

/** Joined text is read up to this many characters; a longer one is content whatever its end says. */
export const WORDS_LIMIT = 16_384

const NO_TEXTS: readonly string[] = []

/** The evidence of what a plain function returned, a tool result among others. */
export function evidenceOfValue(value: unknown, about: About): Evidence {
  return evidenceOfSeen(stored(value), about)
}

/** The same of what is stored in a value. */
export function evidenceOfSeen(value: unknown, about: About): Evidence {
  if (typeof value === 'string') return evidenceOfTexts(about, undefined, [value], false)
  if (isToolResult(value)) return evidenceOfResult(value, about)
  const inner = isKeyed(value) && !isUnread(value) ? nestedResult(value) : undefined
  if (inner !== undefined) return { ...evidenceOfResult(inner, about), isNested: true }
  return assemble(about, undefined, 'value', value, NO_TEXTS, false)
}

/** The evidence of a tool result. */
export function evidenceOfResult(result: Keyed, about: About): Evidence {
  const { structuredContent } = result
  const blocks = readBlocks(result.content)
  if (blocks.texts.length > 0 && isKeyed(structuredContent) && isEmptyObject(structuredContent)) {
    return { ...evidenceOfTexts(about, result, blocks.texts, blocks.hasMedia), isStructureEmpty: true }
  }
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
    const items = itemPerBlock(texts)
    if (items !== undefined) return assemble(about, result, 'text', items, texts, hasMedia)
    return assemble(about, result, 'text', NOTHING, texts, hasMedia, joined(texts))
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

/** The objects of blocks that are one each; undefined as soon as a block is something else. */
function itemPerBlock(texts: readonly string[]): readonly Keyed[] | undefined {
  const items: Keyed[] = []
  let length = 0
  for (const text of texts) {
    length += text.length
    const item = length > JSON_TEXT_LIMIT ? NOT_JSON : parseJsonText(text)
    if (!isKeyed(item)) return undefined
    items.push(item)
  }
  return items
}

function joined(texts: readonly string[]): string {
  let words = ''
  for (const text of texts) {
    if (words.length >= WORDS_LIMIT) break
    words = words === '' ? text.slice(0, WORDS_LIMIT) : `${words}\n${text.slice(0, WORDS_LIMIT)}`
  }
  return words.slice(0, WORDS_LIMIT)
}

/** The result inside an answer of JSON-RPC, whose `id` and version say nothing of it. */
function withoutRpcFrame(data: unknown): unknown {
  return isKeyed(data) && typeof data.jsonrpc === 'string' && 'result' in data ? data.result : data
}

function assemble(
  about: About,
  result: Keyed | undefined,
  view: View,
  framed: unknown,
  texts: readonly string[],
  hasMedia: boolean,
  words?: string,
): Evidence {
  const data = withoutRpcFrame(framed)
  const survey = isKeyed(data) && isOfFields(data) ? surveyOf(data, about.tool) : undefined
  const spoken = words ?? (typeof data === 'string' ? data : survey && onlyText(survey))
  const inner = spoken === undefined || survey === undefined ? NOT_JSON : wordsAsData(spoken)
  if (inner !== NOT_JSON) return assemble(about, result, view, inner, texts, hasMedia)
  return {
    effect: about.effect ?? 'unknown',
    tool: about.tool,
    isFlagged: result?.isError === true,
    isNested: false,
    isStructureEmpty: false,
    isStructureMissing: view === 'text' && isPromiseBroken(about, result),
    result,
    meta: result !== undefined && isKeyed(result._meta) ? result._meta : undefined,
    view,
    data,
    survey,
    words: spoken,
    texts,
    spoken: isOwnText(view, data, texts) ? undefined : spokenEnvelope(texts),
    hasMedia,
  }
}

/** A tool with an output schema has to give structured content (MCP, output schema). */
function isPromiseBroken({ declaredOutputSchema }: About, result: Keyed | undefined): boolean {
  return declaredOutputSchema === true && result !== undefined && !isKeyed(result.structuredContent)
}

/** Whether an object is one of fields: nothing still to be read, no collection, bytes, date or error of the language. */
function isOfFields(data: Keyed): boolean {
  return hasFields(data) && !isUnread(data) && !(data instanceof Error)
}

/** Whether the texts need no look: they are the data, read already, or the data is an envelope itself. */
function isOwnText(view: View, data: unknown, texts: readonly string[]): boolean {
  if (texts.length === 0) return true
  if (!isKeyed(data)) return false
  return (view === 'text' && texts.length === 1) || isSuccessEnvelope(data) || isErrorContext(data)
}

function wordsAsData(words: string): unknown {
  const parsed = parseJsonText(words)
  if (parsed !== NOT_JSON) return parsed
  const printed = parsePythonText(words)
  return printed === NOT_JSON ? wrappedJson(words) : printed
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
