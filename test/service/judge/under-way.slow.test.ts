import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { openState, type State } from '../../../src/service/state.ts'
import type { SpanInput } from '../../../src/tail/facts/span-input.ts'
import type { Finding } from '../../../src/tail/findings/finding.ts'
import { loadOwnCases } from '../../support/own-cases.ts'
import { createTestTail, ROOMY } from '../../support/tail-service.ts'
import { findingsOf } from '../../support/trace.ts'
import { loadTraceCases, spansOfCase } from '../../support/trace-cases.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolspan-under-way-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const cases = [...loadTraceCases(), ...loadOwnCases()]

/** A trace whose root has not ended is held, however long nothing comes of it. */
const ofOneTrace = cases.filter(
  (testCase) => new Set(spansOfCase(testCase).map(({ traceId }) => traceId)).size === 1,
)

/** One span on its way: how long after the one before it comes, and whether the service is killed before. */
interface Arrival {
  readonly span: SpanInput
  readonly afterMs: number
  readonly isKilledBefore: boolean
}

/** A service that can be killed, which takes up what the life before wrote down. */
function createMortal() {
  rmSync(folder, { recursive: true, force: true })
  let nowMs = 0
  let state: State | undefined
  const closed = new Map<string, Finding>()
  let tail = live()

  function live() {
    state = openState({
      state: folder,
      outboxCapacity: 100_000,
      lost: () => expect.unreachable(),
      log: (_, message) => expect.unreachable(message),
    })
    const born = createTestTail(state)
    born.clock.advance(nowMs)
    born.service.restore()
    return born
  }

  return {
    take: (span: SpanInput) => expect(tail.sendSpans([span], 'protobuf')).toMatchObject({ rejected: 0 }),
    /** Time passes, and it judges as it does in life: every now and then. */
    pass(ms: number) {
      for (let left = ms; left > 0; left -= TICK_MS) {
        const step = Math.min(left, TICK_MS)
        nowMs += step
        tail.clock.advance(step)
        tail.tick()
      }
      for (const finding of tail.closed()) closed.set(finding.id, finding)
    },
    kill() {
      for (const finding of tail.closed()) closed.set(finding.id, finding)
      state?.close()
      tail = live()
    },
    end() {
      this.pass(2 * ROOMY.quietMs)
      // What has no root is over after an hour.
      tail.service.finish()
      for (const finding of tail.closed()) closed.set(finding.id, finding)
      state?.close()
      return [...closed.keys()].sort()
    },
  }
}

const TICK_MS = 500

function closedOf(arrivals: readonly Arrival[]): string[] {
  const service = createMortal()
  for (const { span, afterMs, isKilledBefore } of arrivals) {
    service.pass(afterMs)
    if (isKilledBefore) service.kill()
    service.take(span)
  }
  return service.end()
}

function idsOf(spans: readonly SpanInput[]): string[] {
  return findingsOf(spans)
    .map(({ id }) => id)
    .sort()
}

/** Senders hold spans for so long at most. */
const LATEST_MS = 20_000

describe('REQ-38 it closes what check finds and nothing else, whatever it saw on the way', () => {
  test.each(cases)('in $name, as its spans end, killed now and then', (testCase) => {
    const spans = spansOfCase(testCase).toSorted((a, b) => (a.endMs ?? 0) - (b.endMs ?? 0))
    // Together no later than senders are: what was quiet for longer than that is over for good reasons.
    const afterMs = fc.nat(Math.floor(LATEST_MS / spans.length))
    const lives = fc.array(fc.record({ afterMs, isKilledBefore: fc.boolean() }), {
      minLength: spans.length,
      maxLength: spans.length,
    })
    fc.assert(
      fc.property(lives, (chances) => {
        const arrivals = spans.map((span, index) => ({
          span,
          afterMs: chances[index]?.afterMs ?? 0,
          isKilledBefore: chances[index]?.isKilledBefore === true && index % KILLED_PART === 0,
        }))
        expect(closedOf(arrivals)).toEqual(idsOf(spans))
      }),
      { numRuns: 3 },
    )
  })

  test.each(ofOneTrace)('in $name, with the time that it took, hours if need be', (testCase) => {
    const spans = spansOfCase(testCase).toSorted((a, b) => (a.endMs ?? 0) - (b.endMs ?? 0))
    fc.assert(
      fc.property(fc.nat(spans.length), (killed) => {
        const arrivals = spans.map((span, index) => ({
          span,
          afterMs: (span.endMs ?? 0) - (spans[index - 1]?.endMs ?? span.endMs ?? 0),
          isKilledBefore: index === killed,
        }))
        // Calls that come again after minutes may show that what was told and is over was none: a poller, say.
        expect(closedOf(arrivals)).toEqual(expect.arrayContaining(idsOf(spans)))
      }),
      { numRuns: 2 },
    )
  })

  test.each(cases)('in $name, in any order within what senders hold back', (testCase) => {
    const spans = spansOfCase(testCase)
    fc.assert(
      fc.property(fc.shuffledSubarray(spans, { minLength: spans.length }), fc.nat(5), (shuffled, killed) => {
        const arrivals = shuffled.map((span, index) => ({
          span,
          afterMs: LATEST_MS / shuffled.length,
          isKilledBefore: index === killed,
        }))
        expect(closedOf(arrivals)).toEqual(idsOf(spans))
      }),
      { numRuns: 3 },
    )
  })
})

/** A service that is killed before each span spends the test on opening files. */
const KILLED_PART = 7
