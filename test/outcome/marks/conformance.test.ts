import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MARKS } from '../../../src/outcome/marks/index.ts'
import { MARK_ROWS } from '../../../src/outcome/marks/rows.ts'

const SOURCE = join(import.meta.dirname, '../../../src/outcome/marks')
const files = readdirSync(SOURCE).filter((file) =>
  readFileSync(join(SOURCE, file), 'utf8').includes(': Mark = {'),
)

describe('the list of marks', () => {
  it('names each mark once, after its file', () => {
    expect(MARKS.map(({ id }) => `${id}.ts`).sort()).toEqual(files.sort())
  })

  it('has one in a file', () => {
    const several = files.filter(
      (file) => readFileSync(join(SOURCE, file), 'utf8').split(': Mark = {').length > 2,
    )
    expect(several).toEqual([])
  })

  it('has a test for each', () => {
    const tests = readdirSync(import.meta.dirname)
    expect(MARKS.filter(({ id }) => !tests.includes(`${id}.test.ts`))).toEqual([])
  })

  it('has a docs row for each', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/shapes.md'), 'utf8')
    for (const { id } of MARKS) {
      const { matches = '', means = '' } = MARK_ROWS[id] ?? {}
      expect(matches).not.toBe('')
      expect(page).toContain(
        `| \`${id}\` | ${matches.replaceAll('|', '\\|')} | ${means.replaceAll('|', '\\|')} |`,
      )
    }
  })
})
