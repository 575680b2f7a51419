import type { Keyed } from '../../self/keyed.ts'
import type { DocsRow } from '../docs-row.ts'
import { findEnvelope } from '../envelope/find-envelope.ts'
import { isReceipt, isSuccessEnvelope, isSuccessMeta } from '../envelope/gates.ts'
import { readSuccessEnvelope } from '../envelope/read-success-envelope.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const declaredSuccessRow: DocsRow = {
  matches: 'a success envelope, in the structured content, in `_meta` or as JSON in a text',
  means: 'what it declares, whatever the result looks like',
}

/** A success envelope (REQ-8): what the tool states about its result stands, whatever the result looks like. */
export const declaredSuccess: Shape = {
  id: 'declared-success',
  needs: ['envelope'],
  read(evidence) {
    const envelope = envelopeOf(evidence)
    const declared = envelope && readSuccessEnvelope(envelope)
    const list = evidence.survey?.list
    if (declared?.status === 'found' && declared.count === undefined && list !== undefined) {
      declared.count = list.length
    }
    return declared
  },
}

function envelopeOf(evidence: Evidence): Keyed | undefined {
  const { effect, meta } = evidence
  return (
    findEnvelope(evidence, isSuccessEnvelope) ??
    (effect === 'read' ? undefined : findEnvelope(evidence, isReceipt)) ??
    (meta !== undefined && isSuccessMeta(meta) ? meta : undefined)
  )
}
