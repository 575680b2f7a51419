import type { DataSourceRef } from '@grafana/grafana-foundation-sdk/common'
import {
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  TextBoxVariableBuilder,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard'
import { select } from './promql.ts'
import { LABEL, SERIES } from './series.ts'

/** Both data sources are picked on the dashboard, so that one file serves every Grafana. */
export const PROMETHEUS: DataSourceRef = { type: 'prometheus', uid: '$prometheus_datasource' }
export const JAEGER: DataSourceRef = { type: 'jaeger', uid: '$jaeger_datasource' }

export const prometheusVariable = () =>
  new DatasourceVariableBuilder('prometheus_datasource').label('Prometheus data source').type('prometheus')

export const jaegerVariable = () =>
  new DatasourceVariableBuilder('jaeger_datasource').label('Jaeger data source').type('jaeger')

/** The services whose calls are shown. */
export const serviceVariable = () =>
  valuesOf('service', 'Service', SERIES.spanCalls, LABEL.service).multi(true).includeAll(true).allValue('.+')

/** The tools that are shown. `All` takes in what carries no name of a tool. */
export const toolVariable = () =>
  valuesOf('tool', 'Tool', select(SERIES.spanCalls, OF_SERVICE, `${LABEL.tool}!=""`), LABEL.tool)
    .multi(true)
    .includeAll(true)
    .allValue('.*')

/** Findings that there were. A judge also writes a zero for each rule, which names nobody. */
const MADE_FINDINGS = select(SERIES.findings, `${LABEL.originService}!=""`)

/** The rule whose findings are listed: whatever rules have fired, newer ones too. */
export const ruleVariable = () => valuesOf('rule', 'Rule', MADE_FINDINGS, LABEL.rule)

/** Who judged: the tail service, or an agent with a processor of its own. Jaeger keeps findings under this name. */
export const judgeVariable = () => valuesOf('judge', 'Judge', MADE_FINDINGS, LABEL.service)

export const traceVariable = () => new TextBoxVariableBuilder('trace_id').label('Trace').defaultValue('')

/** Where people open Jaeger itself. */
export const jaegerAddressVariable = () =>
  new TextBoxVariableBuilder('jaeger_url').label('Address of Jaeger').defaultValue('http://localhost:16686')

/** The matchers that the variables stand for. */
export const OF_SERVICE = `${LABEL.service}=~"$service"`
export const OF_TOOL = `${LABEL.tool}=~"$tool"`
export const FROM_SERVICE = `${LABEL.originService}=~"$service"`

function valuesOf(name: string, label: string, series: string, from: string): QueryVariableBuilder {
  return new QueryVariableBuilder(name)
    .label(label)
    .datasource(PROMETHEUS)
    .query(`label_values(${series}, ${from})`)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.AlphabeticalAsc)
}
