/** Whom an alert is for: `critical` pages somebody now, `warning` waits for working hours. */
export type AlertSeverity = 'critical' | 'warning'

/** One alert with its runbook. The rules file, the runbooks and the docs are generated from it. */
export interface Alert {
  /** Area and symptom. Its runbook is found under the same name in lower case. */
  readonly name: string
  readonly severity: AlertSeverity
  /** How long it has to hold, as Prometheus writes durations. */
  readonly holdsFor: string
  readonly expr: string
  /** One sentence without labels. */
  readonly summary: string
  /** What happened, with labels of the expression put in by `label()`. */
  readonly description: string
  readonly means: string
  readonly lookAt: readonly string[]
  readonly todo: readonly string[]
}

/** A label inside a description, or other words where the series has no such label. */
export function label(name: string, otherwise?: string): string {
  return otherwise === undefined ? `{{ $labels.${name} }}` : `{{ or $labels.${name} "${otherwise}" }}`
}

const LABEL_IN_TEXT = /\{\{ (?:or )?\$labels\.(?<name>\w+)(?: "(?<otherwise>[^"]*)")? \}\}/g

/** A description as Prometheus writes it for an alert with these labels. */
export function withLabels(description: string, labels: Readonly<Record<string, string>>): string {
  return description.replaceAll(
    LABEL_IN_TEXT,
    (_, name: string, otherwise: string | undefined) => labels[name] ?? otherwise ?? '',
  )
}
