import type { Attributes } from '@opentelemetry/api'
import type { MetricDeclaration } from '../../semconv/declaration.ts'
import { EVERY_METRIC } from '../../semconv/every-metric.ts'

/** Where a value came from. */
export interface Exemplar {
  readonly traceId: string
  readonly spanId: string
  readonly value: number
  readonly atMs: number
}

/** One counter with one set of attributes. */
export interface Count {
  add(by: number, exemplar?: Exemplar): void
  readonly value: number
}

/** One histogram with one set of attributes. */
export interface Distribution {
  record(value: number, exemplar?: Exemplar): void
}

interface PointOf {
  readonly attributes: Attributes
}

export interface NumberPoint extends PointOf {
  readonly value: number
  readonly exemplar?: Exemplar | undefined
}

export interface HistogramPoint extends PointOf {
  readonly sum: number
  readonly count: number
  /** One more than there are boundaries; each counts its own values only. */
  readonly bucketCounts: readonly number[]
  /** By bucket. */
  readonly exemplars: readonly (Exemplar | undefined)[]
}

export type MetricPoints =
  | { readonly metric: MetricDeclaration; readonly points: readonly NumberPoint[]; readonly kind: 'number' }
  | {
      readonly metric: MetricDeclaration
      readonly points: readonly HistogramPoint[]
      readonly kind: 'histogram'
    }

/**
 * The numbers of the service, held once: the page for Prometheus and the OTLP export read the same ones. Only metrics
 * that are declared can be made; a name that is not throws a RangeError.
 */
export interface MetricRegistry {
  /** The same attributes give the same counter. Sets beyond `MAX_SETS` of one metric share one. */
  count(name: string, attributes?: Attributes): Count
  distribution(name: string, attributes?: Attributes): Distribution
  /** A level that is read when somebody asks. */
  gauge(name: string, read: () => number): void
  /** Numbers that somebody else counts, read when somebody asks. */
  observe(name: string, read: () => readonly NumberPoint[]): void
  read(): MetricPoints[]
}

/** Attributes may come from spans: hostile ones must not fill the memory. */
const MAX_SETS = 2000

export function createMetricRegistry(): MetricRegistry {
  const counts = new Map<string, Map<string, CountSeries>>()
  const distributions = new Map<string, Map<string, HistogramSeries>>()
  const observed = new Map<string, () => readonly NumberPoint[]>()

  return {
    count: (name, attributes = {}) =>
      seriesOf(counts, declared(name).name, attributes, (held) => new CountSeries(held)),
    distribution(name, attributes = {}) {
      const { buckets = [] } = declared(name)
      return seriesOf(distributions, name, attributes, (held) => new HistogramSeries(held, buckets))
    },
    gauge(name, read) {
      observed.set(declared(name).name, () => [{ attributes: {}, value: read() }])
    },
    observe(name, read) {
      observed.set(declared(name).name, read)
    },
    read() {
      const read: MetricPoints[] = []
      for (const metric of EVERY_METRIC) {
        const others = observed.get(metric.name)
        const sums = counts.get(metric.name)
        const histograms = distributions.get(metric.name)
        if (others !== undefined) read.push({ metric, kind: 'number', points: others() })
        else if (sums !== undefined) read.push({ metric, kind: 'number', points: [...sums.values()] })
        else if (histograms !== undefined)
          read.push({ metric, kind: 'histogram', points: [...histograms.values()] })
      }
      return read
    },
  }
}

class CountSeries implements Count, NumberPoint {
  readonly attributes: Attributes
  value = 0
  exemplar: Exemplar | undefined

  constructor(attributes: Attributes) {
    this.attributes = attributes
  }

  add(by: number, exemplar?: Exemplar): void {
    this.value += by
    if (exemplar !== undefined) this.exemplar = exemplar
  }
}

class HistogramSeries implements Distribution, HistogramPoint {
  readonly attributes: Attributes
  readonly bucketCounts: number[]
  readonly exemplars: (Exemplar | undefined)[]
  readonly #boundaries: readonly number[]
  sum = 0
  count = 0

  constructor(attributes: Attributes, boundaries: readonly number[]) {
    this.attributes = attributes
    this.#boundaries = boundaries
    this.bucketCounts = new Array(boundaries.length + 1).fill(0)
    this.exemplars = new Array(boundaries.length + 1).fill(undefined)
  }

  record(value: number, exemplar?: Exemplar): void {
    const above = this.#boundaries.findIndex((boundary) => value <= boundary)
    const bucket = above < 0 ? this.#boundaries.length : above
    this.bucketCounts[bucket] = (this.bucketCounts[bucket] ?? 0) + 1
    if (exemplar !== undefined) this.exemplars[bucket] = exemplar
    this.sum += value
    this.count++
  }
}

function declared(name: string): MetricDeclaration {
  const metric = EVERY_METRIC.find((known) => known.name === name)
  if (metric === undefined) throw new RangeError(`metric ${name} is not declared`)
  return metric
}

/** What sets of attributes beyond the limit become, as OpenTelemetry's SDKs name it. */
const OVERFLOW: Attributes = { 'otel.metric.overflow': true }

function seriesOf<Series>(
  all: Map<string, Map<string, Series>>,
  name: string,
  attributes: Attributes,
  make: (attributes: Attributes) => Series,
): Series {
  const bySet = all.get(name) ?? new Map<string, Series>()
  if (bySet.size === 0) all.set(name, bySet)
  const key = keyOf(attributes)
  const known = bySet.get(key)
  if (known !== undefined) return known
  if (bySet.size >= MAX_SETS && attributes !== OVERFLOW) return seriesOf(all, name, OVERFLOW, make)
  const made = make(attributes)
  bySet.set(key, made)
  return made
}

function keyOf(attributes: Attributes): string {
  return JSON.stringify(Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1)))
}
