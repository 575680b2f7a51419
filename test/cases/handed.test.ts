import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const copy = fileURLToPath(new URL('./handed/', import.meta.url))
/** Where the cases come from; beside the repository, and only there. */
const origin = fileURLToPath(new URL('../../../shared/cases/', import.meta.url))

function readFolder(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:json|mjs|md)$/.test(file),
  )
  return new Map(files.sort().map((file) => [file, readFileSync(folder + file, 'utf8')]))
}

test('holds every handed case, word for word where the originals are at hand', () => {
  const cases = readFolder(copy)
  expect([...cases.keys()].filter((file) => file.startsWith('traces/')).length).toBeGreaterThanOrEqual(133)
  expect([...cases.keys()].filter((file) => file.startsWith('results/')).length).toBeGreaterThanOrEqual(18)
  if (existsSync(origin)) expect(cases).toEqual(readFolder(origin))
})
