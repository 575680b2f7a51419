import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { foregroundClock } from '../../src/budget/foreground-clock.ts'

test('a timer never fires before its time', async () => {
  for (let round = 0; round < 20; round++) {
    const startMs = foregroundClock.now()
    await new Promise<void>((resolve) => foregroundClock.after(3.5, resolve))
    expect(foregroundClock.now() - startMs).toBeGreaterThanOrEqual(3.5)
  }
})

const entry = fileURLToPath(new URL('../../src/budget/recover.ts', import.meta.url))

test('a script that has nothing else to do waits for its own recovery', () => {
  const script = `
    import { recover } from ${JSON.stringify(entry)}
    const answer = await recover(
      { owner: 'orders', maxAttempts: 2, deadlineMs: 5000, effect: 'read', random: () => 0.1 },
      ({ number }) => {
        if (number === 1) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
        return 'answered at ' + number
      },
    )
    console.log(answer)
  `
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  expect({ stdout, status }).toEqual({ stdout: 'answered at 2\n', status: 0 })
})
