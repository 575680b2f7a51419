import type { DocsRow } from '../docs-row.ts'
import { failureCause } from '../wording/failure-words.ts'
import type { ErrorFamily } from './error-family.ts'

/** What people read of it. */
export const wordsRow: DocsRow = {
  matches: 'a message, where no code and no class says anything',
  means: 'what its words say, as `inferred`',
}

/** What is left when no code and no class says anything: the message. Asked last. */
export const words: ErrorFamily = {
  id: 'words',
  source: 'inferred',
  read(thrown) {
    const cause = thrown.message === '' ? undefined : failureCause(thrown.message)
    return cause && { ...cause, reason: 'thrown_error' }
  },
}
