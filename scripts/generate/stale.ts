import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from './page.ts'
import { generatedPages } from './pages.ts'

/** The generated files that are missing under `root` or differ from what they have to be now. */
export function stalePages(root: string): readonly Page[] {
  return generatedPages().filter((page) => {
    try {
      return readFileSync(join(root, page.path), 'utf8') !== page.content
    } catch {
      return true
    }
  })
}
