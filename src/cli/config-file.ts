import { readFileSync } from 'node:fs'
import { type Document, isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml'
import { readSettings } from '../config/read-settings.ts'
import type { ToolspanSettings } from '../config/settings.ts'
import { isJsonObject } from '../tail/facts/otlp-values.ts'
import { sourceFault } from './input/source.ts'

/** A configuration file, or what is wrong with it: messages that begin with file and line. */
export type ConfigRead =
  | { readonly settings: ToolspanSettings; readonly tail: TailPart }
  | { readonly faults: readonly string[]; readonly tail?: TailPart }

/** What stands under `tail`, which only `toolspan tail` reads. */
export interface TailPart {
  readonly value: unknown
  /** What messages about a key of it begin with: file and line. */
  readonly where: (key?: string) => string
}

/** Reads `toolspan.yaml`. JSON is YAML, so it may be JSON as well. An empty file means all defaults. */
export function readConfigFile(path: string): ConfigRead {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return { faults: [`${path}: ${sourceFault(error)}`] }
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0) {
    return {
      faults: document.errors.map((error) => `${path}:${lines.linePos(error.pos[0]).line}: ${error.message}`),
    }
  }
  const { value, judging } = partsOf(plainValue(document))
  const where = (key?: string): string => {
    const line = lineOf(document, key === undefined ? ['tail'] : ['tail', key], lines)
    return line === undefined ? `${path}: ` : `${path}:${line}: `
  }
  const tail = { value, where }
  const read = readSettings(judging)
  if ('settings' in read) return { ...read, tail }
  return {
    tail,
    faults: read.problems
      .map(({ path: keys, message }) => ({ line: lineOf(document, keys, lines) ?? 0, message }))
      .sort((a, b) => a.line - b.line)
      .map(({ line, message }) => (line === 0 ? `${path}: ${message}` : `${path}:${line}: ${message}`)),
  }
}

/** How to judge, and the settings of the service. */
function partsOf(document: unknown): { readonly value: unknown; readonly judging: unknown } {
  if (!isJsonObject(document)) return { value: undefined, judging: document }
  const { tail: value, ...judging } = document
  return { value, judging }
}

/** An alias that grows without end is an error of the file like any other. */
function plainValue(document: Document): unknown {
  try {
    return document.toJS()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The line of a key, or of the innermost key above it that is there. */
function lineOf(
  document: Document,
  keys: readonly (string | number)[],
  lines: LineCounter,
): number | undefined {
  for (let length = keys.length; length > 0; length--) {
    const node = keyNode(document, keys.slice(0, length))
    const start = node?.range?.[0]
    if (start !== undefined) return lines.linePos(start).line
  }
  return undefined
}

/** The node of a key itself; of an item of a list, the item. */
function keyNode(document: Document, keys: readonly (string | number)[]): Node | undefined {
  const parent: unknown = keys.length === 1 ? document.contents : document.getIn(keys.slice(0, -1), true)
  const last = keys.at(-1)
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === last)
    if (pair !== undefined && isScalar(pair.key)) return pair.key
  }
  const item: unknown = document.getIn(keys, true)
  return isNode(item) ? item : undefined
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'range' in value
}
