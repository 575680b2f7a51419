import type { Severity } from '../../semconv/attributes/finding.ts'
import type { SpanFacts } from '../facts/span-facts.ts'
import { type Budget, weakestBasis } from '../model/budget.ts'
import type { JudgedOperation, LayerResets } from '../model/judged-operation.ts'
import type { LayerOfBudgets } from '../model/layer.ts'
import { titleOf } from './draft/about-operation.ts'
import { describeLayer } from './draft/layers.ts'
import { nameOfOwner, settingToStop } from './draft/owner.ts'
import { wasteOf } from './draft/waste.ts'
import type { Draft, DraftEvidence, OperationRule, RulePage } from './rule.ts'

/** What people read about the rule. */
export const budgetResetPage: RulePage = {
  summary: 'A layer opened a new recovery budget for an operation after an earlier one had ended in failure.',
  meaning:
    'The limit that somebody set is no limit: each hand-off starts counting at one again, and nobody sees the sum.',
  example:
    'A subagent has used up its three tries of `get_invoice`. The coordinator starts another one, which begins at try 1 of 3.',
  quietWhen:
    'The new budget names who approved it and why; a success, new input, a write or progress lies between; it is a single later try.',
  fix: 'Hand the operation on so that recover() inherits what is left, or open the budget on purpose with newBudget: { approvedBy, reason }.',
  severities: 'critical while unrecovered; warning when recovered; info inside a storm that already says it',
}

/** A layer opened a new budget for an operation whose earlier budget had ended in failure. */
export const budgetReset: OperationRule = Object.freeze({
  id: 'budget-reset',
  scope: 'operation',
  isCue: (span: SpanFacts) => span.failed,
  check(judged: JudgedOperation): readonly Draft[] {
    return judged.resets.flatMap((found) => draft(judged, found) ?? [])
  },
} as const)

const TIMES = ['', '', ' twice']

function draft(judged: JudgedOperation, { layer, resets }: LayerResets): Draft | undefined {
  const [first] = resets
  const opened = first?.opened.tries[0]
  const spent = first?.spent.tries.at(-1)
  if (first === undefined || opened === undefined || spent === undefined) return undefined
  const owner = nameOfOwner(layer)
  const times = TIMES[resets.length] ?? ` ${resets.length} times`
  const evidence: DraftEvidence[] = resets.flatMap(({ opened: budget }) => {
    const [start] = budget.tries
    return start === undefined
      ? []
      : [{ span: start.span, says: `first try of a new budget of ${nameOfOwner({ budgets: [budget] })}` }]
  })
  evidence.splice(1, 0, {
    span: spent.span,
    says: `last try of the budget before it, of ${nameOfOwner({ budgets: [first.spent] })}`,
  })
  const budgets: Budget[] = []
  const inVain: SpanFacts[] = []
  for (const reset of resets) {
    budgets.push(reset.opened, reset.spent)
    // What the earlier budget spent was its owner's to spend.
    for (const { failed, span } of reset.opened.tries) if (failed) inVain.push(span)
  }
  return {
    severity: severityOf(judged),
    summary: `${owner} opened a new budget for ${titleOf(judged)}${times} after one had ended in failure: ${layer.tries.length} tries, where one budget ${sayAllowance(first.opened.maxAttempts, layer.mostByOne)}`,
    anchor: opened.span,
    first: opened.span,
    evidence,
    encloser: judged.run.tree.enclosing(judged.operation.outermost.map((item) => item.span)),
    operation: judged.name,
    basis: weakestBasis(budgets),
    complete: judged.isComplete,
    isPlaced: judged.isPlaced,
    recovered: judged.hasRecovered,
    fix: sayFix(layer),
    tool: judged.tool,
    agent: judged.agent,
    attempts: layer.tries.length,
    layers: [describeLayer(layer)],
    resets: resets.length,
    ...wasteOf(inVain, judged.run.tree),
  }
}

function severityOf({ nestedRetries, hasRecovered }: JudgedOperation): Severity {
  if (nestedRetries.some(({ depth }) => depth !== nestedRetries[0]?.depth)) return 'info'
  return hasRecovered === true ? 'warning' : 'critical'
}

function sayAllowance(maxAttempts: number | undefined, mostByOne: number): string {
  return maxAttempts === undefined ? `made ${mostByOne}` : `allows ${maxAttempts}`
}

function sayFix(layer: LayerOfBudgets): string {
  const owner = nameOfOwner(layer)
  return layer.budgets.some((budget) => budget.id !== undefined)
    ? `let ${owner} inherit what is left of the earlier budget, or state in newBudget who approves a new one and why`
    : `${settingToStop(layer)}, or wrap its tries in recover(), which inherits what is left of the operation`
}
