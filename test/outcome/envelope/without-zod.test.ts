import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../src/outcome')

/** Every file that is loaded at run time for one, and the packages among what they import. */
function loadedBy(file: string, seen = new Map<string, readonly string[]>()): Map<string, readonly string[]> {
  if (seen.has(file)) return seen
  const source = readFileSync(file, 'utf8')
  const imports = [...source.matchAll(/^(?:import|export) (?!type)[^']*?from '([^']+)'/gms)].map(
    ([, from = '']) => from,
  )
  seen.set(
    file,
    imports.filter((from) => !from.startsWith('.')),
  )
  for (const from of imports) if (from.startsWith('.')) loadedBy(join(dirname(file), from), seen)
  return seen
}

it.each(['classify-result.ts', 'classify-value.ts', 'classify-error.ts'])(
  'no result and no error is ever parsed by zod: %s reads without it',
  (entry) => {
    const loaded = loadedBy(join(ROOT, entry))
    expect(loaded.size).toBeGreaterThan(30)
    for (const [file, packages] of loaded) expect(packages, file).not.toContain('zod')
  },
)
