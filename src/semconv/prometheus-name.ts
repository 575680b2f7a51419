import type { MetricDeclaration } from './declaration.ts'

/** What a metric needs to have for a name in Prometheus. */
export type NamedMetric = Pick<MetricDeclaration, 'name' | 'unit' | 'instrument'>

/** UCUM units as Prometheus spells them (OpenTelemetry's compatibility page for Prometheus). */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['s', 'seconds'],
  ['ms', 'milliseconds'],
  ['By', 'bytes'],
])

/** What a histogram is stored as. */
const HISTOGRAM_PARTS = ['_bucket', '_sum', '_count']

/**
 * The name of a metric in Prometheus, as the Collector's exporter writes it with the translation strategy
 * `UnderscoreEscapingWithSuffixes`: dots become underscores, then unit, then `_total` for a counter. A unit in
 * braces counts things and is left out; `1` makes a gauge a `_ratio`. A histogram is queried by its parts: see
 * `prometheusSeries`. Throws a RangeError for a unit that it does not know.
 */
export function prometheusName({ name, unit, instrument }: NamedMetric): string {
  const words = name.split(/[^a-zA-Z0-9]+/).filter((word) => word !== '')
  const unitWord = unitWordOf(name, unit)
  if (unitWord !== undefined && !words.includes(unitWord)) words.push(unitWord)
  if (instrument === 'counter') return [...words.filter((word) => word !== 'total'), 'total'].join('_')
  if (instrument === 'gauge' && unit === '1') {
    return [...words.filter((word) => word !== 'ratio'), 'ratio'].join('_')
  }
  return words.join('_')
}

/** The names of the series that Prometheus stores for a metric: one, or the three parts of a histogram. */
export function prometheusSeries(metric: NamedMetric): readonly string[] {
  const name = prometheusName(metric)
  return metric.instrument === 'histogram' ? HISTOGRAM_PARTS.map((part) => `${name}${part}`) : [name]
}

/** The label that an attribute becomes in Prometheus. */
export function prometheusLabel(attribute: string): string {
  return attribute.replaceAll(/[^a-zA-Z0-9_]+/g, '_')
}

function unitWordOf(name: string, unit: string): string | undefined {
  if (unit === '1' || unit === '' || /^\{[^}]*\}$/.test(unit)) return undefined
  const word = UNITS.get(unit)
  if (word === undefined) {
    const known = [...UNITS.keys(), '1', '{thing}'].join(', ')
    throw new RangeError(`unit of metric ${name}: expected one of ${known}, got "${unit}"`)
  }
  return word
}
