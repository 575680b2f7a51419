import type { Layer } from '../../../semconv/attributes/run.ts'
import type { Budget } from '../../model/budget.ts'

/** The setting that switches a client's own retries off (facts/retry-layers.md 5.2). */
const OFF_SWITCH: Partial<Record<Layer, string>> = {
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

/** The owner of a layer in the words of the application, else what kind of layer it is. */
export function nameOfOwner({ budgets }: Owned): string {
  const owners = new Set(budgets.map((budget) => budget.owner).filter((owner) => owner !== undefined))
  const [owner] = owners
  const layer = budgets[0]?.layer ?? '_OTHER'
  if (owner === undefined) return layer === '_OTHER' ? 'an unnamed layer' : `the ${layer} layer`
  return owners.size === 1 ? owner : `${owner} and ${owners.size - 1} more`
}

/** What to change so that the layer makes one try. */
export function settingToStop(owned: Owned): string {
  const [budget] = owned.budgets
  if (budget?.owner !== undefined) return `set maxAttempts of ${nameOfOwner(owned)} to 1`
  return (budget && OFF_SWITCH[budget.layer]) ?? `make one try in ${nameOfOwner(owned)}`
}
