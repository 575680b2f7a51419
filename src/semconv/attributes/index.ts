import type { AttributeDeclaration } from '../declaration.ts'
import { budgetAttributes } from './budget.ts'
import { coverageAttributes } from './coverage.ts'
import { errorAttributes } from './error.ts'
import { findingAttributes } from './finding.ts'
import { freshnessAttributes } from './freshness.ts'
import { operationAttributes } from './operation.ts'
import { resultAttributes } from './result.ts'
import { runAttributes } from './run.ts'
import { selfAttributes } from './self.ts'
import { tailAttributes } from './tail.ts'
import { timeoutAttributes } from './timeout.ts'
import { toolAttributes } from './tool.ts'

/** A group of attributes that belong together, in the order in which the docs show them. */
export interface AttributeGroup {
  readonly id: string
  readonly title: string
  readonly attributes: readonly AttributeDeclaration[]
}

/** Every `toolspan.*` attribute there is. Code that sets or reads another one fails a test. */
export const ATTRIBUTE_GROUPS: readonly AttributeGroup[] = [
  { id: 'run', title: 'Which run, turn and layer a span belongs to', attributes: runAttributes },
  { id: 'operation', title: 'Which operation a call is a try of', attributes: operationAttributes },
  { id: 'budget', title: 'Which recovery budget a try is charged to', attributes: budgetAttributes },
  { id: 'error', title: 'Why a call failed and whether to repeat it', attributes: errorAttributes },
  { id: 'result', title: 'What the call brought back', attributes: resultAttributes },
  { id: 'coverage', title: 'How much was looked at', attributes: coverageAttributes },
  { id: 'freshness', title: 'How old the answer is', attributes: freshnessAttributes },
  { id: 'tool', title: 'What the tool is and what the agent was offered', attributes: toolAttributes },
  {
    id: 'timeout',
    title: 'Which timers were in force and whether the call showed signs of life',
    attributes: timeoutAttributes,
  },
  { id: 'finding', title: 'What a finding says', attributes: findingAttributes },
  { id: 'self', title: 'What Toolspan says about its own health', attributes: selfAttributes },
  { id: 'tail', title: 'What the tail service says about itself', attributes: tailAttributes },
]
