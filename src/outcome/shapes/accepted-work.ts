import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import { snakeKey } from '../evidence/key-words.ts'
import type { Survey } from '../evidence/survey.ts'
import { saysWaiting } from '../wording/waiting-words.ts'
import type { Shape } from './shape.ts'

/** Names of the handle by which one asks how the work is doing. */
const HANDLE =
  /^(?:(?:task|job|operation|execution|workflow|batch|export)_(?:id|url)|(?:status|poll|polling|monitor|tracking)_(?:url|uri|id))$/

const KEY_LIMIT = 32
const HTTP_ACCEPTED = 202

function isWaiting({ roles }: Survey): boolean {
  const { status, statusNumber } = roles
  return statusNumber === HTTP_ACCEPTED || saysWaiting(status)
}

/** What people read of it. */
export const acceptedWorkRow: DocsRow = {
  matches: 'a receipt with a handle, from a call that is no look-up: a job id and the status `queued`',
  means: '`accepted`: the work comes later',
}

/** A receipt with a handle, from a call that is no look-up: the work comes later. A look-up asks how a job does. */
export const acceptedWork: Shape = {
  id: 'accepted-work',
  needs: ['fields'],
  read({ survey, effect }) {
    if (survey === undefined || effect === 'read' || !isWaiting(survey) || survey.lists > 0) return undefined
    let looked = 0
    for (const key in survey.object) {
      if (++looked > KEY_LIMIT) return undefined
      if (HANDLE.test(snakeKey(key))) return draft('accepted', 'task_started', 'inferred')
    }
    return undefined
  },
}
