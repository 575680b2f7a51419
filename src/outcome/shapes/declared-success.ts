import { findEnvelope } from '../envelope/find-envelope.ts'
import { isSuccessEnvelope, isSuccessMeta } from '../envelope/gates.ts'
import { readSuccessEnvelope } from '../envelope/read-success-envelope.ts'
import type { Shape } from './shape.ts'

/** A success envelope (REQ-8): what the tool states about its result stands, whatever the result looks like. */
export const declaredSuccess: Shape = {
  id: 'declared-success',
  read(evidence) {
    const { meta, survey } = evidence
    const envelope =
      findEnvelope(evidence, isSuccessEnvelope) ??
      (meta !== undefined && isSuccessMeta(meta) ? meta : undefined)
    const declared = envelope && readSuccessEnvelope(envelope)
    if (declared?.status === 'found' && declared.count === undefined && survey?.list !== undefined) {
      declared.count = survey.list.length
    }
    return declared
  },
}
