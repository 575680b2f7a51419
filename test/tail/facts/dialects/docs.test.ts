import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DIALECTS } from '../../../../src/tail/facts/dialects/index.ts'
import { DIALECT_NAMES } from '../../../../src/tail/facts/dialects/names.ts'

const page = readFileSync(new URL('../../../../docs/dialects.md', import.meta.url), 'utf8')

test('the page has one row for each dialect, in their order, with a mark of each', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \|.*$/gm)]
  expect(DIALECT_NAMES).toHaveLength(DIALECTS.length)
  expect(rows.map(([, id]) => id)).toEqual(DIALECT_NAMES.map(({ id }) => id))
  for (const [index, { id, marks }] of DIALECT_NAMES.entries()) {
    const row = rows[index]?.[0] ?? ''
    const isNamed = marks.some((mark) => row.includes(mark)) || id === 'toolspan' || id === 'pydantic_ai'
    expect(isNamed, id).toBe(true)
  }
})
