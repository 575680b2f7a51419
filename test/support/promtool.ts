import { spawnSync } from 'node:child_process'
import { isBuilt, programOf } from '../stack/build/cache.ts'
import { PROMETHEUS } from '../stack/build/prometheus.ts'

/** Where promtool is looked for: `PROMTOOL`, the cache that test/stack builds into, the search path. */
const PLACES = [
  process.env.PROMTOOL,
  isBuilt(PROMETHEUS) ? programOf(PROMETHEUS, 'promtool') : undefined,
  'promtool',
]

export const NO_PROMTOOL =
  'promtool is not here, so the unit tests of the alerts did not run: npm run test:stack -- --build, or name one in PROMTOOL'

/** A promtool that starts; undefined where there is none. */
export function findPromtool(): string | undefined {
  return PLACES.find((place) => place !== undefined && spawnSync(place, ['--version']).status === 0)
}

/** Runs promtool in a folder. `text` is all that it said. */
export function runPromtool(
  promtool: string,
  folder: string,
  ...words: readonly string[]
): { readonly passed: boolean; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(promtool, words, { cwd: folder, encoding: 'utf8' })
  return { passed: status === 0, text: `${stdout}${stderr}` }
}
