import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkRecoverOptions } from '../../src/budget/options.ts'
import { readWireEcho } from '../../src/budget/wire-echo.ts'
import { readWireLedger } from '../../src/budget/wire-ledger.ts'
import { type Archive, answer, searchArchive } from './budgets-doc.example.ts'
import { answerOrders, fetchOrders } from './budgets-doc-http.example.ts'
import { connectionReset, declaredError, TRANSIENT } from './failures.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const page = read('../../docs/budgets.md')

describe('docs/budgets.md', () => {
  test('shows the example that runs here', () => {
    const [, shown] = /```ts\n(import [\s\S]*?)```/.exec(page) ?? []
    const imports = /^(?:import .*\n)+/
    expect(shown?.replace(imports, '')).toBe(read('budgets-doc.example.ts').replace(imports, ''))
    expect(shown).toMatch(/^import { recover, UnresolvedError } from 'toolspan'\n/)
  })

  test('shows how budgets go over HTTP', async () => {
    const [, shown = ''] = /```ts\nimport { fetchWithBudget[^\n]*\n\n([\s\S]*?)```/.exec(page) ?? []
    expect(shown).not.toBe('')
    expect(read('budgets-doc-http.example.ts')).toContain(shown.trimEnd())
    const url = 'https://orders.internal/open'
    expect(await (await answerOrders(new Request(url))).json()).toEqual([url])
    expect(fetchOrders).toBeTypeOf('function')
  })

  test('shows the owners of the program that makes 81 requests or three', () => {
    const [, shown = ''] = /```ts\n(\/\*\* The loop[\s\S]*?)```/.exec(page) ?? []
    expect(shown).not.toBe('')
    expect(read('../../examples/budgets/owners.ts')).toContain(shown.trimEnd())
  })

  test('lists every field that travels, with the bounds that are kept', () => {
    const fields = [...page.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name, value]) => [name, value])
    const most = (name: string) => {
      const value = fields.find(([field, text]) => field === name && text?.startsWith('whole'))?.[1]
      return Number(/ to (\d+)/.exec(value ?? '')?.[1])
    }
    const ledger = {
      operation: 'x'.repeat(256),
      budget: 'b',
      leg: 'l',
      retriesLeft: most('retriesLeft'),
      msLeft: most('msLeft'),
      attempt: most('attempt'),
    }
    const echo = { budget: 'b', leg: 'l', spent: most('spent'), retryAfterMs: most('retryAfterMs') }
    expect(readWireLedger(ledger)).toEqual(ledger)
    expect(readWireEcho(echo)).toEqual(echo)
    for (const name of ['retriesLeft', 'msLeft', 'attempt'] as const) {
      expect(readWireLedger({ ...ledger, [name]: ledger[name] + 1 })).toBe('out_of_range')
    }
    expect(readWireEcho({ ...echo, spent: echo.spent + 1 })).toBe('out_of_range')
    const names = fields.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining([...Object.keys(ledger), ...Object.keys(echo), 'alone']))
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
