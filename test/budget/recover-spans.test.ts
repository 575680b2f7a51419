import * as api from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RecoverOptions } from '../../src/budget/options.ts'
import { recover } from '../../src/budget/recover.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'
import { drive, flush } from './drive.ts'
import { connectionReset, declaredError, failedResult, forbidden, INVALID, TRANSIENT } from './failures.ts'

let otel: TestOtel

beforeAll(() => {
  otel = registerOtel()
})
afterEach(() => otel.reset())
afterAll(unregisterOtel)

const { ERROR, UNSET } = api.SpanStatusCode

function terms(options: Partial<RecoverOptions> = {}): RecoverOptions {
  return {
    owner: 'orders',
    operation: 'order-88',
    maxAttempts: 3,
    deadlineMs: 10_000,
    effect: 'read',
    ...options,
  }
}

/** Runs a recovery to its end and gives the attributes of its spans, attempts first. */
async function traced(options: Partial<RecoverOptions>, work: Parameters<typeof recover>[1]) {
  const clock = createFakeClock()
  const settled = await drive(clock, recover(terms({ clock, random: () => 0.5, ...options }), work))
  return { settled, attempts: otel.spans().filter((span) => span.name === 'orders attempt') }
}

describe('REQ-19, REQ-21 the spans of a recovery', () => {
  test('one for the budget and one below it for each attempt, bound to one operation', async () => {
    const { attempts } = await traced({ layer: 'tool', attemptTimeoutMs: 2000 }, ({ number }) => {
      if (number < 3) throw connectionReset()
      return 'fine'
    })
    const budget = otel.span('recover orders')
    expect(budget.kind).toBe(api.SpanKind.INTERNAL)
    expect(budget.instrumentationScope.name).toBe('toolspan')
    expect(budget.status.code).toBe(UNSET)
    expect(budget.attributes).toEqual({
      'toolspan.operation.id': 'order-88',
      'toolspan.budget.id': expect.stringMatching(/^[0-9a-f]{16}$/),
      'toolspan.budget.owner': 'orders',
      'toolspan.budget.max_attempts': 3,
      'toolspan.budget.deadline_ms': 10_000,
      'toolspan.layer': 'tool',
    })
    expect(attempts.map((span) => span.parentSpanContext?.spanId)).toEqual(
      Array(3).fill(budget.spanContext().spanId),
    )
    expect(attempts.map((span) => span.attributes['toolspan.attempt.number'])).toEqual([1, 2, 3])
    expect(attempts.map((span) => span.status)).toEqual([{ code: ERROR }, { code: ERROR }, { code: UNSET }])
    expect(attempts[0]?.attributes).toMatchObject({
      'toolspan.operation.id': 'order-88',
      'toolspan.budget.id': budget.attributes['toolspan.budget.id'],
      'toolspan.budget.owner': 'orders',
      'toolspan.budget.max_attempts': 3,
      'toolspan.layer': 'tool',
      'toolspan.timeout.call_ms': 2000,
      'toolspan.tool.effect': 'read',
      'toolspan.error.category': 'transient',
      'toolspan.error.retryable': true,
      'toolspan.result.status': 'failed',
      'error.type': 'ECONNRESET',
    })
    expect(attempts[2]?.attributes).not.toHaveProperty('toolspan.error.category')
  })

  test('waiting happens outside attempts: the failed one has ended by then', async () => {
    const clock = createFakeClock()
    const promise = recover(terms({ clock, random: () => 0.5 }), ({ number }) => {
      if (number === 1) throw connectionReset()
      return 'fine'
    })
    await flush()
    expect(otel.spans().map((span) => span.name)).toEqual(['orders attempt'])
    await drive(clock, promise)
    expect(otel.spans().map((span) => span.name)).toEqual([
      'orders attempt',
      'orders attempt',
      'recover orders',
    ])
  })

  test('the function runs inside its attempt, and the budget inside what called recover()', async () => {
    await otel.tracer.startActiveSpan('handler', async (handler) => {
      await recover(terms(), async () => {
        await Promise.resolve()
        otel.tracer.startSpan('query').end()
      })
      handler.end()
    })
    expect(otel.span('query').parentSpanContext?.spanId).toBe(
      otel.span('orders attempt').spanContext().spanId,
    )
    expect(otel.span('recover orders').parentSpanContext?.spanId).toBe(
      otel.span('handler').spanContext().spanId,
    )
  })

  test('a spent budget is an error that says what spent it', async () => {
    await traced({}, () => {
      throw connectionReset()
    })
    const budget = otel.span('recover orders')
    expect(budget.status).toEqual({ code: ERROR })
    expect(budget.attributes).toMatchObject({
      'toolspan.budget.exhausted_by': 'attempts',
      'toolspan.error.category': 'transient',
      'toolspan.error.retryable': false,
      'error.type': 'budget_exhausted',
    })
  })

  test('a failure that passes through is an error of the budget, which is not spent', async () => {
    await traced({}, () => {
      throw forbidden()
    })
    const budget = otel.span('recover orders')
    expect(budget.status).toEqual({ code: ERROR })
    expect(budget.attributes).toMatchObject({ 'toolspan.error.category': 'permission', 'error.type': '403' })
    expect(budget.attributes).not.toHaveProperty('toolspan.budget.exhausted_by')
  })

  test('a returned failure is a failed attempt', async () => {
    const { attempts } = await traced({}, ({ number }) => (number === 1 ? failedResult(TRANSIENT) : 'fine'))
    expect(attempts.map((span) => span.status.code)).toEqual([ERROR, UNSET])
    expect(attempts[0]?.attributes).toMatchObject({
      'error.type': 'tool_error',
      'toolspan.error.source': 'declared',
    })
  })

  test('an attempt that was cut off is a timeout', async () => {
    const { attempts } = await traced({ maxAttempts: 1 }, () => new Promise(() => {}))
    expect(attempts[0]?.attributes).toMatchObject({ 'error.type': 'timeout' })
    expect(otel.span('recover orders').attributes).toMatchObject({
      'toolspan.budget.exhausted_by': 'deadline',
    })
  })

  test('a cancellation is no error', async () => {
    const controller = new AbortController()
    const promise = recover(terms({ signal: controller.signal }), () => new Promise(() => {}))
    controller.abort()
    await promise.catch(() => {})
    const spans = [otel.span('orders attempt'), otel.span('recover orders')]
    expect(spans.map((span) => span.status.code)).toEqual([UNSET, UNSET])
    expect(spans.map((span) => span.attributes['error.type'])).toEqual([undefined, undefined])
    expect(spans.map((span) => span.attributes['toolspan.result.status'])).toEqual(['cancelled', 'cancelled'])
    expect(spans[1]?.attributes['toolspan.budget.exhausted_by']).toBe('cancelled')
  })
})

describe('REQ-20 inherited and deliberate budgets', () => {
  test('an inherited one names its parent and what it may still use', async () => {
    const clock = createFakeClock()
    await drive(
      clock,
      recover(terms({ clock, owner: 'coordinator', random: () => 0.5 }), ({ number }) => {
        if (number === 1) throw connectionReset()
        return recover(terms({ maxAttempts: 9, deadlineMs: 60_000 }), () => 'fine')
      }),
    )
    const outer = otel.span('recover coordinator').attributes
    expect(outer).not.toHaveProperty('toolspan.budget.parent_id')
    for (const name of ['recover orders', 'orders attempt']) {
      expect(otel.span(name).attributes).toMatchObject({
        'toolspan.operation.id': 'order-88',
        'toolspan.budget.parent_id': outer['toolspan.budget.id'],
        'toolspan.budget.max_attempts': 2,
      })
    }
    expect(otel.span('recover orders').attributes['toolspan.budget.deadline_ms']).toBe(9750)
  })

  test('a refused repeat is said to be refused by the shared budget', async () => {
    const clock = createFakeClock()
    await drive(
      clock,
      recover(terms({ clock, owner: 'coordinator', maxAttempts: 1 }), () =>
        recover(terms(), () => {
          throw connectionReset()
        }),
      ),
    )
    expect(otel.span('recover orders').attributes).toMatchObject({
      'toolspan.budget.exhausted_by': 'shared_budget',
      'toolspan.budget.max_attempts': 1,
    })
    expect(otel.span('recover coordinator').attributes).toMatchObject({
      'toolspan.budget.exhausted_by': 'attempts',
      'error.type': 'budget_exhausted',
    })
  })

  test('a deliberate one says who approved it and why', async () => {
    const newBudget = { approvedBy: 'duty-engineer', reason: 'status page green again' }
    await recover(terms({ owner: 'coordinator' }), () => recover(terms({ newBudget }), () => 'fine'))
    const { attributes } = otel.span('recover orders')
    expect(attributes).toMatchObject({
      'toolspan.budget.approved_by': 'duty-engineer',
      'toolspan.budget.reason': 'status page green again',
    })
    expect(attributes).not.toHaveProperty('toolspan.budget.parent_id')
  })
})

describe("spans: 'minimal'", () => {
  test('leaves out the budget span, and the attempts say what it would have said', async () => {
    const { attempts } = await traced({ spans: 'minimal', maxAttempts: 2, layer: 'tool' }, () => {
      throw connectionReset()
    })
    expect(otel.spans()).toHaveLength(2)
    expect(attempts[0]?.attributes).toMatchObject({
      'toolspan.budget.deadline_ms': 10_000,
      'toolspan.layer': 'tool',
    })
    expect(attempts.map((span) => span.attributes['toolspan.budget.exhausted_by'])).toEqual([
      undefined,
      'attempts',
    ])
  })

  const exhaustedBy = () => otel.spans().map((span) => span.attributes['toolspan.budget.exhausted_by'])

  test('a cancellation during a wait is on the attempt before it, whose time the wait does not lengthen', async () => {
    const clock = createFakeClock()
    const controller = new AbortController()
    const options = { clock, spans: 'minimal', signal: controller.signal, random: () => 0.5 } as const
    const recovery = recover(terms(options), () => Promise.reject(connectionReset()))
    await flush()
    expect(otel.spans()).toEqual([])
    const waitedFrom = performance.now()
    while (performance.now() - waitedFrom < 20) await flush()
    controller.abort(new Error('user went away'))
    await expect(recovery).rejects.toBe(controller.signal.reason)
    const [span] = otel.spans()
    expect(exhaustedBy()).toEqual(['cancelled'])
    expect(span?.duration[0]).toBe(0)
    expect(span?.duration[1]).toBeLessThan(15e6)
  })

  test('says what a revision came to', async () => {
    const invalid = () => Promise.reject(Object.assign(new Error('bad'), INVALID))
    await traced({ spans: 'minimal', maxAttempts: 1, revise: () => 'other' }, invalid)
    expect(exhaustedBy()).toEqual(['attempts'])
    otel.reset()
    const clock = createFakeClock()
    const late = { clock, spans: 'minimal', deadlineMs: 1000, revise: () => new Promise(() => {}) } as const
    await drive(clock, recover(terms(late), invalid))
    expect(exhaustedBy()).toEqual(['deadline'])
  })

  test('tells that an owner below has spent what this one allows', async () => {
    const clock = createFakeClock()
    const below = terms({ owner: 'below', spans: 'minimal', random: () => 0 })
    const above = terms({ clock, spans: 'minimal' })
    await drive(
      clock,
      recover(above, () => recover(below, () => Promise.reject(connectionReset()))),
    )
    expect(otel.spans().map(({ name }) => name)).toEqual([
      'below attempt',
      'below attempt',
      'below attempt',
      'orders attempt',
    ])
    expect(exhaustedBy()).toEqual([undefined, undefined, 'attempts', 'attempts'])
  })
})

describe('private by default', () => {
  test('no text of an error, of its context or of a reason leaves the process', async () => {
    const secret = 'customer-4711'
    const context = {
      ...TRANSIENT,
      message: secret,
      detail: secret,
      attemptedQuery: secret,
      partialResults: [secret],
      unresolvedSources: [secret],
    }
    await traced({}, ({ number }) => {
      if (number === 2) return failedResult(context)
      throw declaredError(context)
    })
    await recover(terms({ signal: AbortSignal.abort(new Error(secret)) }), () => 1).catch(() => {})
    const seen = otel.spans().map((span) => [span.name, span.status, span.attributes, span.events])
    expect(seen).toHaveLength(5)
    expect(JSON.stringify(seen)).not.toContain(secret)
  })
})

describe('a broken tracing set-up', () => {
  test('never reaches the host', async () => {
    const broken = () => {
      throw new Error('broken')
    }
    const real = api.trace.getTracerProvider()
    api.trace.disable()
    api.trace.setGlobalTracerProvider({ getTracer: broken })
    const value = {}
    expect(await recover(terms(), () => value)).toBe(value)
    api.trace.disable()
    api.trace.setGlobalTracerProvider({
      getTracer: () => ({
        startActiveSpan: broken,
        startSpan: () =>
          Object.assign(api.trace.wrapSpanContext(api.INVALID_SPAN_CONTEXT), {
            end: broken,
            isRecording: broken,
          }),
      }),
    })
    expect(await recover(terms(), () => value)).toBe(value)
    api.trace.disable()
    api.trace.setGlobalTracerProvider(real)
  })

  test('without an SDK everything works', async () => {
    unregisterOtel()
    const clock = createFakeClock()
    let attempts = 0
    const promise = recover(terms({ clock }), () =>
      recover(terms(), () => {
        attempts++
        throw connectionReset()
      }),
    )
    expect((await drive(clock, promise)).kind).toBe('rejected')
    expect(attempts).toBe(3)
    otel = registerOtel()
  })
})
