import type { Evidence } from '../evidence/evidence.ts'
import { parseJsonText } from '../evidence/json-text.ts'
import { isKeyed, type Keyed } from '../evidence/keyed.ts'
import { embeddedEnvelope } from './embedded-json.ts'
import { mayHoldEnvelope } from './gates.ts'

/** Whether an object is the kind of envelope that is looked for. */
export type EnvelopeTest = (object: Keyed) => boolean

/** Text beside a structured view is searched for an envelope up to this length: a sentence and an envelope. */
const BESIDE_STRUCTURE_LIMIT = 4096

/**
 * The envelope that a result carries (REQ-6): in the structured view, in `_meta`, or as JSON in a text block
 * with or without words around it; an error's also one level down.
 */
export function findEnvelope(evidence: Evidence, isEnvelope: EnvelopeTest): Keyed | undefined {
  const { data, meta } = evidence
  return (
    (isKeyed(data) ? within(data, isEnvelope) : undefined) ??
    (meta === undefined ? undefined : within(meta, isEnvelope)) ??
    inTexts(evidence, isEnvelope)
  )
}

function within(object: Keyed, isEnvelope: EnvelopeTest): Keyed | undefined {
  if (isEnvelope(object)) return object
  const { error, data } = object
  if (isKeyed(error) && isEnvelope(error)) return error
  return isKeyed(data) && isEnvelope(data) ? data : undefined
}

function inTexts(evidence: Evidence, isEnvelope: EnvelopeTest): Keyed | undefined {
  const { texts, view, data } = evidence
  // The one text of a text result is `data` already.
  if (texts.length === 0 || (texts.length === 1 && view === 'text' && isKeyed(data))) return undefined
  for (const text of texts) {
    if (view === 'structured' && (text.length > BESIDE_STRUCTURE_LIMIT || !mayHoldEnvelope(text))) continue
    const whole = parseJsonText(text)
    const object = isKeyed(whole) ? whole : embeddedEnvelope(text)
    const found = object && within(object, isEnvelope)
    if (found !== undefined) return found
  }
  return undefined
}
