import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkRecoverOptions } from '../../src/budget/options.ts'
import { type Archive, answer, searchArchive } from './budgets-doc.example.ts'
import { connectionReset, declaredError, TRANSIENT } from './failures.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const page = read('../../docs/budgets.md')

describe('docs/budgets.md', () => {
  test('shows the example that runs here', () => {
    const [, shown] = /```ts\n([\s\S]*?)```/.exec(page) ?? []
    const imports = /^(?:import .*\n)+/
    expect(shown?.replace(imports, '')).toBe(read('budgets-doc.example.ts').replace(imports, ''))
    expect(shown).toMatch(/^import { recover, UnresolvedError } from 'toolspan'\n/)
  })

  test('lists every option', () => {
    const listed = [...page.matchAll(/^\| (`.+?`) \|/gm)].flatMap((row) => row[1]?.match(/\w+/g) ?? [])
    let options: string[] = []
    try {
      checkRecoverOptions({ '?': true })
    } catch (error) {
      options = /one of (.*), got/.exec(String(error))?.[1]?.split(', ') ?? []
    }
    expect(options.length).toBeGreaterThan(5)
    expect(options.filter((option) => !listed.includes(option))).toEqual([])
  })
})

describe('its example', () => {
  const failing = (error: unknown): Archive => ({ search: () => Promise.reject(error) })

  test('finds what a repeat brings', async () => {
    const answers = [Promise.reject(connectionReset()), Promise.resolve(['box 7'])]
    expect(await searchArchive({ search: () => answers.shift() ?? Promise.resolve([]) }, 'maps')).toEqual([
      'box 7',
    ])
  })

  test('hands on what was found before the budget was spent', async () => {
    const error = declaredError({ ...TRANSIENT, partialResults: ['box 7'], retryAfterMs: 60_000 })
    expect(await answer(failing(error), 'maps')).toMatch(
      /The archive is down\. Found until then: \["box 7"\]$/,
    )
  })

  test('lets other errors through', async () => {
    const error = new Error('odd')
    await expect(answer(failing(error), 'maps')).rejects.toBe(error)
  })
})
