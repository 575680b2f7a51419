import { recover } from '../../src/budget/recover.ts'
import { UnresolvedError } from '../../src/budget/unresolved-error.ts'

export interface Archive {
  search(query: string, options: { signal: AbortSignal }): Promise<string[]>
}

export function searchArchive(archive: Archive, query: string): Promise<string[]> {
  return recover(
    { owner: 'archive-search', maxAttempts: 3, deadlineMs: 10_000, attemptTimeoutMs: 4_000, effect: 'read' },
    ({ signal }) => archive.search(query, { signal }),
  )
}

export async function answer(archive: Archive, query: string): Promise<string> {
  try {
    return (await searchArchive(archive, query)).join('\n')
  } catch (error) {
    if (!(error instanceof UnresolvedError)) throw error
    const { message, partialResults = [] } = error.context
    return `${message} Found until then: ${JSON.stringify(partialResults)}`
  }
}
