import type { DocsRow } from '../docs-row.ts'
import type { Mark } from './mark.ts'

/** Stop reasons of model providers for an answer that ran into its cap. */
const CAPPED = new Set<unknown>(['length', 'max_tokens', 'MAX_TOKENS', 'max_output_tokens', 'model_length'])

/** What people read of it. */
export const cutFlagRow: DocsRow = {
  matches: 'a flag, a list of shortened fields or a stop reason that says that something was cut',
  means: '`truncated`, and coverage is `partial`',
}

/** A flag or the name of a field that says that something was cut. */
export const cutFlag: Mark = {
  id: 'cut-flag',
  needs: ['fields'],
  apply(draft, { survey }, signals) {
    if (survey === undefined) return
    const { truncated, cutFields, stopReason } = survey.roles
    const isCut =
      truncated === true || (Array.isArray(cutFields) && cutFields.length > 0) || CAPPED.has(stopReason)
    if (isCut) {
      draft.truncated ??= true
      signals.isPartial = true
    } else if (truncated === false) draft.truncated ??= false
  },
}
