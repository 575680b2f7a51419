import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FactsPack } from '../../../src/tail/facts/packed/facts-pack.ts'
import { ID, writeIds } from '../../../src/tail/facts/packed/id-words.ts'
import { PackReader } from '../../../src/tail/facts/packed/pack-reader.ts'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import type { SpanFacts } from '../../../src/tail/facts/span-facts.ts'
import type { SpanInput } from '../../../src/tail/facts/span-input.ts'
import { judgeCuedRun } from '../../../src/tail/judge.ts'
import { createJudging, DEFAULT_JUDGING } from '../../../src/tail/judging.ts'
import { createRun } from '../../../src/tail/model/run.ts'
import { createRunStore } from '../../../src/tail/model/run-store.ts'
import { hasRoom, mayHoldFinding } from '../../../src/tail/outline/room.ts'
import { RunOutline } from '../../../src/tail/outline/run-outline.ts'
import { RULES } from '../../../src/tail/rules/index.ts'
import { call, failing, read, request, run, write } from '../../support/calls.ts'
import { loadOwnCases } from '../../support/own-cases.ts'
import { randomTraces } from '../../support/random-traces.ts'
import { findingsOf, type TestSpan, trace } from '../../support/trace.ts'
import { loadTraceCases, spansOfCase } from '../../support/trace-cases.ts'

const { cues, settings } = DEFAULT_JUDGING
const ids = new Uint32Array(ID.words)
// One for all runs, as the service has it.
const outline = new RunOutline()

/** Packs the spans, so many in each, and outlines them. Returns their marks. */
function outlined(spans: readonly SpanFacts[], spansAPack: number): number {
  let marks = 0
  outline.begin()
  for (let at = 0; at < spans.length; at += spansAPack) {
    const pack = new FactsPack()
    for (const facts of spans.slice(at, at + spansAPack)) {
      writeIds(facts, ids)
      const mark = cues.markOf(facts)
      marks |= mark
      pack.add(facts, ids, { note: 0, mark })
    }
    const reader = new PackReader(pack.take())
    for (const place of reader.spans()) outline.add(reader, place)
  }
  return marks
}

/** The rules that have no room in the run, by its outline. */
function impossible(spans: readonly SpanFacts[], spansAPack: number): string[] {
  const marks = outlined(spans, spansAPack)
  return RULES.flatMap((rule, index) => {
    const isCued = (marks & (1 << index)) !== 0
    return isCued && !hasRoom(rule.id, outline, 1 << index, settings) ? [rule.id] : []
  })
}

/** Runs of the spans, each span once. */
function runsOf(spans: readonly SpanInput[]): SpanFacts[][] {
  const store = createRunStore({ maxSpansPerRun: Number.POSITIVE_INFINITY })
  for (const span of spans) store.add(readFacts(span), 0)
  return [...store.runs()].map(({ facts }) => [...facts.spans])
}

/** What is found although the outline leaves no room for it. */
function lost(spans: readonly SpanInput[], spansAPack: number): string[] {
  return runsOf(spans).flatMap((facts) => {
    const found = judgeCuedRun(createRun(facts), true, DEFAULT_JUDGING).map(({ finding }) => finding.rule)
    const none = impossible(facts, spansAPack)
    const isJudged = mayHoldFinding(DEFAULT_JUDGING, outlined(facts, spansAPack), () => outline)
    return found.filter((rule) => none.includes(rule) || !isJudged)
  })
}

test('no finding of any rule is lost by what an outline leaves no room for, in any order and in any packs', () => {
  fc.assert(
    fc.property(
      randomTraces,
      fc.integer({ min: 1, max: 20 }),
      fc.infiniteStream(fc.nat()),
      (spans, size, random) => {
        const shuffled = spans
          .map((span) => ({ span, at: random.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ span }) => span)
        expect(lost(shuffled, size)).toEqual([])
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 2000) },
  )
}, 60_000)

test.each([...loadTraceCases(), ...loadOwnCases()])('nor one of $name', (testCase) => {
  expect(lost(spansOfCase(testCase), 3)).toEqual([])
})

test('a rule that is on alone finds in all cases what it finds among all others', () => {
  for (const rule of RULES) {
    const alone = createJudging({ rules: [rule] })
    for (const testCase of [...loadTraceCases(), ...loadOwnCases()]) {
      for (const facts of runsOf(spansOfCase(testCase))) {
        if (judgeCuedRun(createRun(facts), true, alone).length === 0) continue
        const isJudged = mayHoldFinding(alone, outlined(facts, 3), () => outline)
        expect([rule.id, testCase.name, isJudged]).toEqual([rule.id, testCase.name, true])
      }
    }
  }
}, 60_000)

describe('it leaves no room', () => {
  const noRoom = (...spans: readonly TestSpan[]) => {
    const made = trace(...spans)
    expect(findingsOf(made)).toEqual([])
    return impossible(
      made.map((span) => readFacts(span)),
      100,
    )
  }

  test('for storms and resets where everything was tried once, though one thing failed', () => {
    const once = [
      run,
      failing('a', 'get_order', 'transient'),
      read('b', 'get_order'),
      request('c', 'https://x.example.com/1', 503, { in: 'a' }),
    ]
    expect(noRoom(...once)).toEqual(expect.arrayContaining(['retry-storm', 'budget-reset', 'evidence-lost']))
  })

  test('for two equal writes where no operation ties them, and for loops of several tools', () => {
    const twice = [
      run,
      write('a', 'pay', { 'toolspan.operation.fingerprint': 'f' }),
      write('b', 'pay', { 'toolspan.operation.fingerprint': 'f' }),
    ]
    expect(noRoom(...twice)).toContain('repeated-write')
    const below = twice.slice(1).map((span) => ({ ...span, in: 'step' }))
    const step = call('step', 'close_month', { failed: true, 'toolspan.error.category': 'business' })
    expect(noRoom(run, step, ...below)).not.toContain('repeated-write')
    const failed = ['a', 'b', 'c', 'd', 'e'].map((id) => failing(id, `tool_${id}`, 'transient'))
    expect(noRoom(run, ...failed)).toContain('no-progress-loop')
  })

  test('and room where a call is made again, also where ids come twice and say nothing', () => {
    const again = trace(
      run,
      failing('a', 'get', 'transient', { 'toolspan.operation.fingerprint': 'f' }),
      call('b', 'get', { 'toolspan.operation.fingerprint': 'f' }),
    )
    expect(
      impossible(
        again.map((span) => readFacts(span)),
        1,
      ),
    ).not.toContain('retry-storm')
    const facts = trace(run, failing('a', 'get', 'transient')).map((span) => readFacts(span))
    expect(impossible([...facts, ...facts], 100)).not.toContain('retry-storm')
  })
})
