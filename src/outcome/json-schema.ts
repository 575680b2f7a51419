import { errorContextSchema } from './envelope/error-context.ts'
import { successEnvelopeSchema } from './envelope/success-envelope.ts'

/**
 * The envelopes as JSON Schema (draft 2020-12), by the name of the file under `docs/schema/` that holds each.
 * Keys beside those listed are allowed: readers keep them.
 */
export function envelopeJsonSchemas(): Record<string, object> {
  return {
    'error-context.schema.json': { title: 'Toolspan error context', ...errorContextSchema.toJSONSchema() },
    'success-envelope.schema.json': {
      title: 'Toolspan success envelope',
      ...successEnvelopeSchema.toJSONSchema(),
    },
  }
}
