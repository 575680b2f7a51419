import {
  BigValueColorMode,
  GraphThresholdsStyleConfigBuilder,
  GraphThresholdsStyleMode,
  ReduceDataOptionsBuilder,
  StackingConfigBuilder,
  StackingMode,
  VizLegendOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common'
import {
  DashboardLinkBuilder,
  DashboardLinkType,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard'
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus'
import { PanelBuilder as NumberPanel } from '@grafana/grafana-foundation-sdk/stat'
import { PanelBuilder as TablePanel } from '@grafana/grafana-foundation-sdk/table'
import { PanelBuilder as ChartPanel } from '@grafana/grafana-foundation-sdk/timeseries'
import { PROMETHEUS } from './datasources.ts'
import { jaegerSearch } from './jaeger.ts'

/** What every panel says. */
export interface PanelWords {
  readonly title: string
  /** What it shows, and what to do when it looks bad. */
  readonly description: string
  /** The alert whose runbook says what to do: it becomes a link of the panel. */
  readonly runbook?: string
}

export interface ChartQuery {
  readonly expr: string
  readonly legend: string
  /** Marks single calls, each of which leads to its trace. */
  readonly exemplars?: boolean
}

export interface Chart extends PanelWords {
  readonly unit: string
  readonly queries: readonly ChartQuery[]
  readonly stacked?: boolean
  /** A dashed line above which somebody should act. */
  readonly limit?: number
  /** Widths are of 24. */
  readonly width?: number
  /** Where a click on a series leads. */
  readonly links?: readonly DashboardLinkBuilder[]
}

const REF_IDS = 'ABCDEFGH'

/** Series over time. */
export function chart({
  title,
  description,
  unit,
  queries,
  stacked,
  limit,
  width = 12,
  links = [],
  runbook,
}: Chart): ChartPanel {
  const panel = new ChartPanel()
    .title(title)
    .description(description)
    .datasource(PROMETHEUS)
    .unit(unit)
    .min(0)
    .span(width)
    .height(8)
    .lineWidth(1)
    .fillOpacity(stacked === true ? 30 : 8)
    .legend(new VizLegendOptionsBuilder().showLegend(true))
    .links(runbookLinks(runbook))
    .dataLinks([...links])
  if (stacked === true) panel.stacking(new StackingConfigBuilder().mode(StackingMode.Normal))
  if (limit !== undefined) {
    panel
      .thresholds(steps(limit))
      .thresholdsStyle(new GraphThresholdsStyleConfigBuilder().mode(GraphThresholdsStyleMode.Dashed))
  }
  for (const [index, query] of queries.entries()) panel.withTarget(rangeQuery(query, REF_IDS.charAt(index)))
  return panel
}

export interface BigNumber extends PanelWords {
  readonly unit: string
  readonly expr: string
  /** From here on it is red. */
  readonly limit?: number
}

/** One number, as it is now. */
export function bigNumber({ title, description, unit, expr, limit, runbook }: BigNumber): NumberPanel {
  return new NumberPanel()
    .title(title)
    .description(description)
    .datasource(PROMETHEUS)
    .unit(unit)
    .span(6)
    .height(4)
    .noValue('0')
    .links(runbookLinks(runbook))
    .thresholds(steps(limit))
    .colorMode(limit === undefined ? BigValueColorMode.None : BigValueColorMode.Value)
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']))
    .withTarget(instantQuery(expr))
}

export interface CountTable extends PanelWords {
  readonly expr: string
  /** Labels in the order of the columns, with their headings. The number comes last. */
  readonly columns: Readonly<Record<string, string>>
  readonly number: string
  readonly width?: number
  /** Where a click on the number leads. */
  readonly links?: readonly DashboardLinkBuilder[]
}

/** A row for each set of labels, the largest number first. */
export function countTable({
  title,
  description,
  expr,
  columns,
  number,
  width = 12,
  links = [],
}: CountTable): TablePanel {
  const names = Object.keys(columns)
  return new TablePanel()
    .title(title)
    .description(description)
    .datasource(PROMETHEUS)
    .unit('short')
    .decimals(0)
    .span(width)
    .height(8)
    .dataLinks([...links])
    .withTarget(instantQuery(expr).format(PromQueryFormat.Table))
    .withTransformation({
      id: 'organize',
      options: {
        excludeByName: { Time: true },
        indexByName: Object.fromEntries([...names, 'Value'].map((name, index) => [name, index])),
        renameByName: { ...columns, Value: number },
      },
    })
    .withTransformation({ id: 'sortBy', options: { fields: {}, sort: [{ field: number, desc: true }] } })
}

export interface TraceTable extends PanelWords {
  readonly service: string
  readonly tags: Readonly<Record<string, string>>
  readonly width?: number
}

/** Traces that Jaeger finds by tag. Each row opens its trace: on the dashboard, or in Jaeger. */
export function traceTable({ title, description, service, tags, width = 12 }: TraceTable): TablePanel {
  return new TablePanel()
    .title(title)
    .description(description)
    .datasource(JAEGER_TABLE)
    .unit('short')
    .span(width)
    .height(9)
    .withTarget(jaegerSearch(service, tags))
    .overrideByName('Trace ID', [
      { id: 'links', value: [TRACE_HERE, TRACE_IN_JAEGER].map((link) => link.build()) },
    ])
    .overrideByName('Duration', [{ id: 'unit', value: 'µs' }])
}

/** A variable that Grafana puts in when somebody clicks. */
export function inGrafana(variable: string): string {
  return `\${${variable}}`
}

/** A link on a series or a cell. */
export function linkTo(title: string, url: string): DashboardLinkBuilder {
  return new DashboardLinkBuilder(title).type(DashboardLinkType.Link).url(url)
}

const JAEGER_TABLE = { type: 'jaeger', uid: '$jaeger_datasource' }
const VALUE = inGrafana('__value.raw')
const TRACE_HERE = linkTo(
  'Show the trace',
  `/d/toolspan-one-run?var-trace_id=${VALUE}&${inGrafana('__url_time_range')}`,
)
const TRACE_IN_JAEGER = linkTo('Open in Jaeger', `$jaeger_url/trace/${VALUE}`)

function runbookLinks(alert: string | undefined): DashboardLinkBuilder[] {
  if (alert === undefined) return []
  return [linkTo(`Runbook ${alert}`, `/d/toolspan-runbooks#${alert.toLowerCase()}`)]
}

function rangeQuery({ expr, legend, exemplars = false }: ChartQuery, refId: string): DataqueryBuilder {
  return new DataqueryBuilder()
    .datasource(PROMETHEUS)
    .refId(refId)
    .expr(expr)
    .legendFormat(legend)
    .range()
    .exemplar(exemplars)
}

function instantQuery(expr: string): DataqueryBuilder {
  return new DataqueryBuilder().datasource(PROMETHEUS).refId('A').expr(expr).instant()
}

function steps(limit: number | undefined): ThresholdsConfigBuilder {
  const red = limit === undefined ? [] : [{ color: 'red', value: limit }]
  return new ThresholdsConfigBuilder()
    .mode(ThresholdsMode.Absolute)
    .steps([{ color: 'green', value: null }, ...red])
}
