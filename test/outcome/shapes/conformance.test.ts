import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SHAPES } from '../../../src/outcome/shapes/index.ts'
import { SHAPE_ROWS } from '../../../src/outcome/shapes/rows.ts'

const SOURCE = join(import.meta.dirname, '../../../src/outcome/shapes')
const files = readdirSync(SOURCE).filter((file) =>
  readFileSync(join(SOURCE, file), 'utf8').includes(': Shape = {'),
)

describe('the list of shapes', () => {
  it('names each shape once, after its file', () => {
    expect(SHAPES.map(({ id }) => `${id}.ts`).sort()).toEqual(files.sort())
  })

  it('has one in a file', () => {
    const several = files.filter(
      (file) => readFileSync(join(SOURCE, file), 'utf8').split(': Shape = {').length > 2,
    )
    expect(several).toEqual([])
  })

  it('has a test for each', () => {
    const tests = readdirSync(import.meta.dirname)
    expect(SHAPES.filter(({ id }) => !tests.includes(`${id}.test.ts`))).toEqual([])
  })

  it('has a docs row for each', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/shapes.md'), 'utf8')
    for (const { id } of SHAPES) {
      const { matches = '', means = '' } = SHAPE_ROWS[id] ?? {}
      expect(matches).not.toBe('')
      expect(page).toContain(
        `| \`${id}\` | ${matches.replaceAll('|', '\\|')} | ${means.replaceAll('|', '\\|')} |`,
      )
    }
  })
})
