import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard'
import { everyBoard } from '../../dashboards/src/boards/index.ts'
import { markdownTable } from './markdown.ts'
import { GENERATED_MARKER, type Page } from './page.ts'

const INTRODUCTION = `# Dashboards

For Grafana, over Prometheus and Jaeger. They are written in TypeScript (dashboards/src), and \`npm run generate\` writes
the JSON; nobody edits that by hand.

- **Provisioned:** [dashboards/provisioned](../dashboards/provisioned), with data sources and the provider in
  [dashboards/provisioning](../dashboards/provisioning). docker-compose.yml mounts both.
- **Imported:** [dashboards/importable](../dashboards/importable). Grafana's import page asks for the two data sources.

A rule or a tool that is added later shows up without an edit: charts group by rule and by tool.

## What they need

- **Metrics under the names of the Collector's Prometheus exporter** with
  \`translation_strategy: UnderscoreEscapingWithSuffixes\`, and the label \`service_name\` on each series, as
  [collector/single.yaml](../collector/single.yaml) sets up. The exporter of the JavaScript SDK leaves units out of names.
- **Span metrics** (\`traces_span_metrics_*\`) with the dimensions of that file. Tries by layer and owner, and durations,
  come from there, so they work for servers in every language that emit the attributes.
- **Jaeger 2.20.0 or older.** Newer ones lack the search that Grafana's Jaeger data source sends. Links into Jaeger's own
  page work with any version.
- **Exemplars**, to get from a chart to a trace: Prometheus with \`--enable-feature=exemplar-storage\`.
- **Counters that begin at zero**, where agents run once and end:
  \`--enable-feature=created-timestamp-zero-ingestion\`. Without it their calls are no rate: the charts stay flat.

With head sampling in the services, span metrics count what is sampled; *Calls*, *Results* and *Answers* come from
counters in the process and stay complete.

## How they are checked

Without Grafana: types of the foundation SDK, the rules of Grafana's dashboard linter, PromQL by Prometheus' own grammar,
every series and label against the list of declared metrics, variables, links, ids and layout.

On real data, with \`npm run test:stack\` ([production.md](production.md#what-is-tested-and-what-is-not)): while agents
work every panel shows something but for those that need an incident
([the list](../test/dashboards/need-an-incident.ts)); the test then makes one, and every query of every panel and every
variable has to return data. Searches go to a real Jaeger, and exemplars have to lead to traces.

What no test here shows is how Grafana draws them. Look once per release, with \`docker-compose --profile demo up\`:

1. Grafana lists six dashboards in the folder Toolspan, and no data source reports a fault.
2. *Tool calls*: a diamond on a duration opens a trace.
3. *Retries and budgets*: a click on a number in the table of findings opens *One run* with that rule.
4. *One run*: a click on a trace shows it below, with the bar of the finding.
5. The alert that fired is a red mark on the charts, and \`docker-compose logs alert-printer\` shows it once.`

/** docs/dashboards.md: what the dashboards need and how they are checked, and a row for each panel. */
export function dashboardsPage(): Page {
  const content = [`<!-- ${GENERATED_MARKER} -->`, INTRODUCTION, ...everyBoard().map(section)].join('\n\n')
  return { path: 'docs/dashboards.md', content: `${content}\n` }
}

function section({ title = '', description = '', panels = [] }: Dashboard): string {
  const rows = panels.flatMap((panel) =>
    panel.type === 'row' || panel.type === 'text' || !('description' in panel)
      ? []
      : [[panel.title ?? '', panel.description ?? '']],
  )
  const table = rows.length === 0 ? [] : [markdownTable(['Panel', 'What it shows, what to do'], rows)]
  return [`## ${title.replace('Toolspan: ', '')}`, description, ...table].join('\n\n')
}
