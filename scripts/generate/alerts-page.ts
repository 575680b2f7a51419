import type { Alert } from '../../dashboards/src/alerts/alert.ts'
import { ALERT_GROUPS, type AlertGroup } from '../../dashboards/src/alerts/index.ts'
import { RUNBOOKS_URL } from '../../dashboards/src/alerts/runbook-address.ts'
import { markdownTable } from './markdown.ts'
import { GENERATED_MARKER, type Page } from './page.ts'

const INTRODUCTION = `# Alerts

Prometheus rules in [dashboards/prometheus/alerts.rules.yml](../dashboards/prometheus/alerts.rules.yml), with unit tests
for promtool beside them. In Kubernetes the same rules are a PrometheusRule,
[collector/kubernetes/alerts.yaml](../collector/kubernetes/alerts.yaml). Each alert has a
[runbook](../dashboards/runbooks.md).

- \`critical\` pages somebody now; \`warning\` waits for working hours. Alertmanager tells them apart by the label
  \`severity\`.
- Alerts on findings fire on the **first** finding, also in a fresh stack. \`increase()\` alone would miss it: it needs two
  samples, and takes the first value of a counter for its start. The expression therefore counts series that were not
  there ten minutes ago as what they are.
- They resolve ten minutes after the last finding. Several findings of one call, at several tails, are one alert.
- A finding that recovered, or that a larger one already says, has a lower severity and pages nobody
  ([rules.md](rules.md)).
- Every critical finding pages, also that of a rule that is newer than the rules file (\`ToolFindingCritical\`).

## What to know before you rely on them

- **How late.** A finding opens within seconds. The tail sends its counts every minute (\`metricIntervalMs\`; ten seconds in
  docker-compose.yml), Prometheus asks every 15 s, most alerts hold for a minute.
- **After a gap in a series** of up to an hour a count that comes back as it was is no news. When Prometheus was away
  for longer, older counts look new. In two tiers those of a tail look new at once when they move to another sampling
  Collector, or when that one gets another address.
- **A judge that restarts under its old name** and has found exactly as much as before, within one scrape, looks as if
  nothing had happened. Prometheus sees counts, not events. The log record and the finding span are there all the same.
- **Severity is that of the opening.** A reset that is found while its run goes on counts as critical; when the run
  recovers later, the closing record says so, and the page has gone out.

## The runbook's address

\`runbook_url\` is \`${RUNBOOKS_URL}#\` and the name in lower case: the dashboard *Runbooks* of
docker-compose.yml. Do you keep runbooks elsewhere: change \`RUNBOOKS_URL\` in dashboards/src/alerts/runbook-address.ts
and run \`npm run generate\`, or replace the address in the rules file.

## Change or add one

Alerts are data in dashboards/src/alerts. \`npm run generate\` writes the rules, their unit tests, the runbooks, the
dashboard of runbooks and this page. \`promtool test rules alerts.test.yml\` in dashboards/prometheus runs the tests.
\`npm test\` does so with the promtool of \`npm run test:stack -- --build\`, with one that \`PROMTOOL\` names, or with the
one that is installed, and says so where there is none. \`npm run test:stack\` sends one budget reset through a real
Collector, tail, Prometheus and Alertmanager to the webhook, and waits for a second page that must not come.`

const TITLES: Readonly<Record<string, string>> = {
  'toolspan-findings': 'What was found',
  'toolspan-shares': 'Shares that drift',
  'toolspan-own': 'What watches',
  'toolspan-tail': 'The tail service',
}

/** docs/alerts.md: how the alerts work, and a row for each. */
export function alertsPage(): Page {
  const content = [`<!-- ${GENERATED_MARKER} -->`, INTRODUCTION, ...ALERT_GROUPS.map(groupSection)].join(
    '\n\n',
  )
  return { path: 'docs/alerts.md', content: `${content}\n` }
}

function groupSection({ name, alerts }: AlertGroup): string {
  const table = markdownTable(['Alert', 'Fires when', 'Severity', 'Holds for'], alerts.map(alertRow))
  return `## ${TITLES[name] ?? name}\n\n${table}`
}

function alertRow({ name, summary, severity, holdsFor }: Alert): readonly string[] {
  return [`[\`${name}\`](../dashboards/runbooks.md#${name.toLowerCase()})`, summary, severity, holdsFor]
}
