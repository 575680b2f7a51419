import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const DOCS = join(ROOT, 'docs')

/** Prose of exactly so many characters: the pages of docs/, from the start again where they do not suffice. */
export function prose(length: number): string {
  const pages = readdirSync(DOCS)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => readFileSync(join(DOCS, name), 'utf8'))
    .join('\n')
  return pages.repeat(Math.ceil(length / pages.length)).slice(0, length)
}

/** JSON texts of about these lengths: the first packages of the lock file, as it writes them and without spaces. */
export function jsonTexts(lengths: readonly number[]): string[] {
  const { packages }: { packages: Record<string, unknown> } = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  )
  const rows = Object.entries(packages).map(([path, entry]) => ({ path, entry }))
  return lengths.flatMap((length) => [undefined, 2].map((indent) => rowsOfLength(rows, length, indent)))
}

function rowsOfLength(rows: readonly unknown[], length: number, indent: number | undefined): string {
  const whole = JSON.stringify(rows, undefined, indent).length
  const count = Math.max(1, Math.floor((rows.length * length) / whole))
  return JSON.stringify({ packages: rows.slice(0, count) }, undefined, indent)
}
