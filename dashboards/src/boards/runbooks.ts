import { TextMode, PanelBuilder as TextPanel } from '@grafana/grafana-foundation-sdk/text'
import { EVERY_ALERT } from '../alerts/index.ts'
import { runbook } from '../alerts/runbooks.ts'
import { board } from '../board.ts'

/** The runbooks, where an alert's link leads. */
export const runbooksBoard = () =>
  board({
    name: 'runbooks',
    title: 'Toolspan: Runbooks',
    description: 'What each alert means, what to look at, what to do.',
    variables: [],
    rows: [
      {
        title: 'Alerts',
        panels: EVERY_ALERT.map((alert) =>
          new TextPanel()
            .title(alert.name)
            .description(`What to do when ${alert.name} fires.`)
            .mode(TextMode.Markdown)
            .content(runbook(alert))
            .span(12)
            .height(14),
        ),
      },
    ],
  })
