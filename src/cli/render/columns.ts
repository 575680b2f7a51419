/** A cell that is set to the right, as numbers are. */
export interface RightCell {
  readonly right: string
}
export type Cell = string | RightCell

/** Rows as lines of text whose columns stand below each other, two blanks apart. */
export function columns(rows: readonly (readonly Cell[])[]): readonly string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, textOf(cell).length)
    }
  }
  return rows.map((row) =>
    row
      .map((cell, index) => padded(cell, widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.right
}

function padded(cell: Cell, width: number): string {
  return typeof cell === 'string' ? cell.padEnd(width) : cell.right.padStart(width)
}
