import { afterEach, expect, test } from 'vitest'
import { recover } from '../../src/budget/recover.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { unregisterOtel } from '../support/otel.ts'
import { registerPoints } from '../support/points.ts'
import { drive } from './drive.ts'
import { connectionReset, forbidden } from './failures.ts'

const terms = { owner: 'orders', maxAttempts: 3, deadlineMs: 60_000, effect: 'read' } as const

afterEach(unregisterOtel)

test('REQ-29 each attempt is counted once, by layer and by what its failure meant', async () => {
  const clock = createFakeClock()
  const points = registerPoints()
  const work = ({ number }: { number: number }) => {
    if (number < 3) throw connectionReset()
    return 'fine'
  }
  await drive(clock, recover({ ...terms, clock, layer: 'tool' }, work))
  await drive(
    clock,
    recover({ ...terms, clock, effect: 'write' }, () => Promise.reject(forbidden())),
  )
  const controller = new AbortController()
  const cancelled = recover({ ...terms, clock, signal: controller.signal }, () => new Promise(() => {}))
  controller.abort()
  await drive(clock, cancelled)
  await drive(
    clock,
    recover({ ...terms, clock, effect: 'write', deadlineMs: 100 }, () => new Promise(() => {})),
  )
  const counted = await points('toolspan.attempts')
  expect(counted).toHaveLength(5)
  expect(counted).toEqual(
    expect.arrayContaining([
      { attributes: { 'toolspan.layer': 'tool', 'toolspan.result.status': 'failed' }, value: 2 },
      // What was answered is not read, so nothing is said of it.
      { attributes: { 'toolspan.layer': 'tool' }, value: 1 },
      { attributes: { 'toolspan.result.status': 'failed' }, value: 1 },
      { attributes: { 'toolspan.result.status': 'cancelled' }, value: 1 },
      { attributes: { 'toolspan.result.status': 'indeterminate' }, value: 1 },
    ]),
  )
})

test('an attempt that was never made is not counted, and a provider that comes later is found', async () => {
  await recover(terms, () => 'before anybody measures')
  const points = registerPoints()
  const signal = AbortSignal.abort()
  await recover({ ...terms, signal }, () => 'never').catch(() => {})
  expect(await points('toolspan.attempts')).toEqual([])
  await recover(terms, () => 'fine')
  expect(await points('toolspan.attempts')).toEqual([{ attributes: {}, value: 1 }])
})

test('a meter that fails does not reach the host (REQ-36)', async () => {
  const { metrics } = await import('@opentelemetry/api')
  metrics.setGlobalMeterProvider({
    getMeter() {
      throw new Error('broken SDK')
    },
  })
  expect(await recover(terms, () => 'fine')).toBe('fine')
})
