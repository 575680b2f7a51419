import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard'

/**
 * Puts right what the SDK leaves (0.0.21): panels and rows get ids, which deep links and alerts name; links lose the
 * `placement` that would hide them in a menu and that no call of the builders unsets. What is left is what JSON holds.
 */
export function finish(dashboard: Dashboard): Dashboard {
  const { panels = [] } = dashboard
  const numbered = { ...dashboard, panels: panels.map((panel, index) => ({ ...panel, id: index + 1 })) }
  return JSON.parse(JSON.stringify(numbered, withoutMenu))
}

function withoutMenu(key: string, value: unknown): unknown {
  return key === 'placement' && value === 'inControlsMenu' ? undefined : value
}
