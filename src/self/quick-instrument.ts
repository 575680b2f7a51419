import type * as api from '@opentelemetry/api'
import { guarded } from './swallow.ts'

/** So many attribute sets are known at most, as many as the SDK tells apart; when there are more, all are found anew. */
const MAX_SETS = 2000

/** What the SDK adds up for one attribute set until the next collection. */
interface Accumulation {
  record(value: number): void
}

/** The accumulations since the last collection. */
interface Accumulations {
  get(attributes: api.Attributes): Accumulation | undefined
}

/** Where the SDK keeps them. A collection takes them away and puts new ones in their place. */
interface Keeper {
  readonly record?: (value: number, attributes: api.Attributes, timeMs: number) => void
  readonly _activeCollectionStorage: Accumulations
}

/** What an instrument of the SDK records into. */
interface Storage {
  readonly hasAttributeProcessor?: boolean
  readonly _deltaMetricStorage?: Keeper
  /** Of several readers or views. */
  readonly _backingStorages?: readonly Storage[]
}

interface KnownCounter extends api.Counter {
  readonly _writableMetricStorage?: Storage
}

interface KnownHistogram extends api.Histogram {
  readonly _writableMetricStorage?: Storage
}

/** An attribute set, and what is added up for it: one accumulation a keeper. */
interface Known {
  readonly attributes: api.Attributes
  readonly accumulations: readonly Accumulation[]
}

/**
 * A counter or histogram of the SDK that is told of many values of few attribute sets. For each value the SDK makes a
 * text of all attributes, to find by it what it adds up; that takes longer than most of what else a call costs. Here
 * it is done once for a set and a collection, and what was found is recorded into as the SDK does. Where the SDK keeps
 * it is private, the same in versions 2 and 3, and pinned by a test; an instrument that looks different, or whose
 * attributes a view changes, is told of each value as usual.
 */
export class QuickInstrument {
  readonly #instrument: KnownCounter | KnownHistogram
  readonly #lead: string
  readonly #keepers: readonly Keeper[]
  /** What each keeper has had since the last collection. */
  #current: readonly Accumulations[] = []
  /** The sets of that time, by the value of the leading attribute. */
  readonly #known = new Map<unknown, Known[]>()
  #count = 0

  /** @param lead the attribute by which most sets differ */
  constructor(instrument: api.Counter | api.Histogram, lead: string) {
    this.#instrument = instrument
    this.#lead = lead
    // What is not of the SDK may refuse to be looked at.
    this.#keepers = guarded('instrument', () => keepersOf(this.#instrument._writableMetricStorage)) ?? []
  }

  /**
   * Adds or records a value. Throws what a broken instrument throws.
   * @param attributes are kept; do not change them
   */
  tell(value: number, attributes: api.Attributes): void {
    const known = this.#isCurrent() && value >= 0 ? this.#find(attributes) : undefined
    if (known !== undefined) {
      for (const accumulation of known.accumulations) accumulation.record(value)
      return
    }
    if ('add' in this.#instrument) this.#instrument.add(value, attributes)
    else this.#instrument.record(value, attributes)
    if (this.#keepers.length > 0) this.#learn(attributes)
  }

  /** Whether no collection has taken anything away. */
  #isCurrent(): boolean {
    for (let at = 0; at < this.#keepers.length; at++) {
      if (this.#keepers[at]?._activeCollectionStorage !== this.#current[at]) return false
    }
    return true
  }

  #find(attributes: api.Attributes): Known | undefined {
    const alike = this.#known.get(attributes[this.#lead])
    if (alike === undefined) return undefined
    for (const known of alike) if (areEqual(known.attributes, attributes)) return known
    return undefined
  }

  #learn(attributes: api.Attributes): void {
    if (this.#count >= MAX_SETS || !this.#isCurrent()) {
      this.#current = this.#keepers.map((keeper) => keeper._activeCollectionStorage)
      this.#known.clear()
      this.#count = 0
    }
    const accumulations: Accumulation[] = []
    for (const all of this.#current) {
      const accumulation = all.get(attributes)
      // The SDK has none beyond its limit of sets, nor where a view drops everything.
      if (typeof accumulation?.record !== 'function') return
      accumulations.push(accumulation)
    }
    const lead = attributes[this.#lead]
    this.#known.set(lead, [...(this.#known.get(lead) ?? []), { attributes, accumulations }])
    this.#count++
  }
}

function areEqual(one: api.Attributes, other: api.Attributes): boolean {
  let surplus = 0
  for (const name in one) {
    if (one[name] !== other[name]) return false
    surplus++
  }
  for (const _name in other) surplus--
  return surplus === 0
}

/** The keepers of a storage; none where one of them is not known to do nothing but find and record. */
function keepersOf(storage: Storage | undefined): readonly Keeper[] {
  const keepers: Keeper[] = []
  for (const each of storage?._backingStorages ?? [storage]) {
    const keeper = each?._deltaMetricStorage
    const isKnown = each?.hasAttributeProcessor === false && keeper?.record?.length === 3
    if (!isKnown || typeof keeper._activeCollectionStorage?.get !== 'function') return []
    keepers.push(keeper)
  }
  return keepers
}
