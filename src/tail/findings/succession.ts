import type { Finding } from './finding.ts'

/** Names beyond this many are forgotten, the oldest first. */
const MAX_NAMES = 10_000

/**
 * Keeps one id for one finding. As spans arrive, an operation may turn out to be part of a larger one, and what was
 * found about it is then found about the larger one: that goes on under the id that people have seen.
 */
export interface Succession {
  /** `found`, each under the id of the open finding that it goes on with, where there is one. */
  continued(found: readonly Finding[], open: readonly Finding[]): Finding[]
}

export function createSuccession(): Succession {
  const names = new Map<string, string>()

  function adopt(successor: string, id: string): void {
    for (const oldest of names.keys()) {
      if (names.size < MAX_NAMES) break
      names.delete(oldest)
    }
    names.set(successor, id)
  }

  return {
    continued(found, open) {
      const isFound = new Set(found.map(({ id }) => names.get(id) ?? id))
      const gone = open.filter(({ id }) => !isFound.has(id))
      return found.map((finding) => {
        const known = names.get(finding.id)
        if (known !== undefined) return { ...finding, id: known }
        const index = open.some(({ id }) => id === finding.id)
          ? -1
          : gone.findIndex((old) => goesOnWith(old, finding))
        const [before] = index < 0 ? [] : gone.splice(index, 1)
        if (before === undefined) return finding
        adopt(finding.id, before.id)
        return { ...finding, id: before.id }
      })
    },
  }
}

/** The same rule about the same thing at the same time. */
function goesOnWith(old: Finding, finding: Finding): boolean {
  if (old.rule !== finding.rule || old.traceId !== finding.traceId) return false
  const isSameThing =
    old.operation === finding.operation || old.spanIds.some((id) => finding.spanIds.includes(id))
  const isWithin = finding.startMs <= old.startMs && finding.endMs >= old.endMs
  return isSameThing || isWithin
}
