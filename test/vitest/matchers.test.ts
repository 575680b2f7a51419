import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import '../../src/vitest/index.ts'
import { traceTool } from '../../src/instrument/trace-tool.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'
import { loadTraceCases, requestOfCase } from '../support/trace-cases.ts'

let otel: TestOtel
beforeAll(() => {
  otel = registerOtel()
})
afterEach(() => otel.reset())
afterAll(() => unregisterOtel())

function ranWith(answer: unknown): ReadableSpan[] {
  traceTool('search_orders', () => answer, { effect: 'read' })()
  return otel.spans()
}

describe('expect(run).toHaveNoFindings()', () => {
  test('passes where every tool said what its answer covers, and fails on a bare empty one', () => {
    expect(ranWith([{ id: 'order-1' }])).toHaveNoFindings()
    expect(ranWith([])).not.toHaveNoFindings()
  })

  test('prints what was found, where and what to change', () => {
    const run = ranWith([])
    expect(() => expect(run).toHaveNoFindings()).toThrow(
      /no findings, got 1:\n\nwarning empty-unknown-coverage: .+\n {2}execute_tool search_orders \(span [0-9a-f]{16}\): .+\n {2}fix: .+/,
    )
  })

  test('counts from the severity on that it is told', () => {
    expect(ranWith([])).toHaveNoFindings({ severity: 'critical' })
  })
})

describe('expect(run).toHaveFinding(rule)', () => {
  test('passes where the rule found something, and otherwise prints what else was found', () => {
    const run = ranWith([])
    expect(run).toHaveFinding('empty-unknown-coverage')
    expect(run).not.toHaveFinding('retry-storm')
    expect(() => expect(run).toHaveFinding('retry-storm')).toThrow(
      /retry-storm, got:\n\nwarning empty-unknown/,
    )
  })

  test('names the rules when there is none of that name', () => {
    // @ts-expect-error: the ids of rules are a type of their own.
    expect(() => expect(ranWith([])).toHaveFinding('retry-strom')).toThrow(/retry-storm.*got "retry-strom"/)
  })
})

describe('settings', () => {
  const rule = 'empty-unknown-coverage'

  test('take a rule away, change its severity or the effect of a tool', () => {
    const run = ranWith([])
    expect(run).toHaveNoFindings({ settings: { rules: { [rule]: 'off' } } })
    expect(run).not.toHaveFinding(rule, { settings: { rules: { [rule]: 'off' } } })
    expect(run).toHaveNoFindings({ severity: 'warning', settings: { rules: { [rule]: 'info' } } })
    expect(run).toHaveNoFindings({ settings: { tools: { search_orders: { effect: 'write' } } } })
    expect(run).toHaveFinding(rule, { settings: {} })
  })

  test('mute what somebody gave a reason for, until its last day', () => {
    const mute = (tool: string, until: string) => ({
      settings: { mutes: [{ rule, tool, reason: 'being replaced', until }] },
    })
    const run = ranWith([])
    expect(run).toHaveNoFindings(mute('search_orders', '2999-12-31'))
    expect(run).toHaveFinding(rule, mute('search_orders', '2020-12-31'))
    expect(run).toHaveFinding(rule, mute('find', '2999-12-31'))
  })

  test('that are wrong are an error, which names the key', () => {
    const wrong = { settings: { thresholds: { loopStep: 3 } } }
    // @ts-expect-error: a key that is not there.
    expect(() => expect(ranWith([])).toHaveNoFindings(wrong)).toThrow(/thresholds.loopStep.*loopSteps/s)
  })
})

describe('a run', () => {
  test('is an exporter that keeps its spans, or a request in OTLP/JSON, too', () => {
    const spans = ranWith([])
    expect({ getFinishedSpans: () => spans }).toHaveFinding('empty-unknown-coverage')
    const [storm] = loadTraceCases().filter(({ expect: [first] }) => first?.rule === 'retry-storm')
    if (storm === undefined) throw new Error('no case has a storm')
    expect(requestOfCase(storm)).toHaveFinding('retry-storm')
  })

  test.each([
    [[], /at least one ended span, got none/],
    [[null], /span 0 .* got null/],
    [{ spans: [] }, /resourceSpans: expected an array/],
    [undefined, /expected an OTLP trace request/],
  ])('that cannot be one is an error, never a pass: %j', (run, message) => {
    expect(() => expect(run).toHaveNoFindings()).toThrow(message)
    expect(() => expect(run).not.toHaveNoFindings()).toThrow(message)
  })
})
