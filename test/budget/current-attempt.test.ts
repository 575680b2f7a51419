import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptAttributes, currentAttempt, withEffectScope } from '../../src/budget/current-attempt.ts'
import { openEffectScope } from '../../src/budget/effect-scope.ts'
import { recover } from '../../src/budget/recover.ts'
import type { ToolEffect } from '../../src/semconv/attributes/tool.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { drive } from './drive.ts'
import { connectionReset } from './failures.ts'

const good = { owner: 'orders', maxAttempts: 3, deadlineMs: 10_000 }

describe('the current attempt', () => {
  test('is known to everything that an attempt calls, and to nothing else', async () => {
    expect(currentAttempt()).toBeUndefined()
    await recover({ ...good, operation: 'order-88', layer: 'tool' }, async () => {
      await Promise.resolve()
      expect(currentAttempt()).toMatchObject({
        operationId: 'order-88',
        owner: 'orders',
        layer: 'tool',
        number: 1,
        maxAttempts: 3,
        deadlineMs: 10_000,
        parentBudgetId: undefined,
      })
    })
    expect(currentAttempt()).toBeUndefined()
  })

  test('REQ-21 keeps its operation while its number rises', async () => {
    const clock = createFakeClock()
    const seen: unknown[] = []
    await drive(
      clock,
      recover({ ...good, effect: 'read', clock }, () => {
        const current = currentAttempt()
        seen.push([current?.operationId, current?.number])
        throw connectionReset()
      }),
    )
    const [[id] = []] = seen as unknown[][]
    expect(id).toMatch(/^[0-9a-f]{16}$/)
    expect(seen).toEqual([
      [id, 1],
      [id, 2],
      [id, 3],
    ])
  })

  test('attempts side by side do not mix', async () => {
    const owners = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((owner) =>
        recover({ ...good, owner }, async () => {
          await new Promise((resolve) => setImmediate(resolve))
          return currentAttempt()?.owner
        }),
      ),
    )
    expect(owners).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('gives the attributes of a span inside it', async () => {
    await recover({ ...good, operation: 'order-88' }, () =>
      recover({ ...good, owner: 'archive' }, () => {
        const current = currentAttempt()
        if (!current) throw new Error('no attempt')
        expect(attemptAttributes(current)).toEqual({
          'toolspan.operation.id': 'order-88',
          'toolspan.attempt.number': 1,
          'toolspan.budget.id': current.budgetId,
          'toolspan.budget.owner': 'archive',
          'toolspan.budget.max_attempts': 3,
          'toolspan.budget.parent_id': current.parentBudgetId,
        })
      }),
    )
  })
})

const MANAGERS = [
  ['with a context manager', () => new AsyncLocalStorageContextManager().enable()],
  ['without a context manager', undefined],
] as const

describe.each(MANAGERS)('an effect that a surrounding tool states, %s', (_name, createManager) => {
  beforeAll(() => {
    if (createManager !== undefined) api.context.setGlobalContextManager(createManager())
  })
  afterAll(() => api.context.disable())

  /** How many attempts a recovery makes that says nothing of its effect. */
  async function attemptsWithin(effect: ToolEffect): Promise<number> {
    const clock = createFakeClock()
    let attempts = 0
    await drive(
      clock,
      withEffectScope(openEffectScope(effect), () =>
        recover({ ...good, clock }, () => {
          attempts++
          throw connectionReset()
        }),
      ),
    )
    return attempts
  }

  test('decides about repeats inside it', async () => {
    expect(await attemptsWithin('read')).toBe(3)
    expect(await attemptsWithin('write')).toBe(1)
    expect(await attemptsWithin('unknown')).toBe(1)
  })

  test('an owner states it for those below, and a tool of unknown effect leaves it in force', async () => {
    expect(await recover({ ...good, effect: 'read' }, () => attemptsWithin('unknown'))).toBe(3)
    expect(await recover({ ...good, effect: 'read' }, () => attemptsWithin('write'))).toBe(1)
  })

  test('a tool inside a tool states its own, and of unknown effect leaves that of the other in force', async () => {
    expect(await withEffectScope(openEffectScope('write'), () => attemptsWithin('read'))).toBe(3)
    expect(await withEffectScope(openEffectScope('read'), () => attemptsWithin('write'))).toBe(1)
    expect(await withEffectScope(openEffectScope('read'), () => attemptsWithin('unknown'))).toBe(3)
  })

  test('whatever context is active inside a tool, the tool is the nearest that states an effect', async () => {
    const before = api.context.active()
    const inContext = (context: api.Context) => () =>
      api.context.with(context, () => attemptsWithin('unknown'))
    for (const context of [api.ROOT_CONTEXT, before]) {
      const inWrite = () => withEffectScope(openEffectScope('write'), inContext(context))
      expect(await recover({ ...good, effect: 'read' }, inWrite)).toBe(1)
      expect(await withEffectScope(openEffectScope('read'), inWrite)).toBe(1)
    }
  })

  test('an owner inside a tool states its own', async () => {
    const nested = () => recover({ ...good, effect: 'write' }, () => attemptsWithin('unknown'))
    expect(await withEffectScope(openEffectScope('read'), nested)).toBe(1)
  })

  test('ends with the tool: what it leaves running is no read', async () => {
    const clock = createFakeClock()
    const scope = openEffectScope('read')
    let attempts = 0
    const later = withEffectScope(scope, async () => {
      await Promise.resolve()
      return recover({ ...good, clock }, () => {
        attempts++
        throw connectionReset()
      })
    })
    scope.isOpen = false
    await drive(clock, later)
    expect(attempts).toBe(1)
  })
})
