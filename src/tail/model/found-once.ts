import type { SpanFacts } from '../facts/span-facts.ts'
import type { SpanTree } from './tree.ts'

/**
 * The same function, which finds its answer about a tree, or the tries of a run, once: many spans of it ask. One run is
 * judged after the other, so only the last answer is kept. A `WeakMap` would keep them all: to an engine a young answer
 * in an old map is in use until it looks through the whole heap, with the run that it is about.
 */
export function foundOnce<Key extends object, Answer>(find: (key: Key) => Answer): (key: Key) => Answer {
  let last: { readonly key: Key; readonly answer: Answer } | undefined
  return (key) => {
    if (last?.key === key) return last.answer
    const answer = find(key)
    last = { key, answer }
    return answer
  }
}

type About<Answer> = (span: SpanFacts, tree: SpanTree) => Answer

/** The same function, which finds its answer about a span of a tree once: many calls ask about one span. */
export function perSpan<Answer>(find: About<Answer>): About<Answer> {
  // By place: a map of thousands of spans is slow to look into, and for whoever collects garbage.
  const ofTree = foundOnce((tree: SpanTree) => ({
    /** By place: how many answers there were with this one; 0 where nobody has asked. */
    at: new Int32Array(tree.spans.length),
    answers: [] as { answer: Answer }[],
  }))
  return (span, tree) => {
    const place = tree.indexOf(span)
    if (tree.spans[place] !== span) return find(span, tree)
    const { at, answers } = ofTree(tree)
    let found = answers[(at[place] ?? 0) - 1]
    if (found === undefined) {
      found = { answer: find(span, tree) }
      at[place] = answers.push(found)
    }
    return found.answer
  }
}
