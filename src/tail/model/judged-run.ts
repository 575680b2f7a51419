import type { SpanFacts } from '../facts/span-facts.ts'
import { DEFAULT_RULE_SETTINGS, type RuleSettings } from '../rule-settings.ts'
import { type Boundaries, createBoundaries } from './boundary.ts'
import type { Part } from './budget.ts'
import { readDeclaredBudgets } from './declared-budgets.ts'
import { type JudgedOperation, judgedLazily } from './judged-operation.ts'
import { buildOperations, type Operation } from './operation.ts'
import { createModelTurns, type ModelTurns } from './repeats.ts'
import type { Run } from './run.ts'
import type { SpanTree } from './tree.ts'
import { collectTries, type Try } from './try.ts'
import { TryMap, TrySet } from './try-set.ts'

/** Everything that rules ask about a run. */
export interface JudgedRun {
  readonly run: Run
  readonly tree: SpanTree
  readonly tries: readonly Try[]
  /** Operations of two tries or more, and those whose one try is charged to a budget: what rules about tries look at. */
  readonly inQuestion: readonly JudgedOperation[]
  /** The operation that a span is a try of; undefined where it is none. */
  operationOf(span: SpanFacts): JudgedOperation | undefined
  readonly boundaries: Boundaries
  readonly turns: ModelTurns
  /** Nothing more of the run is coming. */
  readonly isOver: boolean
  readonly settings: RuleSettings
}

/** Works out what a run consists of. A run without tries has no operations. */
export function judgeOperations(
  run: Run,
  isOver: boolean,
  settings: RuleSettings = DEFAULT_RULE_SETTINGS,
): JudgedRun {
  const { tree } = run
  const boundaries = createBoundaries(tree)
  const turns = createModelTurns(tree)
  const tries = collectTries(tree)
  const members = new TrySet(tries.length)
  const partOf = new TryMap<Part>(tries.length)
  const operations = buildOperations(tries, { tree, boundaries, turns, members })
  const declared = readDeclaredBudgets(tree)
  const judge = (operation: Operation): JudgedOperation =>
    judgedLazily(operation, { run, tree, boundaries, turns, members, partOf, isOver, declared })
  const inQuestion = operations.inQuestion.map(judge)
  /** By place of the span: its operation, or the try whose operation nobody has asked for yet. */
  let bySpan: (JudgedOperation | Try | undefined)[] | undefined

  function operationOf(span: SpanFacts): JudgedOperation | undefined {
    bySpan ??= collectBySpan()
    const known = bySpan[tree.indexOf(span)]
    if (known === undefined || 'operation' in known) return known
    const only = [known]
    const made = judge({ tries: only, outermost: only, subKeyOf: operations.subKeyOf })
    for (const own of known.spans) bySpan[tree.indexOf(own)] = made
    return made
  }

  function collectBySpan(): (JudgedOperation | Try | undefined)[] {
    const found = new Array<JudgedOperation | Try | undefined>(tree.spans.length)
    for (let index = 0; index < tries.length; index++) {
      const item = tries[index]
      for (const span of item?.spans ?? NO_SPANS) found[tree.indexOf(span)] = item
    }
    for (const judged of inQuestion) {
      for (const { spans } of judged.operation.tries)
        for (const span of spans) found[tree.indexOf(span)] = judged
    }
    return found
  }

  return { run, tree, tries, inQuestion, operationOf, boundaries, turns, isOver, settings }
}

const NO_SPANS: readonly SpanFacts[] = []
