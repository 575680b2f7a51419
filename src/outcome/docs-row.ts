/**
 * What people read of a shape, a mark or an error family: its row in docs/shapes.md. It stands beside it and not in it:
 * whoever only classifies does not carry it along.
 */
export interface DocsRow {
  /** What is matched, in words that follow "matches". */
  readonly matches: string
  /** What it then means. */
  readonly means: string
}
