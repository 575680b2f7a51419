import { describe, expect, test } from 'vitest'
import { fromSdkSpan } from '../../src/tail/facts/from-sdk-span.ts'
import { readFacts } from '../../src/tail/facts/read-facts.ts'
import type { SpanFacts } from '../../src/tail/facts/span-facts.ts'
import type { Finding } from '../../src/tail/findings/finding.ts'
import { createGrownParts } from '../../src/tail/grown-part.ts'
import { createJudge } from '../../src/tail/judge.ts'
import { DEFAULT_JUDGING } from '../../src/tail/judging.ts'
import { createRunStore, type StoredRun } from '../../src/tail/model/run-store.ts'
import { createRunJudge } from '../../src/tail/run-judge.ts'
import { run as agentRun, failing, model, read, subagent } from '../support/calls.ts'
import { longRunTurn } from '../support/long-run.ts'
import { randomRun } from '../support/random-run.ts'
import { type TestSpan, trace } from '../support/trace.ts'

const SPANS = 2000
const AT_A_TIME = 25

function storeOf(spans: readonly SpanFacts[]) {
  const store = createRunStore({ maxSpansPerRun: Number.POSITIVE_INFINITY })
  const add = (span: SpanFacts): void => void store.add(span, 0)
  for (const span of spans) add(span)
  const [run] = store.runs()
  if (run === undefined) throw new Error('no run')
  return { run, add }
}

/** Judges a run as it grows and tells what was reported, and when. */
function reports(seed: number, agents: number, how: 'judge' | 'judgeGrown') {
  const [root, ...spans] = randomRun(seed, SPANS, agents).map(readFacts)
  if (root === undefined) throw new Error('no root')
  const first = new Map<string, number>()
  const last = new Map<string, Finding>()
  let step = 0
  const note = (finding: Finding): void => {
    if (!first.has(finding.id)) first.set(finding.id, step)
    last.set(finding.id, finding)
  }
  const judge = createRunJudge(
    { opened: note, closed: note, callOpen: () => {}, dropped: () => {} },
    DEFAULT_JUDGING,
    { claim: () => true },
  )
  const enclosing = [root, ...spans.filter(({ role }) => role === 'agent')]
  const { run, add } = storeOf(spans.slice(0, 1))
  for (let at = 1; at < spans.length; at += AT_A_TIME, step++) {
    for (const span of spans.slice(at, at + AT_A_TIME)) add(span)
    const ended = new Set(run.facts.spans)
    const open = enclosing.filter((span) => !ended.has(span)).map((span) => ({ ...span, endMs: undefined }))
    judge[how](run, open, step)
  }
  add(root)
  judge.finish(run, [], step)
  return { first: [...first], last: [...last.values()] }
}

function told({ id, rule, severity, operation, complete, attempts, spanIds }: Finding) {
  return { id, rule, severity, operation, complete, attempts, spanIds }
}

const byId = (a: Finding, b: Finding): number => (a.id < b.id ? -1 : 1)

describe('a run that is judged by what has grown of it', () => {
  test.each([
    [1, 1],
    [2, 1],
    [3, 3],
    [4, 9],
  ])(
    'is told the same, at the same moment, as one that is judged as a whole each time: seed %i, %i agents',
    (seed, agents) => {
      const grown = reports(seed, agents, 'judgeGrown')
      const whole = reports(seed, agents, 'judge')
      const judge = createJudge()
      for (const span of randomRun(seed, SPANS, agents)) judge.add(span)
      const expected = judge.findings()
      expect(expected.length).toBeGreaterThan(50)
      expect(grown.first).toEqual(whole.first)
      expect(grown.last.sort(byId).map(told)).toEqual(expected.sort(byId).map(told))
    },
  )
})

test('two loops of one tool, long apart, are two findings though both agents go on', () => {
  const loop = (agent: string): TestSpan[] =>
    [1, 2, 3, 4, 5].map((at) => failing(`${agent}${at}`, 'open_page', 'business', { in: agent }))
  const between = Array.from({ length: 800 }, (_, at) =>
    read(`p${at}`, 'get', { in: 'turn', 'toolspan.operation.fingerprint': `own ${at}` }),
  )
  const [first, second, ...spans] = trace(
    { ...subagent('one'), at: [0] },
    { ...subagent('two'), at: [0] },
    ...loop('one'),
    ...between,
    ...loop('two'),
  ).map(readFacts)
  const open = [first, second].filter((span) => span !== undefined)
  const loops: string[] = []
  const opened = ({ rule, spanIds: [id = ''] }: Finding): void => {
    if (rule === 'no-progress-loop') loops.push(id)
  }
  const judge = createRunJudge(
    { opened, closed: () => {}, callOpen: () => {}, dropped: () => {} },
    DEFAULT_JUDGING,
    { claim: () => true },
  )
  const { run, add } = storeOf(spans.slice(0, 700))
  judge.judgeGrown(run, open, 0)
  for (const span of spans.slice(700)) add(span)
  judge.judgeGrown(run, open, 1)
  expect(loops).toEqual([spans[4]?.spanId, spans.at(-1)?.spanId])
})

test('of an agent one loop is told, and goes on, also where its turns are spans of their own', () => {
  const isStuck = (at: number) => (at >= 300 && at < 320) || (at >= 600 && at < 607)
  const spans = trace(
    ...Array.from({ length: 900 }, (_, at): TestSpan[] => {
      const page = read(`t${at}`, 'read_page', {
        in: `p${at}`,
        at: [at * 100 + 21, at * 100 + 60],
        'toolspan.operation.fingerprint': isStuck(at) ? 'page' : `page ${at}`,
        'toolspan.result.fingerprint': isStuck(at) ? 'same' : `own ${at}`,
      })
      return [
        model(`m${at}`, { in: `p${at}`, at: [at * 100 + 1, at * 100 + 20] }),
        page,
        { id: `p${at}`, in: 'run', at: [at * 100, at * 100 + 61] },
      ]
    }).flat(),
  ).map(readFacts)
  const told = new Map<string, number[]>()
  const note = ({ rule, id, attempts = 0 }: Finding): void => {
    if (rule === 'no-progress-loop') told.set(id, [...(told.get(id) ?? []), attempts])
  }
  const judge = createRunJudge(
    { opened: note, closed: note, callOpen: () => {}, dropped: () => {} },
    DEFAULT_JUDGING,
    { claim: () => true },
  )
  const open = trace({ ...agentRun, at: [0] }).map(readFacts)
  const { run, add } = storeOf(spans.slice(0, 600))
  for (let at = 600; at < spans.length; at += 9) {
    for (const span of spans.slice(at, at + 9)) add(span)
    judge.judgeGrown(run, open, at)
  }
  for (const span of trace(agentRun).map(readFacts)) add(span)
  judge.finish(run, [], spans.length)
  expect([...told.values()]).toEqual([[5, 20]])
})

describe('the part of a run that has grown', () => {
  /** All turns of an agent that goes on: mostly calls that have nothing to do with one another. */
  const facts = Array.from({ length: 40 }, (_, number) => longRunTurn(number, number * 1000, 1000, 49))
    .flatMap(({ turn, calls }) => [...calls, turn])
    .map((span) => readFacts(fromSdkSpan(span)))
  const none: readonly SpanFacts[] = []

  function sizes(run: StoredRun, parts = createGrownParts()): number[] {
    return [parts.of(run, none), parts.of(run, none)].map(({ spans }) => spans.length)
  }

  test('is the whole at first, and then no more than what came and what that is tied to', () => {
    const parts = createGrownParts()
    const { run, add } = storeOf(facts.slice(0, 1000))
    expect(parts.of(run, none).spans).toHaveLength(1000)
    const sizes: number[] = []
    for (const span of facts.slice(1000, 1400)) {
      add(span)
      sizes.push(parts.of(run, none).spans.length)
    }
    expect(Math.max(...sizes)).toBeLessThan(300)
  })

  test('is the whole of a small run', () => {
    expect(sizes(storeOf(facts.slice(0, 100)).run)).toEqual([100, 100])
  })

  test('is what is new when spans of the run were let go', () => {
    const parts = createGrownParts()
    const { run, add } = storeOf(facts.slice(0, 1500))
    parts.of(run, none)
    run.facts.letGo(new Set(run.facts.spans.slice(0, 300)))
    const [next] = facts.slice(1500)
    if (next !== undefined) add(next)
    const { spans, isWhole } = parts.of(run, none)
    expect([spans.at(-1) === next, isWhole]).toEqual([true, false])
  })

  test('is the whole where everything is tied', () => {
    const tied = facts.map((span) => ({ ...span, operationId: 'one' }))
    expect(sizes(storeOf(tied).run)).toEqual([tied.length, tied.length])
  })
})
