import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { storm } from '../../test/support/storm.ts'
import { type TestSpan, trace } from '../../test/support/trace.ts'

/** A form of trace, in any size. */
export interface Shape {
  readonly title: string
  /** A trace of about `count` spans, children before parents. */
  readonly spans: (count: number) => readonly SpanInput[]
}

export const SHAPES: readonly Shape[] = [
  { title: 'wide: one agent, every call its own', spans: wide },
  { title: 'wide: one agent, every call made twice', spans: twice },
  { title: 'deep: agent in tool in agent, 100 deep', spans: deep },
  { title: 'storm: one operation, three layers', spans: oneStorm },
  { title: 'storms: three layers, many operations', spans: manyStorms },
]

const STATUSES = ['found', 'found', 'found', 'found_none', 'failed'] as const

function toolCall(number: number, rest: Partial<TestSpan>): TestSpan {
  const status = STATUSES[number % STATUSES.length] ?? 'found'
  return {
    id: `t${number.toString(36)}`,
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': `tool_${number % 20}`,
    'toolspan.tool.effect': 'read',
    'toolspan.layer': 'tool',
    'toolspan.result.status': status,
    'toolspan.coverage.status': number % 2 === 0 ? 'unknown' : 'complete',
    'toolspan.operation.fingerprint': `f${number}`,
    ...(status === 'failed' ? { failed: true, 'toolspan.error.category': 'transient' } : {}),
    ...rest,
  }
}

function agent(id: string, rest: Partial<TestSpan>): TestSpan {
  return { id, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'desk', ...rest }
}

function wide(count: number): readonly SpanInput[] {
  const calls = Array.from({ length: count - 1 }, (_, at) =>
    at % 4 === 3
      ? { id: `c${at.toString(36)}`, in: 'run', 'gen_ai.operation.name': 'chat' }
      : toolCall(at, { in: 'run' }),
  )
  return trace(...calls, agent('run', { at: [0, 20 * count] }))
}

function twice(count: number): readonly SpanInput[] {
  const calls = Array.from({ length: count - 1 }, (_, at) =>
    toolCall(at, { in: 'run', 'toolspan.operation.fingerprint': `f${at % Math.ceil(count / 2)}` }),
  )
  return trace(...calls, agent('run', { at: [0, 20 * count] }))
}

/** Chains of a hundred, one after the other: a longer one is no honest trace, and is cut. */
const DEPTH = 100

function deep(count: number): readonly SpanInput[] {
  const spans: TestSpan[] = []
  for (let at = 0; at < count - 1; at++) {
    const depth = at % DEPTH
    const chain = at - depth
    const place: Partial<TestSpan> = {
      id: `d${at}`,
      in: depth === 0 ? 'run' : `d${at - 1}`,
      at: [2 * chain + depth, 2 * (chain + DEPTH) - depth],
    }
    spans.push(depth % 2 === 0 ? agent(`d${at}`, place) : toolCall(at, place))
  }
  return trace(...spans.reverse(), agent('run', { at: [0, 2 * count + 2 * DEPTH] }))
}

const LAYERS = [
  { layer: 'coordinator', tries: 3 },
  { layer: 'tool', tries: 3 },
  { layer: 'http', tries: 3 },
]

function oneStorm(count: number): readonly SpanInput[] {
  const perTry = 13
  return trace(
    ...storm({ layers: [{ layer: 'coordinator', tries: Math.ceil(count / perTry) }, ...LAYERS.slice(1)] }),
  )
}

function manyStorms(count: number): readonly SpanInput[] {
  const one = storm({ layers: LAYERS })
  const lengthMs = 1 + Math.max(...one.map(({ at }) => at?.[1] ?? 0))
  // Of the names of test spans only eight letters count.
  const places = new Map(one.map(({ id }, place) => [id, place.toString(36)]))
  const idIn = (number: number, id: string): string => `${number.toString(36)}_${places.get(id)}`
  const storms = Array.from({ length: Math.ceil(count / one.length) }, (_, number) => {
    return one.map(({ id, in: parent, at: [startMs, endMs = startMs] = [0, 0], ...rest }): TestSpan => {
      const shift = number * lengthMs
      return {
        ...rest,
        id: idIn(number, id),
        in: parent === undefined ? 'run' : idIn(number, parent),
        at: [startMs + shift, endMs + shift],
        'toolspan.operation.id': `op-${number}`,
        ...(rest['toolspan.budget.id'] === undefined
          ? {}
          : { 'toolspan.budget.id': `${number}-${rest['toolspan.budget.id']}` }),
      }
    })
  })
  return trace(...storms.flat(), agent('run', { at: [0, storms.length * lengthMs + 1] }))
}
