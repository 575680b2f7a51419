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
 * What counters grew by in a time, also where a series has just been born: `increase()` needs two samples and takes a
 * counter's first value for its start, so it says nothing of the first event of all. What was not there before has
 * grown by all that it is, exactly; `increase()` guesses at the ends. When the time has passed since its last event, a
 * series is silent again.
 */
export function newEvents(labels: readonly string[], selector: string, within: string): string {
  return bornOrGrown(labels, selector, born(selector, within), within)
}

/**
 * The same for alerts. A series that was away and comes back as it was is no news: a scrape that failed, or a Collector
 * that was started anew, ends a series with a mark, and ten minutes later it would look newly born. So what was last
 * seen within the hour before counts, and not what was there at that very moment.
 */
export function news(labels: readonly string[], selector: string): string {
  const old = `${selector} == last_over_time(${selector}[1h] offset 10m)`
  return bornOrGrown(labels, selector, `${selector} unless ${old}`, '10m')
}

function bornOrGrown(labels: readonly string[], selector: string, isNew: string, within: string): string {
  return `sum by (${labels.join(', ')}) ((${isNew}) > 0 or increase(${selector}[${within}]) > 0)`
}

/** What counters grew by in the range that a dashboard shows. */
export function eventsInRange(labels: readonly string[], selector: string): string {
  return newEvents(labels, selector, '$__range')
}

/** What counters grew by from point to point of a chart. */
export function eventsOverTime(labels: readonly string[], selector: string): string {
  return newEvents(labels, selector, '$__rate_interval')
}

/** A quantile of a histogram, by labels. */
export function quantileBy(quantile: number, labels: readonly string[], buckets: string): string {
  return `histogram_quantile(${quantile}, ${rateBy(['le', ...labels], buckets)})`
}

/** A quantile of a histogram of rare events, whose series are mostly born with the only event that they count. */
export function quantileOfEvents(quantile: number, labels: readonly string[], buckets: string): string {
  const within = '$__rate_interval'
  const grown = `(${born(buckets, within)}) or increase(${buckets}[${within}])`
  return `histogram_quantile(${quantile}, sum by (${['le', ...labels].join(', ')}) (${grown}))`
}

/** Series that were not there so long ago. */
function born(selector: string, within: string): string {
  return `${selector} unless ${selector} offset ${within}`
}
