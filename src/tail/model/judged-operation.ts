import type { SpanFacts } from '../facts/span-facts.ts'
import { type Boundaries, succeeded } from './boundary.ts'
import { type Budget, type BudgetContext, findBudgets } from './budget.ts'
import { findNestedRetries, groupLayers, type LayerOfBudgets } from './layer.ts'
import type { Operation, OperationContext } from './operation.ts'
import type { ModelTurns } from './repeats.ts'
import { findResets, type Reset } from './reset.ts'
import type { Run } from './run.ts'
import { displayTarget } from './target.ts'
import type { SpanTree } from './tree.ts'
import { operationIdOf, type Try } from './try.ts'

/** Everything that rules ask about one operation, worked out when somebody asks. */
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
  /** Whether it is known how its tries belong together: what is to come may else show that they are of one or of two. */
  readonly isPlaced: boolean
  /** Nothing more of its run is coming. */
  readonly isOver: boolean
}

export interface LayerResets {
  readonly layer: LayerOfBudgets
  readonly resets: readonly Reset[]
}

interface Context extends OperationContext, BudgetContext {
  readonly run: Run
  readonly isOver: boolean
}

/** Works out what it is asked for, when it is asked: most rules are done with most operations after a look at one thing. */
export function judgedLazily(operation: Operation, context: Context): JudgedOperation {
  return new LazilyJudged(operation, context)
}

class LazilyJudged implements JudgedOperation {
  readonly operation: Operation
  readonly #context: Context
  #layers: readonly LayerOfBudgets[] | undefined
  #nestedRetries: readonly LayerOfBudgets[] | undefined
  #resets: readonly LayerResets[] | undefined
  #about: AboutOperation | undefined
  #isComplete: boolean | undefined

  constructor(operation: Operation, context: Context) {
    this.operation = operation
    this.#context = context
  }

  get run(): Run {
    return this.#context.run
  }

  get boundaries(): Boundaries {
    return this.#context.boundaries
  }

  get turns(): ModelTurns {
    return this.#context.turns
  }

  get isOver(): boolean {
    return this.#context.isOver
  }

  get layers(): readonly LayerOfBudgets[] {
    this.#layers ??= groupLayers(findBudgets(this.operation, this.#context))
    return this.#layers
  }

  get nestedRetries(): readonly LayerOfBudgets[] {
    this.#nestedRetries ??= findNestedRetries(this.layers)
    return this.#nestedRetries
  }

  get resets(): readonly LayerResets[] {
    this.#resets ??= this.#findResets()
    return this.#resets
  }

  get name(): string {
    this.#about ??= this.#describe()
    return this.#about.name
  }

  get tool(): string | undefined {
    this.#about ??= this.#describe()
    return this.#about.tool
  }

  get agent(): string | undefined {
    this.#about ??= this.#describe()
    return this.#about.agent
  }

  get hasRecovered(): boolean | undefined {
    return hasRecovered(this.operation)
  }

  get isComplete(): boolean {
    const { tree } = this.#context
    const isWhole = (span: SpanFacts): boolean => tree.hasItsParents(span)
    this.#isComplete ??=
      (tree.isWhole || this.operation.tries.every(({ spans }) => spans.every(isWhole))) &&
      !hasGaps(this.layers)
    return this.#isComplete
  }

  #findResets(): readonly LayerResets[] {
    const { tree, boundaries } = this.#context
    const found: LayerResets[] = []
    for (const layer of this.layers) {
      const resets = findResets(layer, tree, boundaries)
      if (resets.length > 0) found.push({ layer, resets })
    }
    return found
  }

  get isPlaced(): boolean {
    return this.#context.tree.isUnderOne(this.operation.outermost.map((item) => item.span))
  }

  #describe(): AboutOperation {
    const { tree } = this.#context
    const tool = saidOf(this.operation, tree, toolOf)
    return { name: nameOf(this.operation, tree, tool), tool, agent: saidOf(this.operation, tree, agentOf) }
  }
}

const toolOf = ({ tool }: SpanFacts): string | undefined => tool
const agentOf = ({ agent }: SpanFacts): string | undefined => agent

/** What the first span of the operation says that says it, else the first one around it. */
function saidOf(
  { tries, outermost }: Operation,
  tree: SpanTree,
  read: (span: SpanFacts) => string | undefined,
): string | undefined {
  for (const { spans } of tries) {
    for (const span of spans) {
      const said = read(span)
      if (said !== undefined) return said
    }
  }
  for (const { span } of outermost) {
    const above = tree.findAbove(span, (ancestor) => read(ancestor) !== undefined)
    if (above !== undefined) return read(above)
  }
  return undefined
}

/** How people call an operation, and whose it is. */
type AboutOperation = Pick<JudgedOperation, 'name' | 'tool' | 'agent'>

function nameOf(operation: Operation, tree: SpanTree, tool: string | undefined): string {
  const own = operation.tries.find((item) => operationIdOf(item) !== undefined)
  const [first] = operation.outermost
  const enclosingId = first && tree.findAbove(first.span, (span) => Boolean(span.operationId))?.operationId
  return (
    (own && operationIdOf(own)) ??
    enclosingId ??
    tool ??
    (first && (displayTarget(first.span) ?? first.span.name)) ??
    ''
  )
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
  let greatest = 0
  let seen = 0
  // They stand in order of number.
  for (const { number = 0 } of budget.tries) {
    if (number <= greatest) continue
    greatest = number
    seen++
  }
  return greatest > seen
}
