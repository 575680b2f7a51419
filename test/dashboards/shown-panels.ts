import type { Dashboard, Panel, VariableModel } from '@grafana/grafana-foundation-sdk/dashboard'
import { everyBoard } from '../../dashboards/src/boards/index.ts'

/** A panel and the dashboard that it stands on. */
export interface ShownPanel {
  readonly board: Dashboard
  readonly panel: Panel
  /** `dashboard / panel`, to name it in a failure. */
  readonly place: string
}

/** What a query of a panel holds, whichever data source it is for. */
export interface ShownQuery {
  readonly refId?: string
  readonly expr?: string
  readonly legendFormat?: string
  readonly queryType?: string
  readonly service?: string
  readonly tags?: string
  readonly exemplar?: boolean
  /** The id of a trace, for Jaeger. */
  readonly query?: string
}

export const BOARDS: readonly Dashboard[] = everyBoard()

/** Every panel of every dashboard, rows left out. */
export const PANELS: readonly ShownPanel[] = BOARDS.flatMap((board) =>
  (board.panels ?? []).flatMap((panel) =>
    panel.type === 'row' ? [] : [{ board, panel, place: `${board.title} / ${panel.title ?? ''}` }],
  ),
)

export function queriesOf({ panel }: ShownPanel): readonly ShownQuery[] {
  // The SDK's type of a query is empty: what counts is what JSON holds.
  return JSON.parse(JSON.stringify(panel.targets ?? []))
}

export function variablesOf(board: Dashboard): readonly VariableModel[] {
  return board.templating.list ?? []
}

/** Every PromQL expression of the panels, with its place. */
export const EXPRESSIONS: readonly {
  readonly place: string
  readonly expr: string
  readonly board: Dashboard
}[] = PANELS.flatMap((shown) =>
  queriesOf(shown).flatMap(({ expr }) =>
    expr === undefined ? [] : [{ place: shown.place, expr, board: shown.board }],
  ),
)
