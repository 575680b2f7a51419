// Writes the generated files of docs/. With --check it writes nothing and fails, naming each stale file.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from './generate/page.ts'
import { stalePages } from './generate/stale.ts'

const ROOT = join(import.meta.dirname, '..')

function write(page: Page): void {
  const path = join(ROOT, page.path)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, page.content)
}

const unknown = process.argv.slice(2).find((argument) => argument !== '--check')
if (unknown !== undefined) {
  console.error(`generate: expected no argument or --check, got "${unknown}"`)
  process.exit(2)
}

const stale = stalePages(ROOT)
if (process.argv.includes('--check')) {
  for (const page of stale) console.error(`${page.path} is stale: run \`npm run generate\``)
  process.exitCode = stale.length === 0 ? 0 : 1
} else {
  for (const page of stale) write(page)
  console.log(stale.length === 0 ? 'nothing to write' : stale.map((page) => `wrote ${page.path}`).join('\n'))
}
