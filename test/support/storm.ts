import type { TestSpan } from './trace.ts'

/** One layer of a made-up storm, the outermost first. */
export interface StormLayer {
  readonly layer: string
  readonly tries: number
  /** Whether the layer declares budgets; else its tries carry nothing but the operation's id. */
  readonly declares?: boolean
}

export interface StormOptions {
  readonly layers: readonly StormLayer[]
  /** Whether the very last try of every layer is answered. */
  readonly recovers?: boolean
  readonly operationId?: string
}

/** The spans of an operation that every layer tries anew, children before parents, under a span `op`. */
export function storm({ layers, recovers = false, operationId = 'op-1' }: StormOptions): TestSpan[] {
  const spans: TestSpan[] = []
  let clockMs = 0

  function grow(parent: string, depth: number, isLast: boolean): void {
    const layer = layers[depth]
    if (layer === undefined) {
      clockMs += 10
      return
    }
    for (let number = 1; number <= layer.tries; number++) {
      const id = `${parent}${layer.layer[0]}${number}`.slice(-8)
      const startMs = clockMs++
      const ends = isLast && number === layer.tries
      grow(id, depth + 1, ends)
      const span: TestSpan = {
        id,
        in: parent,
        at: [startMs, ++clockMs],
        failed: !(recovers && ends),
        'toolspan.operation.id': operationId,
        'toolspan.layer': layer.layer,
        'toolspan.attempt.number': number,
        'toolspan.error.category': 'transient',
      }
      spans.push(
        layer.declares === false
          ? span
          : {
              ...span,
              'toolspan.budget.id': `${parent}-${layer.layer}`,
              'toolspan.budget.owner': `${layer.layer}-owner`,
              'toolspan.budget.max_attempts': layer.tries,
            },
      )
      clockMs += 5
    }
  }

  grow('op', 0, true)
  spans.push({ id: 'op', at: [0, clockMs + 1], failed: !recovers, 'toolspan.operation.id': operationId })
  return spans
}
