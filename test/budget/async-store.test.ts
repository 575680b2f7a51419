import { AsyncLocalStorage } from 'node:async_hooks'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { createAsyncStore } from '../../src/budget/async-store.ts'

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

test('what was carried along before is there again, whatever the work does, also after it has thrown', async () => {
  const store = createAsyncStore<string>()
  const seen: (string | undefined)[] = []
  const look = (): void => void seen.push(store.get())
  const outer = store.run('outer', async () => {
    look()
    expect(() =>
      store.run('broken', () => {
        look()
        throw new Error('as intended')
      }),
    ).toThrow('as intended')
    look()
    const inner = store.run('inner', async () => {
      await undefined
      look()
    })
    look()
    await inner
    look()
  })
  look()
  await outer
  look()
  expect(seen).toEqual(['outer', 'broken', 'outer', 'outer', undefined, 'inner', 'outer', undefined])
})

test('another storage of the host keeps its value inside and outside', () => {
  const theirs = new AsyncLocalStorage<string>()
  const store = createAsyncStore<string>()
  theirs.run('before', () => {
    store.run('ours', () => {
      expect(theirs.getStore()).toBe('before')
      theirs.run('within', () => expect(store.get()).toBe('ours'))
      expect(theirs.getStore()).toBe('before')
    })
    expect(theirs.getStore()).toBe('before')
  })
  expect(theirs.getStore()).toBeUndefined()
})

test('where a runtime cannot enter a value, as on workers, it is carried along all the same', () => {
  const enterWith = vi.spyOn(AsyncLocalStorage.prototype, 'enterWith').mockImplementation(() => {
    throw new Error('not implemented')
  })
  const store = createAsyncStore<string>()
  enterWith.mockRestore()
  expect(store.run('value', () => store.get())).toBe('value')
  expect(store.get()).toBeUndefined()
})
