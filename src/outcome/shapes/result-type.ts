import { isKeyed } from '../../self/keyed.ts'
import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import type { Shape } from './shape.ts'

/** What people read of it. */
export const resultTypeRow: DocsRow = {
  matches: 'a `resultType`, or a task in place of a result',
  means: '`input_required` or `accepted`; a type that nobody knows is `unknown`',
}

/**
 * The protocol's own result types: a question back to the user, or a task in place of a result. Version 1 of
 * the SDK has no type and puts the task under `task`. A type that is not known says nothing (REQ-1).
 */
export const resultType: Shape = {
  id: 'result-type',
  read({ result }) {
    if (result === undefined) return undefined
    const { resultType: type, task } = result
    if (type === 'input_required') return draft('input_required', 'input_required', 'declared')
    if (type === 'task' || (isKeyed(task) && typeof task.taskId === 'string')) {
      return draft('accepted', 'task_started', 'declared')
    }
    return typeof type === 'string' && type !== 'complete'
      ? draft('unknown', 'unrecognised', 'declared')
      : undefined
  },
}
