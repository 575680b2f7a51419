import { join } from 'node:path'
import type { BuildPlaces } from './component.ts'
import { BUILD_FLAGS, type Go } from './go.ts'

export interface ModulePrograms {
  /** `path@version` of the module. */
  readonly module: string
  /** The folders under `cmd/`; each becomes a file of its name. */
  readonly programs: readonly string[]
  /** Build tags. */
  readonly tags?: string
}

/** Builds programs of a module as it is. */
export async function buildModulePrograms(
  { module, programs, tags = '' }: ModulePrograms,
  { work, into }: BuildPlaces,
  go: Go,
): Promise<void> {
  const [path = '', version = ''] = module.split('@')
  await go.run(work, 'mod', 'init', 'build')
  await go.run(work, 'get', '-tool', ...programs.map((name) => `${path}/cmd/${name}@${version}`))
  for (const name of programs) {
    const words = [...BUILD_FLAGS, '-tags', tags, '-o', join(into, name), `${path}/cmd/${name}`]
    await go.run(work, 'build', ...words)
  }
}
