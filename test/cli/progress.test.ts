import { Writable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { createProgress } from '../../src/cli/progress.ts'

function terminal(isTTY: boolean) {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  return { stream: Object.assign(stream, { isTTY }) as unknown as NodeJS.WriteStream, text: () => text }
}

test('a terminal shows how far it is, and nothing of it is left', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { stream, text } = terminal(true)
  const progress = createProgress(stream, 10_000_000)
  vi.advanceTimersByTime(200)
  progress.add(5_000_000)
  progress.add(1)
  expect(text()).toBe('\r###############............... 50 % of 10 MB\u001b[K')
  progress.clear()
  expect(text().endsWith('\r\u001b[K')).toBe(true)
  vi.useRealTimers()
})

test('where the size is not known it shows what was read', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { stream, text } = terminal(true)
  const progress = createProgress(stream, undefined)
  vi.advanceTimersByTime(200)
  progress.add(3_400_000)
  expect(text()).toBe('\r3 MB read\u001b[K')
  vi.useRealTimers()
})

test('anything but a terminal sees nothing', () => {
  const { stream, text } = terminal(false)
  const progress = createProgress(stream, 100)
  progress.add(100)
  progress.clear()
  expect(text()).toBe('')
})
