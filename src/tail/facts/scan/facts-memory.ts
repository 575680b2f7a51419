import { READ_ATTRIBUTES } from '../attribute-table.ts'
import { type OwnField, type OwnValue, ownValueOf } from '../own-value.ts'
import { emptyFacts, KINDS, placeOf } from '../packed/layout.ts'
import type { RepeatedFacts } from '../packed/repeated-facts.ts'
import type { SpanFacts } from '../span-facts.ts'
import { IS_OWN, OWN_VALUES } from './own-values.ts'
import { quickHashOfText } from './quick-hash.ts'
import type { ScannedSpan } from './scanned-span.ts'
import { MOST_KEY_WORDS, SpanKey } from './span-key.ts'

const SLOTS = 2048
/** The bit of the first word of a key that says that the span failed; below it is its kind. */
const FAILED = 8

/** Facts that were read lately, and what the span was like that they were read from. */
interface Remembered extends RepeatedFacts {
  readonly name: string
  readonly scope: string
  readonly statusMessage: string | undefined
  readonly keyLength: number
  /** By place in `own`: everything that could say it. */
  readonly sources: readonly (readonly OwnValue[])[]
}

/**
 * Facts of spans that came lately: agents make the same calls over and over, and what their spans say differs in ids and
 * times only. Facts are read from nothing but what a span says, so spans that say the same have the same facts. What is
 * not remembered: spans with links, exceptions, captured headers, long texts or lists, and facts that depend on when they
 * are read, which is how long a server asked to wait. A span is remembered the second time that its like comes.
 */
export class FactsMemory {
  readonly #key = new SpanKey()
  readonly #remembered: (Remembered | undefined)[] = new Array(SLOTS).fill(undefined)
  /** By slot: the key of what is remembered. */
  readonly #keys = new Uint32Array(SLOTS * MOST_KEY_WORDS)
  /** By slot: the hash of the key that was learned, or met, last. */
  readonly #met = new Int32Array(SLOTS)
  /** The slot of the span that was looked for last; -1 where it is not to be remembered. */
  #slot = -1

  /** The facts of a span, without its ids, where its like is remembered: good until the next one is recalled. */
  recall(span: ScannedSpan): RepeatedFacts | undefined {
    this.#slot = -1
    if (span.events.length > 0 || span.links.length > 0 || span.hasHeaders) return undefined
    const key = this.#key
    key.begin(placeOf(KINDS, span.kind) | (span.failed ? FAILED : 0), quickHashOfText(span.name))
    if (!span.known.writeKey(key, IS_OWN)) return undefined
    const first = key.hash & (SLOTS - 1)
    const slot = this.#isAt(first, span) ? first : first ^ 1
    const remembered = this.#remembered[slot]
    if (remembered !== undefined && (slot === first || this.#isAt(slot, span)))
      return takeOwn(remembered, span) ? remembered : undefined
    // The one that was remembered last gives way.
    this.#slot = this.#remembered[first] === undefined ? first : slot
    return undefined
  }

  /** Notes the facts of the span that was looked for last and not remembered. */
  learn(span: ScannedSpan, facts: SpanFacts): void {
    const slot = this.#slot
    const { hash, length, words } = this.#key
    if (slot < 0 || facts.retryAfterMs !== undefined) return
    if (this.#met[slot] !== hash) {
      this.#met[slot] = hash
      return
    }
    const sources = sourcesOf(span, facts)
    if (sources === undefined) return
    this.#keys.set(words.subarray(0, length), slot * MOST_KEY_WORDS)
    this.#remembered[slot] = {
      name: span.name,
      scope: span.scope,
      statusMessage: span.statusMessage,
      keyLength: length,
      facts: Object.assign(emptyFacts(), facts),
      own: sources.map(([field]) => field),
      sources: sources.map(([, values]) => values),
      pack: undefined,
      at: 0,
      tags: sources.map(() => 0),
      mark: 0,
      shortestMs: Number.POSITIVE_INFINITY,
      longestMs: Number.NEGATIVE_INFINITY,
    }
  }

  /** Whether what is remembered there is the like of the span. */
  #isAt(slot: number, span: ScannedSpan): boolean {
    const remembered = this.#remembered[slot]
    const { words, length } = this.#key
    if (remembered?.keyLength !== length || remembered.name !== span.name) return false
    if (remembered.scope !== span.scope || remembered.statusMessage !== span.statusMessage) return false
    const keys = this.#keys
    const from = slot * MOST_KEY_WORDS
    for (let word = 0; word < length; word++) if (keys[from + word] !== words[word]) return false
    return true
  }
}

/** Takes over what the span has of its own. False where what could say it says different things. */
function takeOwn({ facts, own, sources }: Remembered, span: ScannedSpan): boolean {
  for (let index = 0; index < own.length; index++) {
    const values = sources[index] ?? []
    const value = values[0]?.of(span)
    for (let other = 1; other < values.length; other++) if (values[other]?.of(span) !== value) return false
    setOwn(facts, own[index], value)
  }
  return true
}

type OwnFacts = { [Field in OwnField]: string | number | undefined }

function setOwn(facts: OwnFacts, field: OwnField | undefined, value: string | number | undefined): void {
  if (field !== undefined) facts[field] = value
}

/**
 * What says the own fields of spans like this one, by field. Undefined where a field is not what they say, or where
 * something else in the span says it as well: then it is not known which of them it is from.
 */
function sourcesOf(span: ScannedSpan, facts: SpanFacts): [OwnField, OwnValue[]][] | undefined {
  const found: [OwnField, OwnValue[]][] = []
  for (const [field, placed] of OWN_VALUES) {
    const there = placed.filter(({ indexes }) => indexes.some((index) => span.known.has(index)))
    const values = there.map(({ value }) => value).filter((value) => value.of(span) !== undefined)
    if (values.length === 0) continue
    const own = ownValueOf(facts, field)
    if (own === undefined || values.some((value) => value.of(span) !== own)) return undefined
    if (isSaidElsewhere(span, String(own))) return undefined
    found.push([field, values])
  }
  return found
}

function isSaidElsewhere({ name, scope, statusMessage = '', known, attributes }: ScannedSpan, own: string) {
  if (name.includes(own) || scope.includes(own) || statusMessage.includes(own)) return true
  return READ_ATTRIBUTES.some(
    ({ name }, index) => IS_OWN[index] === 0 && known.has(index) && String(attributes[name]).includes(own),
  )
}
