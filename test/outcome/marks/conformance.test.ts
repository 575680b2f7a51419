import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MARKS } from '../../../src/outcome/marks/index.ts'

const SOURCE = join(import.meta.dirname, '../../../src/outcome/marks')
const declaring = readdirSync(SOURCE)
  .map((file) => ({
    file,
    found: readFileSync(join(SOURCE, file), 'utf8').match(/: Mark = \{/g)?.length ?? 0,
  }))
  .filter(({ found }) => found > 0)

describe('the list of marks', () => {
  it('names each one that a file declares, once', () => {
    expect(new Set(MARKS.map(({ id }) => id)).size).toBe(MARKS.length)
    expect(MARKS.length).toBe(declaring.reduce((sum, { found }) => sum + found, 0))
  })

  it('has a test for each file', () => {
    const tests = readdirSync(import.meta.dirname)
    expect(declaring.filter(({ file }) => !tests.includes(file.replace('.ts', '.test.ts')))).toEqual([])
  })

  it('has a docs row for each', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/shapes.md'), 'utf8')
    for (const { id, matches, means } of MARKS) {
      expect(page).toContain(
        `| \`${id}\` | ${matches.replaceAll('|', '\\|')} | ${means.replaceAll('|', '\\|')} |`,
      )
    }
  })
})
