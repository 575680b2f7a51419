import type { SpanFacts } from './span-facts.ts'

/** Fields of an object by their place in it, and the values of those that it has: `[4, 'search', 11, 1]`. */
type Written = unknown[]

/** The names of fields, of a span and of what lies in one, each in the order in which objects have them. */
type FieldNames = Record<string, string[]>

/** Of the span itself; what lies in it goes by the name of its field. */
const SPAN = ''

/**
 * Facts as one text, a third of what their objects take. Undefined where they would not come back as they are: JSON has
 * no numbers that are none.
 */
export function writeFacts(spans: Iterable<SpanFacts>): string | undefined {
  const names: FieldNames = {}
  const all: Written[] = []
  for (const span of spans) {
    if (!Number.isFinite(span.startMs) || !Number.isFinite(span.endMs)) return undefined
    all.push(write(span, SPAN, names))
  }
  return JSON.stringify([names, all])
}

/** The facts of a text that `writeFacts` made. */
export function readWrittenFacts(text: string): SpanFacts[] {
  const [names, all] = JSON.parse(text) as [FieldNames, Written[]]
  return all.map((written) => read(written, SPAN, names) as unknown as SpanFacts)
}

function write(object: object, of: string, names: FieldNames): Written {
  names[of] ??= []
  const fields = names[of]
  const written: Written = []
  for (const [field, value] of Object.entries(object)) {
    let place = fields.indexOf(field)
    if (place < 0) place = fields.push(field) - 1
    if (value === undefined) continue
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    written.push(place, isObject ? write(value, field, names) : value)
  }
  return written
}

/** With every field, as it was: facts of one shape are the cheapest to read. */
function read(written: Written, of: string, names: FieldNames): Record<string, unknown> {
  const fields = names[of] ?? []
  const object: Record<string, unknown> = {}
  for (const field of fields) object[field] = undefined
  for (let at = 0; at < written.length; at += 2) {
    const field = fields[written[at] as number] ?? ''
    const value = written[at + 1]
    object[field] = names[field] === undefined ? value : read(value as Written, field, names)
  }
  return object
}
