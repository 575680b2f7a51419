import type { Builder, Dataquery } from '@grafana/grafana-foundation-sdk/cog'
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/dashboard'
import { JAEGER } from './datasources.ts'

// The foundation SDK knows neither Jaeger queries nor the traces panel. These are the shapes that Grafana's Jaeger
// data source reads (facts: its types, version 13.0.1).

/** A query of Jaeger as Grafana stores it. */
export interface JaegerQuery extends Dataquery {
  readonly refId: string
  readonly datasource: typeof JAEGER
  readonly queryType?: 'search'
  readonly service?: string
  readonly tags?: string
  readonly limit?: number
  readonly query?: string
}

/** Traces of a service whose spans carry all of the tags. Answers a table: trace, name, start, duration. */
export function jaegerSearch(service: string, tags: Readonly<Record<string, string>>): Builder<JaegerQuery> {
  const pairs = Object.entries(tags).map(([name, value]) => `${name}="${value}"`)
  return built({
    refId: 'A',
    datasource: JAEGER,
    queryType: 'search',
    service,
    tags: pairs.join(' '),
    limit: 50,
  })
}

/** One trace, for the traces panel. */
export function jaegerTrace(id: string): Builder<JaegerQuery> {
  return built({ refId: 'A', datasource: JAEGER, query: id })
}

/** Shows the one trace that its query names. */
export class TracesPanelBuilder extends PanelBuilder {
  constructor() {
    super()
    this.type('traces')
  }
}

function built(query: Omit<JaegerQuery, '_implementsDataqueryVariant'>): Builder<JaegerQuery> {
  // A function is no part of JSON: the mark of the SDK's type does not reach the file.
  return { build: () => ({ ...query, _implementsDataqueryVariant: () => {} }) }
}
