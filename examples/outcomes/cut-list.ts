// The first rows as if they were all, and the first rows as what they are.
import { found } from 'toolspan'

const PAGE = 2

// snippet:cut-list-before
export function before(rows: readonly unknown[]) {
  return rows.slice(0, PAGE)
}
// end

// snippet:cut-list-after
export function after(rows: readonly unknown[]) {
  const page = rows.slice(0, PAGE)
  if (page.length === rows.length) return found(page, { total: rows.length, coverage: 'complete' })
  return found(page, { total: rows.length, hasMore: true, nextCursor: String(PAGE) })
}
// end
