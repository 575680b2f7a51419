import type { Dashboard, VariableModel } from '@grafana/grafana-foundation-sdk/dashboard'
import { inGrafana } from './panels.ts'

/** A data source that Grafana asks for when somebody imports a dashboard. */
export interface DashboardInput {
  readonly name: string
  readonly label: string
  readonly type: 'datasource'
  readonly pluginId: string
  readonly pluginName: string
}

/** A dashboard as people pass it on. */
export type ImportableDashboard = Dashboard & {
  readonly __inputs: readonly DashboardInput[]
  readonly __requires: readonly Readonly<Record<string, string>>[]
}

const PLUGIN_NAMES: Readonly<Record<string, string>> = { prometheus: 'Prometheus', jaeger: 'Jaeger' }

/** The dashboard as a file for Grafana's import page, which asks which data sources its variables start with. */
export function importable(dashboard: Dashboard): ImportableDashboard {
  const variables = dashboard.templating.list ?? []
  const inputs = variables.flatMap(inputOf)
  return {
    __inputs: inputs,
    __requires: [
      { type: 'grafana', id: 'grafana', name: 'Grafana', version: '12.0.0' },
      ...inputs.map(({ pluginId, pluginName }) => ({
        type: 'datasource',
        id: pluginId,
        name: pluginName,
        version: '1.0.0',
      })),
    ],
    ...dashboard,
    templating: { list: variables.map(startingWithInput) },
  }
}

function inputOf({ name, label, type, query }: VariableModel): readonly DashboardInput[] {
  if (type !== 'datasource' || typeof query !== 'string') return []
  return [
    {
      name: name.toUpperCase(),
      label: label ?? name,
      type: 'datasource',
      pluginId: query,
      pluginName: PLUGIN_NAMES[query] ?? query,
    },
  ]
}

function startingWithInput(variable: VariableModel): VariableModel {
  const [input] = inputOf(variable)
  if (input === undefined) return variable
  const placed = inGrafana(input.name)
  return { ...variable, current: { text: placed, value: placed } }
}
