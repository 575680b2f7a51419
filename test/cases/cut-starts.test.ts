import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import type { Finding } from '../../src/tail/findings/finding.ts'
import { loadOwnCases } from '../support/own-cases.ts'
import { stretched, timedAsSdk, withCutStarts } from '../support/timed-as-sdk.ts'
import { findingsOf } from '../support/trace.ts'
import { loadTraceCases, spansOfCase } from '../support/trace-cases.ts'

const traces = [...loadTraceCases(), ...loadOwnCases()].map((testCase) => ({
  name: testCase.name,
  spans: spansOfCase(testCase),
}))
const anyTrace = fc.constantFrom(...traces)
const anyPhaseMs = fc.double({ min: 0, max: 0.999, noNaN: true })

/** What a finding says, without how long it took. */
function saidOf({ id, rule, severity, attempts, resets, recovered, layers, spanIds }: Finding) {
  return { id, rule, severity, attempts, resets, recovered, layers, spanIds: [...spanIds].sort() }
}

const saidAbout = (spans: readonly SpanInput[]) =>
  findingsOf(spans)
    .map(saidOf)
    .sort((a, b) => (a.id < b.id ? -1 : 1))

test('every case is told the same when its starts are cut down to the millisecond (REQ-25)', () => {
  fc.assert(
    fc.property(anyTrace, fc.constantFrom(1, 0.3, 0.1), anyPhaseMs, ({ spans }, by, phaseMs) => {
      const exact = stretched(spans, by, phaseMs)
      const said = saidAbout(exact)
      expect(saidAbout(timedAsSdk(exact))).toEqual(said)
      expect(saidAbout(withCutStarts(exact))).toEqual(said)
    }),
    { numRuns: 1000, seed: 42 },
  )
})

test('no case raises an alarm only because its calls start in one millisecond', () => {
  fc.assert(
    fc.property(anyTrace, fc.constantFrom(0.03, 0.01, 0.003, 0.001), anyPhaseMs, ({ spans }, by, phaseMs) => {
      const exact = stretched(spans, by, phaseMs)
      const known = new Set(findingsOf(exact).map(({ rule }) => rule))
      const alarms = findingsOf(timedAsSdk(exact)).filter(({ severity }) => severity !== 'info')
      expect(alarms.map(({ rule }) => rule).filter((rule) => !known.has(rule))).toEqual([])
    }),
    { numRuns: 2000, seed: 42 },
  )
})
