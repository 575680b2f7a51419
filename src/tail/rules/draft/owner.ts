import type { Layer } from '../../../semconv/attributes/run.ts'
import type { Budget } from '../../model/budget.ts'
import { CLIENT_SETTINGS, type ClientSettings } from './client-settings.ts'

/** What switches off the retries of a layer whose library is not known. */
const OFF_SWITCH: Partial<Record<Layer, string>> = {
  agent: 'let the error tell the agent that asking again is of no use',
  llm_sdk: 'set maxRetries of the model client to 0',
  http: 'switch the retries of the HTTP client off',
  mcp_client: 'stop repeating the MCP call',
  queue: 'set the attempts of the queue to 1',
  framework: 'switch the retries of the framework off',
  gateway: 'switch the retries of the gateway off',
}

interface Owned {
  readonly budgets: readonly Budget[]
}

/** The owner of a layer in the words of the application, else its library, else what kind of layer it is. */
export function nameOfOwner({ budgets }: Owned): string {
  const owner = budgets.find((budget) => budget.owner !== undefined)?.owner
  if (owner !== undefined) {
    const others = budgets.filter((budget) => budget.owner !== undefined && budget.owner !== owner)
    return others.length === 0 ? owner : `${owner} and ${new Set(others.map(({ owner }) => owner)).size} more`
  }
  const layer = budgets[0]?.layer ?? '_OTHER'
  return settingsOf({ budgets })?.name ?? (layer === '_OTHER' ? 'an unnamed layer' : `the ${layer} layer`)
}

/** What to change so that the layer makes one try. */
export function settingToStop(owned: Owned): string {
  const [budget] = owned.budgets
  if (budget?.owner !== undefined) return `set maxAttempts of ${nameOfOwner(owned)} to 1`
  const known = settingsOf(owned)
  if (known !== undefined) return `switch the retries of ${known.name} off (${known.off})`
  return (budget && OFF_SWITCH[budget.layer]) ?? `make one try in ${nameOfOwner(owned)}`
}

/** Where people say which failures the layer repeats; undefined where that is not known. */
export function settingToFilter(owned: Owned): string | undefined {
  return settingsOf(owned)?.filter
}

/** The library of a layer that declares no owner. */
function settingsOf({ budgets }: Owned): ClientSettings | undefined {
  const [budget] = budgets
  const client = budget?.owner === undefined ? budget?.client : undefined
  return client === undefined ? undefined : CLIENT_SETTINGS[client]
}
