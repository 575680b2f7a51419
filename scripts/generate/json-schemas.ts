import { envelopeJsonSchemas } from '../../src/outcome/json-schema.ts'
import { GENERATED_MARKER, type Page } from './page.ts'

/** docs/schema/*.json: what the envelopes look like, for tools in other languages. */
export function jsonSchemaPages(): readonly Page[] {
  return Object.entries(envelopeJsonSchemas()).map(([fileName, schema]) => ({
    path: `docs/schema/${fileName}`,
    content: `${JSON.stringify({ $comment: GENERATED_MARKER, ...schema }, undefined, 2)}\n`,
  }))
}
