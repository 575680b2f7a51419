import type { JudgedOperation } from '../../model/judged-operation.ts'
import type { Try } from '../../model/try.ts'
import type { Draft } from '../rule.ts'
import { nameOfOwner } from './owner.ts'

type Given = Pick<Draft, 'severity' | 'summary' | 'anchor' | 'evidence' | 'fix' | 'basis'> & Partial<Draft>

/** How people call an operation: its tool, else what it is named by, such as a request or an id. */
export function titleOf({ tool, name }: JudgedOperation): string {
  return tool ?? name
}

/** Who made a try, in the words of the application. */
export function ownerOf({ layers }: JudgedOperation, of: Try): string {
  const budgets = layers.flatMap((layer) => layer.budgets).filter((budget) => budget.tries.includes(of))
  return nameOfOwner({ budgets })
}

/** A draft about tries of one operation, with what a rule does not have to say itself. */
export function aboutOperation(judged: JudgedOperation, given: Given): Draft {
  return {
    first: given.anchor,
    encloser: judged.run.tree.enclosing(judged.operation.outermost.map((item) => item.span)),
    operation: judged.name,
    complete: judged.isComplete,
    isPlaced: judged.isPlaced,
    recovered: judged.hasRecovered,
    tool: judged.tool,
    agent: judged.agent,
    ...given,
  }
}
