import type { Alert } from './alert.ts'
import { ALERT_GROUPS } from './index.ts'
import { runbookAddress } from './runbook-address.ts'

/** One alerting rule, as Prometheus reads it. */
export interface AlertingRule {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

/** What a Prometheus rules file holds, and the `spec` of a PrometheusRule. */
export interface RulesFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly AlertingRule[] }[]
}

/** dashboards/prometheus/alerts.rules.yml. */
export function rulesFile(): RulesFile {
  return { groups: ALERT_GROUPS.map(({ name, alerts }) => ({ name, rules: alerts.map(alertingRule) })) }
}

export function alertingRule({ name, expr, holdsFor, severity, summary, description }: Alert): AlertingRule {
  return {
    alert: name,
    expr,
    for: holdsFor,
    labels: { severity },
    annotations: { summary, description, runbook_url: runbookAddress(name) },
  }
}
