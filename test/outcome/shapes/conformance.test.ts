import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SHAPES } from '../../../src/outcome/shapes/index.ts'

const SOURCE = join(import.meta.dirname, '../../../src/outcome/shapes')
const declaring = readdirSync(SOURCE)
  .map((file) => ({
    file,
    found: readFileSync(join(SOURCE, file), 'utf8').match(/: Shape = \{/g)?.length ?? 0,
  }))
  .filter(({ found }) => found > 0)

describe('the list of shapes', () => {
  it('names each one that a file declares, once', () => {
    expect(new Set(SHAPES.map(({ id }) => id)).size).toBe(SHAPES.length)
    expect(SHAPES.length).toBe(declaring.reduce((sum, { found }) => sum + found, 0))
  })

  it('has a test for each file', () => {
    const tests = readdirSync(import.meta.dirname)
    expect(declaring.filter(({ file }) => !tests.includes(file.replace('.ts', '.test.ts')))).toEqual([])
  })

  it('has a docs row for each', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/shapes.md'), 'utf8')
    for (const { id, matches, means } of SHAPES) {
      expect(page).toContain(
        `| \`${id}\` | ${matches.replaceAll('|', '\\|')} | ${means.replaceAll('|', '\\|')} |`,
      )
    }
  })
})
