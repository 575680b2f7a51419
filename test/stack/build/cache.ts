import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Component } from './component.ts'
import type { Go } from './go.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Where the programs are kept: `TOOLSPAN_STACK_CACHE`, else .cache/stack of the repository. */
export const CACHE_FOLDER = resolve(process.env.TOOLSPAN_STACK_CACHE ?? join(ROOT, '.cache/stack'))

/** The folder of a component's programs. */
function folderOf({ name, key }: Component): string {
  return join(CACHE_FOLDER, `${name}-${key}`)
}

/** Whether all programs of a component are there. */
export function isBuilt(component: Component): boolean {
  return component.programs.every((program) => existsSync(join(folderOf(component), program)))
}

/** The path of a program. Throws where it has not been built. */
export function programOf(component: Component, program: string): string {
  const path = join(folderOf(component), program)
  if (!existsSync(path)) throw new Error(`${program} is not built: npm run test:stack -- --build`)
  return path
}

/** Builds a component into the cache. What is there is always whole: it is put in its place when it is done. */
export async function build(component: Component, go: Go): Promise<void> {
  mkdirSync(CACHE_FOLDER, { recursive: true })
  const folder = mkdtempSync(join(CACHE_FOLDER, `.${component.name}-`))
  const [work, into] = [join(folder, 'work'), join(folder, 'programs')]
  try {
    mkdirSync(work)
    mkdirSync(into)
    await component.build({ work, into }, go)
    rmSync(folderOf(component), { recursive: true, force: true })
    renameSync(into, folderOf(component))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
