import type { SpanFacts } from '../facts/span-facts.ts'
import { byStart, putInOrder } from './span-order.ts'
import { NO_PARENT } from './tree-parents.ts'

/** The children of spans. */
export interface Children {
  /** By place of the span: which list is that of its children; 0 where it has none. */
  readonly places: Int32Array
  /** Children of one span, in order of start. The first list is empty. */
  readonly lists: readonly (readonly SpanFacts[])[]
}

/** Lists are as long as they have to be: engines make room for more where one child is put in after the other. */
export function collectChildren(
  spans: readonly SpanFacts[],
  parents: Int32Array,
  circular: ReadonlySet<number>,
): Children {
  /** By place: how many children there are, and then how many are to come. */
  const left = new Int32Array(spans.length)
  for (let place = 0; place < spans.length; place++) {
    const parent = parents[place] ?? NO_PARENT
    if (parent !== NO_PARENT && !circular.has(place)) left[parent] = (left[parent] ?? 0) + 1
  }
  const places = new Int32Array(spans.length)
  const lists: SpanFacts[][] = [[]]
  for (let place = spans.length - 1; place >= 0; place--) {
    const parent = parents[place] ?? NO_PARENT
    const child = spans[place]
    if (parent === NO_PARENT || child === undefined || circular.has(place)) continue
    const count = left[parent] ?? 0
    if (places[parent] === 0) places[parent] = lists.push(new Array<SpanFacts>(count)) - 1
    const list = lists[places[parent] ?? 0]
    if (list !== undefined) list[count - 1] = child
    left[parent] = count - 1
  }
  for (const list of lists) putInOrder(list, byStart)
  return { places, lists }
}
