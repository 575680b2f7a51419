import { type Alert, withLabels } from './alert.ts'
import { EVERY_ALERT } from './index.ts'
import { alertingRule } from './rules-file.ts'

/** One thing that an alert has to do, as series over time and the minutes at which it fires or is quiet. */
export interface AlertCase {
  /** The behaviour in plain words. */
  readonly name: string
  readonly alert: string
  /** Series with their values, one a minute, in promtool's notation. */
  readonly series: Readonly<Record<string, string>>
  readonly quietAt: readonly number[]
  readonly firesAt: readonly number[]
  /** The labels of each alert that fires, without the severity. */
  readonly firing?: readonly Readonly<Record<string, string>>[]
}

/** A unit test as promtool reads it. */
export interface PromtoolTest {
  readonly name: string
  readonly interval: string
  readonly input_series: readonly { readonly series: string; readonly values: string }[]
  readonly alert_rule_test: readonly {
    readonly eval_time: string
    readonly alertname: string
    readonly exp_alerts: readonly {
      readonly exp_labels: Readonly<Record<string, string>>
      readonly exp_annotations: Readonly<Record<string, string>>
    }[]
  }[]
}

/** The case as promtool reads it, with all labels and annotations of each alert. */
export function promtoolTest({
  name,
  alert,
  series,
  quietAt,
  firesAt,
  firing = [{}],
}: AlertCase): PromtoolTest {
  const declared = alertNamed(alert)
  const { labels, annotations } = alertingRule(declared)
  const expected = firing.map((own) => ({
    exp_labels: { ...labels, ...own },
    exp_annotations: { ...annotations, description: withLabels(declared.description, own) },
  }))
  return {
    name: `${alert}: ${name}`,
    interval: '1m',
    input_series: Object.entries(series).map(([selector, values]) => ({ series: selector, values })),
    alert_rule_test: [
      ...quietAt.map((minute) => ({ eval_time: `${minute}m`, alertname: alert, exp_alerts: [] })),
      ...firesAt.map((minute) => ({ eval_time: `${minute}m`, alertname: alert, exp_alerts: expected })),
    ],
  }
}

function alertNamed(name: string): Alert {
  const alert = EVERY_ALERT.find((declared) => declared.name === name)
  if (alert === undefined) throw new RangeError(`alert ${name} is not declared`)
  return alert
}
