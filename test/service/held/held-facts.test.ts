import { expect, test } from 'vitest'
import { HeldFacts } from '../../../src/service/held/held-facts.ts'
import { restorePack } from '../../../src/service/held/pack-moves.ts'
import { writeIds } from '../../../src/tail/facts/packed/id-words.ts'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import { DEFAULT_JUDGING } from '../../../src/tail/judging.ts'
import { type TestSpan, trace } from '../../support/trace.ts'

interface Life {
  readonly held: HeldFacts
  /** How many spans the run had each time that it was heard of. */
  readonly heard: number[]
  /** Stages spans, keeps them as one request and seals them. */
  request(...spans: TestSpan[]): string[]
  /** The names of what the run of the only trace holds. */
  names(): (string | undefined)[]
}

const ids = new Uint32Array(8)
const [root] = trace({ id: 'root' })
if (root === undefined) throw new Error('no span')

function newLife(): Life {
  const heard: number[] = []
  const events = { heard: (run: { spanCount: number }) => heard.push(run.spanCount), joining: () => {} }
  const held = new HeldFacts({ spanCapacity: 1000, cues: DEFAULT_JUDGING.cues, events })
  return {
    held,
    heard,
    request(...spans) {
      const outcomes = trace(...spans).map((span) => {
        const facts = readFacts(span)
        writeIds(facts, ids)
        return held.stage(facts, ids, 10)
      })
      held.keep(10)
      return outcomes
    },
    names() {
      const run = held.traces.findById(root?.traceId ?? '')?.run
      return run === undefined ? [] : held.factsOf(run).map(({ tool }) => tool)
    },
  }
}

function call(id: string, more: Partial<TestSpan> = {}): TestSpan {
  return {
    id,
    in: 'root',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': `tool_${id}`,
    ...more,
  }
}

test('a batch that could not be written takes nothing with it that was safe, and may come again', () => {
  const { held, request, names } = newLife()
  request(call('a'), call('b'))
  held.seal()
  held.settle()
  request(call('c'))
  held.seal()
  expect(names()).toEqual(['tool_a', 'tool_b', 'tool_c'])
  expect(held.undo()).toBe(1)
  expect([names(), held.spanCount]).toEqual([['tool_a', 'tool_b'], 2])
  expect(request(call('a'), call('c'))).toEqual(['duplicate', 'recorded'])
  held.seal()
  expect(names()).toEqual(['tool_a', 'tool_b', 'tool_c'])
})

test('a run that is taken back whole may come again, as often as it has to', () => {
  const { held, request, names } = newLife()
  for (let again = 0; again < 3; again++) {
    expect(request(call('a'), call('b'))).toEqual(['recorded', 'recorded'])
    held.seal()
    held.undo()
    expect([names(), held.spanCount]).toEqual([[], 0])
  }
})

test('a call that was open and ended in one pack is there after a restart', () => {
  const { held, request } = newLife()
  request(call('a', { at: [1] }))
  request(call('a', { at: [1, 5] }))
  const sealed = held.seal()
  if (sealed === undefined) throw new Error('no pack')
  const next = newLife()
  expect(restorePack(next.held, sealed, () => false, 1)).toBe(0)
  expect([next.names(), next.held.packs.takeEmptied()]).toEqual([['tool_a'], []])
})

test('a run that grows by the first request after a restart is heard of', () => {
  const { held, request } = newLife()
  request(call('a'))
  const sealed = held.seal()
  if (sealed === undefined) throw new Error('no pack')
  const next = newLife()
  restorePack(next.held, sealed, () => false, 1)
  next.heard.length = 0
  next.request(call('b'))
  expect(next.heard).toEqual([2])
})

test('a request is kept in parts as it is kept at once', () => {
  const { held, heard, names } = newLife()
  const spans = trace(...['a', 'b', 'c', 'd', 'e'].map((id) => call(id)))
  for (const span of spans) {
    const facts = readFacts(span)
    writeIds(facts, ids)
    held.stage(facts, ids, 10)
  }
  expect([held.keep(10, 2), held.keep(10, 2), held.keep(10, 2)]).toEqual([true, true, false])
  expect(heard).toEqual([1])
  held.seal()
  expect(names()).toEqual(['tool_a', 'tool_b', 'tool_c', 'tool_d', 'tool_e'])
  held.forget()
  expect([names().length, held.spanCount]).toEqual([5, 5])
})

test('where only a part of a request was kept, the rest can be forgotten, and comes again', () => {
  const { held, request, names } = newLife()
  for (const span of trace(call('a'), call('b'), call('c'))) {
    const facts = readFacts(span)
    writeIds(facts, ids)
    held.stage(facts, ids, 10)
  }
  expect(held.keep(10, 2)).toBe(true)
  held.forget()
  expect(held.spanCount).toBe(2)
  expect(request(call('a'), call('c'))).toEqual(['duplicate', 'recorded'])
  held.seal()
  expect(names()).toEqual(['tool_a', 'tool_b', 'tool_c'])
})
