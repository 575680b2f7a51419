import type { JudgedOperation } from '../../model/judged-operation.ts'
import type { Draft } from '../rule.ts'

type Given = Pick<Draft, 'severity' | 'summary' | 'anchor' | 'evidence' | 'fix' | 'basis'> & Partial<Draft>

/** A draft about tries of one operation, with what a rule does not have to say itself. */
export function aboutOperation(judged: JudgedOperation, given: Given): Draft {
  return {
    first: given.anchor,
    encloser: judged.run.tree.enclosing(judged.operation.outermost.map((item) => item.span)),
    operation: judged.name,
    complete: judged.isComplete,
    recovered: judged.hasRecovered,
    tool: judged.tool,
    agent: judged.agent,
    ...given,
  }
}
