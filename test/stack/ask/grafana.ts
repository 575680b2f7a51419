import type { Dashboard, VariableModel } from '@grafana/grafana-foundation-sdk/dashboard'
import { queriesOf, type ShownPanel, type ShownQuery, variablesOf } from '../../dashboards/shown-panels.ts'
import type { JaegerApi } from './jaeger-api.ts'
import type { PrometheusApi } from './prometheus-api.ts'

/** What Grafana asks with: an hour, on a chart of the usual width, over data that is fetched every 15 s. */
const STEP_S = 15
const BUILT_IN: Readonly<Record<string, string>> = {
  // Grafana: the larger of four times the scrape interval, and the step with one scrape interval on top.
  __rate_interval: '60s',
  __interval: '15s',
  __range: '3600s',
}

export interface Grafana {
  readonly prometheus: PrometheusApi
  readonly jaeger: JaegerApi
}

/** What somebody has chosen for the variables of a dashboard. */
export type Chosen = Readonly<Record<string, string>>

/** The values that a dashboard offers for each variable that asks Prometheus. */
export async function offeredValues(
  { prometheus }: Grafana,
  board: Dashboard,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const offered: Record<string, readonly string[]> = {}
  let chosen: Chosen = {}
  for (const variable of variablesOf(board)) {
    if (variable.type !== 'query') continue
    const { selector, label } = askedBy(variable, chosen)
    const values = await prometheus.labelValues(label, selector)
    offered[variable.name] = values
    chosen = { ...chosen, [variable.name]: startValue(variable, values) }
  }
  return offered
}

/** What a dashboard starts with: `All` where there is one, else the first value. */
export function startChoice(board: Dashboard, offered: Readonly<Record<string, readonly string[]>>): Chosen {
  return Object.fromEntries(
    variablesOf(board).flatMap((variable) =>
      variable.type === 'query' ? [[variable.name, startValue(variable, offered[variable.name] ?? [])]] : [],
    ),
  )
}

function startValue({ includeAll, allValue }: VariableModel, values: readonly string[]): string {
  return includeAll === true ? (allValue ?? '.*') : (values[0] ?? '')
}

function askedBy({ name, query }: VariableModel, chosen: Chosen) {
  const { selector, label } =
    /^label_values\((?<selector>.+), (?<label>\w+)\)$/.exec(String(query))?.groups ?? {}
  if (selector === undefined || label === undefined) throw new Error(`variable ${name} asks for no label`)
  return { selector: filled(selector, chosen), label }
}

/** The text with variables as Grafana fills them in. */
export function filled(text: string, chosen: Chosen): string {
  return text.replaceAll(/\$\{?(\w+)\}?/g, (whole, name: string) => BUILT_IN[name] ?? chosen[name] ?? whole)
}

/** Asks what the panel asks; true for each query that gives the panel something to show. */
export function answersOf(grafana: Grafana, shown: ShownPanel, chosen: Chosen): Promise<readonly boolean[]> {
  return Promise.all(queriesOf(shown).map((query) => hasAnswer(grafana, shown, query, chosen)))
}

async function hasAnswer(
  { prometheus, jaeger }: Grafana,
  { panel, place }: ShownPanel,
  { expr, queryType, service = '', tags = '', query = '' }: ShownQuery,
  chosen: Chosen,
): Promise<boolean> {
  if (expr !== undefined) {
    const asked = filled(expr, chosen)
    const series =
      panel.type === 'timeseries' ? await prometheus.range(asked, STEP_S) : await prometheus.instant(asked)
    return series.some(({ values }) => values.length > 0)
  }
  if (queryType === 'search')
    return (await jaeger.search(filled(service, chosen), filled(tags, chosen))).length > 0
  if (query === '') throw new Error(`${place} asks for nothing`)
  return (await jaeger.trace(filled(query, chosen))) !== undefined
}
