import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { OLDEST_GO } from './releases.ts'

/** Go, as far as builds ask. */
export interface Go {
  /**
   * Runs `go` and says from time to time how far it is. Gives back its standard output. Rejects with what it printed
   * last where it fails.
   */
  run(folder: string, ...words: readonly string[]): Promise<string>
  /** The same for a program that calls Go itself. */
  runProgram(program: string, folder: string, ...words: readonly string[]): Promise<string>
}

/** Between two lines about progress, in milliseconds. */
const PROGRESS_EVERY_MS = 10_000
/** So many lines of a build that fails are shown. */
const LAST_LINES = 30

/** The oldest Go that fetches a newer one by itself when a module asks for it, where it may. */
const SWITCHING_GO = '1.21'

/** What is needed to build, and how to get it; undefined where it is there. */
export function missingForBuild(): string | undefined {
  const get = `Install Go ${OLDEST_GO} or newer so that \`go\` is on the PATH: https://go.dev/doc/install`
  const { status, stdout } = spawnSync('go', ['env', 'GOVERSION', 'GOTOOLCHAIN'], { encoding: 'utf8' })
  if (status !== 0) return `Go is missing. ${get}`
  const [version = '', toolchain] = stdout.trim().split('\n')
  const isEnough = isAtLeast(version, toolchain === 'local' ? OLDEST_GO : SWITCHING_GO)
  return isEnough ? undefined : `Go is too old: ${version}. ${get}`
}

function isAtLeast(version: string, oldest: string): boolean {
  const parts = (text: string): number[] => (/\d+(?:\.\d+)*/.exec(text)?.[0] ?? '0').split('.').map(Number)
  const [have, want] = [parts(version), parts(oldest)]
  const index = want.findIndex((part, place) => (have[place] ?? 0) !== part)
  return index < 0 || (have[index] ?? 0) > (want[index] ?? 0)
}

/** Go, with a line about progress now and then. */
export function createGo(say: (line: string) => void): Go {
  const runProgram: Go['runProgram'] = (program, folder, ...words) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, words, {
        cwd: folder,
        // The folder may lie inside a repository that has nothing to do with what is built.
        env: {
          ...process.env,
          GOFLAGS: `${process.env.GOFLAGS ?? ''} -buildvcs=false -mod=mod`.trim(),
          GOWORK: 'off',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const output: string[] = []
      const last: string[] = []
      let downloaded = 0
      let compiled = 0
      createInterface({ input: child.stdout }).on('line', (line) => {
        output.push(line)
        last.push(line)
      })
      createInterface({ input: child.stderr }).on('line', (line) => {
        if (line.startsWith('go: downloading')) downloaded++
        else if (/^[\w./-]+$/.test(line)) compiled++
        else last.push(line)
        if (last.length > LAST_LINES) last.shift()
      })
      const startMs = performance.now()
      const timer = setInterval(() => {
        const seconds = Math.round((performance.now() - startMs) / 1000)
        say(
          `${words[0] ?? program}: ${seconds} s, ${downloaded} modules fetched, ${compiled} packages compiled`,
        )
      }, PROGRESS_EVERY_MS)
      child.on('error', reject)
      child.on('close', (code) => {
        clearInterval(timer)
        if (code === 0) resolve(output.join('\n'))
        else reject(new Error(`${program} ${words.join(' ')} ended with ${code}\n${last.join('\n')}`))
      })
    })
  return { runProgram, run: (folder, ...words) => runProgram('go', folder, ...words) }
}

/** Small programs without the paths of this machine. `-v` names each package as it is compiled. */
export const BUILD_FLAGS = ['-v', '-trimpath', '-ldflags=-s -w']
