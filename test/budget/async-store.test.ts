import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = (file: string) =>
  JSON.stringify(fileURLToPath(new URL(`../../src/budget/${file}`, import.meta.url)))

test('without async_hooks, as in a browser, recover() works and nested owners do not inherit', () => {
  const script = `
    delete process.getBuiltinModule
    const { recover } = await import(${source('recover.ts')})
    const { currentAttempt } = await import(${source('current-attempt.ts')})
    const good = { owner: 'orders', maxAttempts: 3, deadlineMs: 10_000 }
    const found = await recover(good, () => recover(good, ({ number }) => [number, typeof currentAttempt()]))
    console.log(found.join())
  `
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  expect({ stdout, status }).toEqual({ stdout: '1,undefined\n', status: 0 })
})
