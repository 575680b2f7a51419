import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** A process of its own: the priority of this one stays as it is. */
const PROGRAM = `
  import { readdirSync, readFileSync } from 'node:fs'
  import { getPriority } from 'node:os'
  const { helperThreadsGiveWay } = await import(process.argv[1])
  helperThreadsGiveWay()
  const tasks = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  const of = (isMain) => [...new Set(tasks.filter((task) => (task === process.pid) === isMain).map((task) => getPriority(task)))]
  console.log(JSON.stringify({ main: of(true), helpers: of(false) }))
`

test('helping threads have a lower priority than the one that answers', () => {
  const module = new URL('../../src/service/helper-threads.ts', import.meta.url).href
  const before = JSON.parse(
    execFileSync(process.execPath, ['-p', 'require("node:os").getPriority()'], { encoding: 'utf8' }),
  )
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM, module], {
    encoding: 'utf8',
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  })
  const lower = Math.min(19, before + 3)
  expect(JSON.parse(out)).toEqual({ main: [before], helpers: process.platform === 'linux' ? [lower] : [] })
})
