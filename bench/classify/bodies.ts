import { type About, classifyResult, classifyValue, type Outcome } from 'toolspan'
import type { HandedCase } from './handed.ts'
import type { RecordedResult } from './recorded.ts'

/** How a body carries what it says. */
export type Form = 'structured' | 'words' | 'json' | 'flagged' | 'value' | 'media'

/** One thing to classify. */
export interface Body {
  readonly form: Form
  readonly bytes: number
  classify(): Outcome
  /** Of the form `json`: its text. Parsing that is what classifying is compared with. */
  readonly json?: string
}

export function bodyOfText(text: string, about: About = { effect: 'read' }): Body {
  return bodyOfResult({ content: [{ type: 'text', text }] }, about)
}

export function bodyOfRecording({ tool, result }: RecordedResult): Body {
  return bodyOfResult(result, { tool, effect: 'read' })
}

/** None for a case that is an error which was thrown. */
export function bodiesOfCase({ about, input }: HandedCase): Body[] {
  if ('result' in input) return [bodyOfResult(input.result, about)]
  if (!('value' in input)) return []
  const { value } = input
  return [{ form: 'value', bytes: bytesOf(value), classify: () => classifyValue(value, about) }]
}

function bodyOfResult(result: unknown, about: About): Body {
  const text = soleTextOf(result)
  const form = formOf(result, text)
  return {
    form,
    bytes: bytesOf(form === 'json' || form === 'words' ? text : result),
    classify: () => classifyResult(result, about),
    ...(form === 'json' && text !== undefined && { json: text }),
  }
}

function formOf(result: unknown, text: string | undefined): Form {
  if (property(result, 'isError') === true) return 'flagged'
  if (property(result, 'structuredContent') !== undefined) return 'structured'
  if (text === undefined) return 'media'
  return isJson(text) ? 'json' : 'words'
}

function soleTextOf(result: unknown): string | undefined {
  const content = property(result, 'content')
  if (!Array.isArray(content) || content.length !== 1) return undefined
  const text = property(content[0], 'text')
  return typeof text === 'string' ? text : undefined
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const bytesOf = (value: unknown): number =>
  Buffer.byteLength(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
