/** A selector: the series with its matchers, or bare. */
export function select(series: string, ...matchers: readonly string[]): string {
  return matchers.length === 0 ? series : `${series}{${matchers.join(',')}}`
}

/** How fast counters grow, summed by labels. The interval follows the width of the panel. */
export function rateBy(labels: readonly string[], selector: string): string {
  return `sum by (${labels.join(', ')}) (rate(${selector}[$__rate_interval]))`
}

/** The share of `part` in `whole`, both grouped by the same labels; nothing where the whole is nothing. */
export function share(part: string, whole: string): string {
  return `${part} / (${whole} > 0)`
}

/**
 * What counters grew by in the last ten minutes, also where a series has just been born: `increase()` needs two
 * samples and takes a counter's first value for its start, so it says nothing of the first event of all. Ten minutes
 * after its last event a series is silent again.
 */
export function newEvents(labels: readonly string[], selector: string): string {
  return `sum by (${labels.join(', ')}) (increase(${selector}[10m]) > 0 or (${selector} unless ${selector} offset 10m) > 0)`
}
