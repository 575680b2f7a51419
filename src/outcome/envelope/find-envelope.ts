import { isKeyed, type Keyed } from '../../self/keyed.ts'
import type { Evidence } from '../evidence/evidence.ts'

/** Whether an object is the kind of envelope that is looked for. */
type EnvelopeTest = (object: Keyed) => boolean

/**
 * The envelope that a result carries (REQ-6): in the structured view, in `_meta`, or as JSON in a text block
 * with or without words around it; an error's also one level down.
 */
export function findEnvelope(evidence: Evidence, isEnvelope: EnvelopeTest): Keyed | undefined {
  const { data, meta, spoken } = evidence
  return (
    (isKeyed(data) ? within(data, isEnvelope) : undefined) ??
    (meta === undefined ? undefined : within(meta, isEnvelope)) ??
    (spoken === undefined ? undefined : within(spoken, isEnvelope))
  )
}

function within(object: Keyed, isEnvelope: EnvelopeTest): Keyed | undefined {
  if (isEnvelope(object)) return object
  const { error, data } = object
  if (isKeyed(error) && isEnvelope(error)) return error
  return isKeyed(data) && isEnvelope(data) ? data : undefined
}
