import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFileLock } from './file-lock.ts'
import type { RealServer } from './real-session.ts'

const CACHE = join(import.meta.dirname, '../../.cache/python')

/** Set it to run without the Python servers on a machine that has no Python or no way to its package index. */
export const WITHOUT_PYTHON = 'TOOLSPAN_NO_PYTHON_SERVERS'

/** A server from Python's package index. */
export interface PythonPackage {
  readonly name: string
  readonly version: string
  /** Other requirements, where the package's own are too wide for what came later. */
  readonly constraints?: readonly string[]
}

/**
 * Installs a server into a virtual environment of its own, once for each version.
 * @returns undefined where the machine cannot, and the environment says that this is known
 * @throws where it cannot and nobody said so
 */
export function pythonServer(wanted: PythonPackage, args: readonly string[]): RealServer | undefined {
  const { name, version, constraints = [] } = wanted
  const folder = unlessKnownToLack(name, () =>
    installed([`${name}-${version}`, ...constraints].join('+'), [`${name}==${version}`, ...constraints]),
  )
  return folder === undefined ? undefined : { command: join(folder, 'bin', name), args }
}

/**
 * The same for a file of requirements: what it names is installed once for each content of the file.
 * @returns the Python that has them
 */
export function pythonWith(name: string, requirements: string): string | undefined {
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
  const folder = unlessKnownToLack(name, () => installed(`${name}-${hash}`, ['--requirement', requirements]))
  return folder === undefined ? undefined : join(folder, 'bin/python')
}

function unlessKnownToLack(name: string, install: () => string): string | undefined {
  try {
    return install()
  } catch (error) {
    const why = `no Python server ${name}: ${reasonOf(error)}`
    if (process.env[WITHOUT_PYTHON] === undefined) {
      throw new Error(`${why}\nSet ${WITHOUT_PYTHON}=1 to run without it.`)
    }
    process.stdout.write(`${why}; ${WITHOUT_PYTHON} is set\n`)
    return undefined
  }
}

function installed(title: string, wanted: readonly string[]): string {
  const folder = join(CACHE, title.replaceAll(/[^\w.+-]/g, '_'))
  const mark = join(folder, 'toolspan-installed')
  if (existsSync(mark)) return folder
  mkdirSync(CACHE, { recursive: true })
  // Test files that run side by side want the same one.
  return withFileLock(`${folder}.lock`, () => {
    if (existsSync(mark)) return folder
    rmSync(folder, { recursive: true, force: true })
    run('python3', ['-m', 'venv', folder])
    run(join(folder, 'bin/python'), [
      ...['-m', 'pip', 'install', '--disable-pip-version-check', '--quiet'],
      ...wanted,
    ])
    writeFileSync(mark, '')
    return folder
  })
}

const LONGEST_INSTALL_MS = 170_000

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: LONGEST_INSTALL_MS })
}

function reasonOf(error: unknown): string {
  const stderr = error instanceof Error ? Reflect.get(error, 'stderr') : undefined
  const words = stderr instanceof Uint8Array ? Buffer.from(stderr).toString().trim() : ''
  return words === '' ? String(error) : words
}
