import type { SuccessEnvelope } from '../envelope/success-envelope.ts'
import type { ToolResult } from '../tool-result.ts'
import { toolResult } from './tool-result-text.ts'
import { given } from './usable-options.ts'

/** What an action states that was carried out. */
export interface Completed {
  /** What was done, for the model. */
  readonly message?: string
  /** What the action left behind: an id, the new record. Written under `results`. */
  readonly results?: readonly unknown[]
}

/** An action that was carried out. It is no look-up, so it has neither count nor coverage. */
export function completed(options: Completed = {}): ToolResult<SuccessEnvelope> {
  const { message, results } = given(options)
  return toolResult({
    status: 'completed',
    ...(typeof message === 'string' && { message }),
    ...(results === undefined || results === null
      ? {}
      : { results: Array.isArray(results) ? [...results] : [results] }),
  })
}
