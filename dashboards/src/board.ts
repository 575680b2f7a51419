import type { Builder } from '@grafana/grafana-foundation-sdk/cog'
import {
  AnnotationQueryBuilder,
  type Dashboard,
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  type Panel,
  RowBuilder,
  type VariableModel,
} from '@grafana/grafana-foundation-sdk/dashboard'
import { jaegerVariable, PROMETHEUS, prometheusVariable } from './datasources.ts'
import { finish } from './finish.ts'
import { ALERTS } from './foreign-series.ts'
import { select } from './promql.ts'
import { LABEL } from './series.ts'

/** One row of panels under a heading. */
export interface BoardRow {
  readonly title: string
  readonly panels: readonly Builder<Panel>[]
}

export interface Board {
  /** What it is called after `toolspan-` in addresses and file names. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** Variables on top of the two data sources. */
  readonly variables: readonly Builder<VariableModel>[]
  readonly rows: readonly BoardRow[]
}

/** The tag by which the dashboards find one another. */
const TAG = 'toolspan'
const FIRING = select(ALERTS, 'alertstate="firing"', 'alertname=~"Tool.+"')

/** A dashboard with what all of them share: data sources, links to the others, marks where alerts fired. */
export function board({ name, title, description, variables, rows }: Board): Dashboard {
  const builder = new DashboardBuilder(title)
    .uid(`toolspan-${name}`)
    .description(description)
    .tags([TAG])
    .readonly()
    .tooltip(DashboardCursorSync.Crosshair)
    .time({ from: 'now-1h', to: 'now' })
    .refresh('30s')
    .timezone('browser')
  for (const variable of [prometheusVariable(), jaegerVariable(), ...variables])
    builder.withVariable(variable)
  builder
    .link(
      new DashboardLinkBuilder('Toolspan')
        .type(DashboardLinkType.Dashboards)
        .tags([TAG])
        .includeVars(true)
        .keepTime(true),
    )
    .annotation(
      new AnnotationQueryBuilder()
        .name('Firing alerts')
        .datasource(PROMETHEUS)
        .enable(true)
        .iconColor('red')
        .expr(FIRING)
        .step('60s')
        .titleFormat('{{alertname}}')
        .textFormat(`{{${LABEL.originService}}} {{${LABEL.tool}}} {{${LABEL.service}}}`),
    )
  for (const row of rows) {
    builder.withRow(new RowBuilder(row.title))
    for (const panel of row.panels) builder.withPanel(panel)
  }
  return finish(builder.build())
}
