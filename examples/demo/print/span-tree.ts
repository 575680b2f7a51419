import type { SpanInput } from '../../../src/tail/facts/span-input.ts'

/** A span with the spans below it, by start. */
export interface SpanNode {
  readonly span: SpanInput
  readonly children: readonly SpanNode[]
}

/** The spans as trees; a span whose parent did not arrive is a root. */
export function buildTrees(spans: readonly SpanInput[]): readonly SpanNode[] {
  const ids = new Set(spans.map((span) => span.spanId))
  const byParent = new Map<string | undefined, SpanInput[]>()
  for (const span of spans) {
    const parent =
      span.parentSpanId !== undefined && ids.has(span.parentSpanId) ? span.parentSpanId : undefined
    const siblings = byParent.get(parent)
    if (siblings === undefined) byParent.set(parent, [span])
    else siblings.push(span)
  }
  const below = (parent: string | undefined): SpanNode[] =>
    (byParent.get(parent) ?? [])
      .sort((a, b) => a.startMs - b.startMs)
      .map((span) => ({ span, children: below(span.spanId) }))
  return below(undefined)
}

/** How many spans a tree holds. */
export function sizeOf(node: SpanNode): number {
  return node.children.reduce((sum, child) => sum + sizeOf(child), 1)
}
