import type { Alert } from './alert.ts'
import { EVERY_ALERT } from './index.ts'

const INTRODUCTION = `# Runbooks

One section for each alert of [alerts.rules.yml](prometheus/alerts.rules.yml): what it means, what to look at, what
to do. An alert with the severity \`critical\` pages; one with \`warning\` waits for working hours. Alerts on findings fire
on the first one and resolve ten minutes after the last. Grafana shows the same sections on the dashboard *Runbooks*.

When Prometheus was away for more than an hour, and when the counts of a tail come by another sampling Collector than
before, older counts look new: such alerts may fire once more. Compare the time of the newest
finding on the dashboard *One run* with that of the alert.`

/** dashboards/runbooks.md, without the line that says that it is generated. */
export function runbooks(): string {
  return [INTRODUCTION, ...EVERY_ALERT.map((alert) => `## ${alert.name}\n\n${runbook(alert)}`)].join('\n\n')
}

/** One runbook without its heading. */
export function runbook({ severity, summary, means, lookAt, todo }: Alert): string {
  return [
    `**${severity}.** ${summary}`,
    `**What it means.** ${means}`,
    `**What to look at.**\n\n${list(lookAt, () => '-')}`,
    `**What to do.**\n\n${list(todo, (index) => `${index + 1}.`)}`,
  ].join('\n\n')
}

function list(items: readonly string[], mark: (index: number) => string): string {
  return items.map((item, index) => `${mark(index)} ${item}`).join('\n')
}
