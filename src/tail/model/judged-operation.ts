import type { Basis } from '../../semconv/attributes/finding.ts'
import { DEFAULT_RULE_SETTINGS, type RuleSettings } from '../rule-settings.ts'
import { type Boundaries, createBoundaries, succeeded } from './boundary.ts'
import { type Budget, findBudgets } from './budget.ts'
import { readDeclaredBudgets } from './declared-budgets.ts'
import { findNestedRetries, groupLayers, type LayerOfBudgets } from './layer.ts'
import {
  buildOperations,
  type Operation,
  type OperationContext,
  operationIdOf,
  spansOf,
} from './operation.ts'
import { createModelTurns, type ModelTurns } from './repeats.ts'
import { findResets, type Reset } from './reset.ts'
import type { Run } from './run.ts'
import { displayTarget } from './target.ts'
import type { SpanTree } from './tree.ts'
import { collectTries, type Try } from './try.ts'

/** Everything that rules ask about one operation, worked out once. */
export interface JudgedOperation {
  readonly run: Run
  readonly boundaries: Boundaries
  readonly turns: ModelTurns
  readonly operation: Operation
  readonly layers: readonly LayerOfBudgets[]
  /** Layers that retried inside one another; two or more are a storm. */
  readonly nestedRetries: readonly LayerOfBudgets[]
  /** Resets by layer; only layers that have some. */
  readonly resets: readonly LayerResets[]
  /** For people: operation id, else tool, else request. */
  readonly name: string
  readonly tool: string | undefined
  readonly agent: string | undefined
  /** Whether it ended well; undefined while it goes on. */
  readonly hasRecovered: boolean | undefined
  readonly isComplete: boolean
  /** Nothing more of its run is coming. */
  readonly isOver: boolean
}

export interface LayerResets {
  readonly layer: LayerOfBudgets
  readonly resets: readonly Reset[]
}

/** Everything that rules ask about a run, worked out once. */
export interface JudgedRun {
  readonly run: Run
  readonly tree: SpanTree
  readonly tries: readonly Try[]
  readonly operations: readonly JudgedOperation[]
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
  const declared = readDeclaredBudgets(tree.spans)
  const tries = collectTries(tree)
  const operations = buildOperations(tries, { tree, boundaries, turns }).map((operation) => {
    const layers = groupLayers(findBudgets(operation, tree, declared))
    return describe(run, operation, layers, { tree, boundaries, turns }, isOver)
  })
  return { run, tree, tries, operations, boundaries, turns, isOver, settings }
}

function describe(
  run: Run,
  operation: Operation,
  layers: readonly LayerOfBudgets[],
  { tree, boundaries, turns }: OperationContext,
  isOver: boolean,
): JudgedOperation {
  const resets = layers
    .map((layer) => ({ layer, resets: findResets(layer, tree, boundaries) }))
    .filter((found) => found.resets.length > 0)
  const spans = spansOf(operation)
  const enclosing = operation.outermost.flatMap((item) => tree.ancestorsOf(item.span))
  const tool =
    spans.find((span) => span.tool !== undefined)?.tool ?? enclosing.find((span) => span.tool)?.tool
  return {
    run,
    boundaries,
    turns,
    operation,
    layers,
    nestedRetries: findNestedRetries(layers),
    resets,
    name: nameOf(operation, tree, tool),
    tool,
    agent: [...spans, ...enclosing].find((span) => span.agent !== undefined)?.agent,
    hasRecovered: hasRecovered(operation),
    isComplete: spans.every((span) => tree.hasItsParents(span)) && !hasGaps(layers),
    isOver,
  }
}

function nameOf(operation: Operation, tree: SpanTree, tool: string | undefined): string {
  const ids = operation.tries.map(operationIdOf).filter((id) => id !== undefined)
  const [first] = operation.outermost
  const enclosingId = first && tree.ancestorsOf(first.span).find((span) => span.operationId)?.operationId
  return ids[0] ?? enclosingId ?? tool ?? (first && (displayTarget(first.span) ?? first.span.name)) ?? ''
}

function hasRecovered(operation: Operation): boolean | undefined {
  const last = operation.outermost.reduce<Try | undefined>(
    (latest, item) => (latest === undefined || item.span.startMs >= latest.span.startMs ? item : latest),
    undefined,
  )
  if (last === undefined || last.span.endMs === undefined) return undefined
  return succeeded(last) ? true : last.failed ? false : undefined
}

/** A number that is skipped means that a try is missing from the trace. */
function hasGaps(layers: readonly LayerOfBudgets[]): boolean {
  return layers.some((layer) => layer.budgets.some(hasGap))
}

function hasGap(budget: Budget): boolean {
  const numbers = new Set<number>()
  let greatest = 0
  for (const { number } of budget.tries) {
    if (number === undefined) continue
    numbers.add(number)
    greatest = Math.max(greatest, number)
  }
  return greatest > numbers.size
}

const STRENGTH: readonly Basis[] = ['declared', 'header', 'fingerprint', 'position']

/** The weakest of several ties: a chain of evidence holds no better. */
export function weakestBasis(budgets: readonly Budget[]): Basis {
  return budgets.reduce<Basis>(
    (weakest, { basis }) => (STRENGTH.indexOf(basis) > STRENGTH.indexOf(weakest) ? basis : weakest),
    'declared',
  )
}
