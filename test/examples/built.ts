import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, '../..')

const LOCK = join(ROOT, '.cache/build.lock')
const LOCK_POLL_MS = 100
/** A build takes seconds: a lock of this age was left behind by a run that was stopped. */
const LOCK_LIFE_MS = 120_000

/**
 * Makes sure that dist/ is what src/ says, for tests that start programs of their own. Test files run side by
 * side: one of them builds, the others wait for it.
 */
export async function ensureBuilt(): Promise<void> {
  mkdirSync(dirname(LOCK), { recursive: true })
  while (!takeLock()) await sleep(LOCK_POLL_MS)
  try {
    if (isFresh()) return
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], {
      cwd: ROOT,
      env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`)
  } finally {
    rmdirSync(LOCK)
  }
}

function takeLock(): boolean {
  try {
    mkdirSync(LOCK)
    return true
  } catch {
    const { mtimeMs = 0 } = statSync(LOCK, { throwIfNoEntry: false }) ?? {}
    return mtimeMs > 0 && Date.now() - mtimeMs > LOCK_LIFE_MS
  }
}

function isFresh(): boolean {
  const built = newestMs(join(ROOT, 'dist'))
  return built > 0 && built >= newestMs(join(ROOT, 'src'))
}

/** When the newest file of a folder was written; 0 where there is none. */
function newestMs(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
      (newest, name) => Math.max(newest, statSync(join(folder, name)).mtimeMs),
      0,
    )
  } catch {
    return 0
  }
}
