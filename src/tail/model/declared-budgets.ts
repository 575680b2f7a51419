import type { SpanFacts } from '../facts/span-facts.ts'
import { byStart } from './span-order.ts'
import { statedIn } from './stated.ts'
import type { SpanTree } from './tree.ts'

/** What the spans of a run declare about their budgets. */
export interface DeclaredBudgets {
  /** The budget that `id` inherits from in the end; itself where it inherits from none. */
  rootOf(id: string): string
  get(id: string): DeclaredBudget | undefined
}

export interface DeclaredBudget {
  readonly owner: string | undefined
  /** The most that any span says; spans of one budget should agree. */
  readonly maxAttempts: number | undefined
  readonly deadlineMs: number | undefined
  /** The budget's own span; undefined where only its tries are there. */
  readonly opener: SpanFacts | undefined
  readonly isApproved: boolean
}

/** Reads every declaration; the answer does not depend on the order of the spans. */
export function readDeclaredBudgets(tree: SpanTree): DeclaredBudgets {
  const byId = new Map<string, { -readonly [Field in keyof DeclaredBudget]: DeclaredBudget[Field] }>()
  const parents = new Map<string, string>()
  const spans = statedIn(tree).budgets ? tree.spans : NO_SPANS
  for (let index = 0; index < spans.length; index++) {
    const span = spans[index]
    const budget = span?.budget
    if (span === undefined || budget?.id === undefined) continue
    let declared = byId.get(budget.id)
    if (declared === undefined) {
      declared = {
        owner: undefined,
        maxAttempts: undefined,
        deadlineMs: undefined,
        opener: undefined,
        isApproved: false,
      }
      byId.set(budget.id, declared)
    }
    declared.owner = leastText(declared.owner, budget.owner)
    declared.maxAttempts = greatest(declared.maxAttempts, budget.maxAttempts)
    declared.deadlineMs = greatest(declared.deadlineMs, budget.deadlineMs)
    declared.opener = earlierOpener(declared.opener, span)
    declared.isApproved ||= budget.approved
    const parent = leastText(parents.get(budget.id), budget.parentId)
    if (parent !== undefined && parent !== budget.id) parents.set(budget.id, parent)
  }
  return {
    rootOf(id) {
      let root = id
      let seen: Set<string> | undefined
      for (let up = parents.get(root); up !== undefined && !seen?.has(up); up = parents.get(root)) {
        seen = (seen ?? new Set()).add(up)
        root = up
      }
      return root
    },
    get: (id) => byId.get(id),
  }
}

const NO_SPANS: readonly SpanFacts[] = []

/** Other spans may carry the id without a number, such as a call that the spent budget refused: they come later. */
function earlierOpener(known: SpanFacts | undefined, span: SpanFacts): SpanFacts | undefined {
  if (span.attempt !== undefined) return known
  return known === undefined || byStart(span, known) < 0 ? span : known
}

function leastText(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return b < a ? b : a
}

function greatest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)
}
