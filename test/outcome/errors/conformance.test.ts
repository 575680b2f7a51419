import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERROR_FAMILIES, LAST_FAMILIES } from '../../../src/outcome/errors/index.ts'
import { ERROR_ROWS } from '../../../src/outcome/errors/rows.ts'

const SOURCE = join(import.meta.dirname, '../../../src/outcome/errors')
const families = [...ERROR_FAMILIES, ...LAST_FAMILIES]
const files = readdirSync(SOURCE).filter((file) =>
  readFileSync(join(SOURCE, file), 'utf8').includes(': ErrorFamily = {'),
)

describe('the list of error families', () => {
  it('names each family once, after its file', () => {
    expect(families.map(({ id }) => `${id}.ts`).sort()).toEqual(files.sort())
  })

  it('has a test for each', () => {
    const tests = readdirSync(import.meta.dirname)
    expect(families.filter(({ id }) => !tests.includes(`${id}.test.ts`))).toEqual([])
  })

  it('has a docs row for each', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/shapes.md'), 'utf8')
    for (const { id } of families) {
      const { matches = '', means = '' } = ERROR_ROWS[id] ?? {}
      expect(matches).not.toBe('')
      expect(page).toContain(
        `| \`${id}\` | ${matches.replaceAll('|', '\\|')} | ${means.replaceAll('|', '\\|')} |`,
      )
    }
  })
})
