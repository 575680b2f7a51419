import { expect, test } from 'vitest'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import { judgeRun } from '../../../src/tail/judge.ts'
import { createRun } from '../../../src/tail/model/run.ts'
import { client, empty, failing, model, read, request, run, server } from '../../support/calls.ts'
import { type TestSpan, trace } from '../../support/trace.ts'

/** Below the one before it, the first one below the run. */
const nested = (index: number, count: number): Partial<TestSpan> => ({
  in: index === 0 ? 'run' : `w${index - 1}`,
  at: [index, 1_000_000 + 2 * count - index],
})

/** What makes a rule look below or above each span, again and again. */
const SHAPES: Readonly<Record<string, (index: number, count: number) => readonly TestSpan[]>> = {
  'empties of one tool inside one another': (index, count) => [
    empty(`w${index}`, 'find', nested(index, count)),
  ],
  'empties inside one another, the innermost over a failed request': (index, count) => [
    empty(`w${index}`, 'find', nested(index, count)),
    ...(index === count - 1
      ? [request('h', 'https://a.example.com/x', 503, { in: `w${index}`, at: [count, count + 1] })]
      : []),
  ],
  'empties inside one another, each over a failed request': (index, count) => [
    empty(`w${index}`, 'find', nested(index, count)),
    request(`h${index}`, 'https://a.example.com/x', 503, { in: `w${index}`, at: [count, count + 1] }),
  ],
  'empties inside one another, spans that ask nobody between': (index, count) =>
    index % 2 === 0
      ? [empty(`w${index}`, 'find', nested(index, count))]
      : [{ id: `w${index}`, ...nested(index, count) }],
  'empties beside one another, each over a failed request': (index) => [
    empty(`w${index}`, 'find', { at: [index * 10, index * 10 + 8] }),
    request(`h${index}`, 'https://a.example.com/x', 503, {
      in: `w${index}`,
      at: [index * 10 + 1, index * 10 + 5],
    }),
  ],
  'one empty over failed requests': (index, count) => [
    ...(index === 0 ? [empty('top', 'find', { at: [0, 10 * count] })] : []),
    request(`h${index}`, `https://a.example.com/${index}`, 503, {
      in: 'top',
      at: [index * 10 + 1, index * 10 + 5],
    }),
  ],
  'one empty over requests of which the later half failed': (index, count) => [
    ...(index === 0 ? [empty('top', 'find', { at: [0, 10 * count] })] : []),
    request(`h${index}`, `https://a.example.com/${index}`, index < count / 2 ? 200 : 503, {
      in: 'top',
      at: [index * 10 + 1, index * 10 + 5],
    }),
  ],
  'complete answers inside one another': (index, count) => [
    read(`w${index}`, 'find', {
      'toolspan.coverage.status': 'complete',
      ...nested(index, count),
    }),
  ],
  'failures of one tool inside one another': (index, count) => [
    failing(`w${index}`, 'find', 'transient', nested(index, count)),
  ],
  'servers of one call inside one another': (index, count) => {
    const call = client(empty(`w${index}`, 'find', nested(index, count)))
    return [
      index === 0
        ? call
        : server({ ...call, id: `w${index - 1}` }, { ...nested(index, count), id: `w${index}` }),
    ]
  },
  'models and failing calls in turn': (index) => [
    model(`m${index}`),
    failing(`w${index}`, 'open', 'permission', { 'toolspan.operation.fingerprint': `a${index}` }),
  ],
}

/** How often the fields of spans were read while a run of `count` steps was judged. */
function readsOf(make: (index: number, count: number) => readonly TestSpan[], count: number): number {
  const steps = Array.from({ length: count }, (_value, index) => make(index, count)).flat()
  let reads = 0
  const facts = trace(...steps, run).map(
    (span) =>
      new Proxy(readFacts(span), {
        get(target, key, receiver) {
          reads++
          return Reflect.get(target, key, receiver)
        },
      }),
  )
  judgeRun(createRun(facts), true)
  return reads
}

/** Beyond the depth to which rules look, twice as many spans may be read twice as often, and a little for sorting. */
test.each(Object.entries(SHAPES))('reads twice as many %s about twice as often', (_name, make) => {
  expect(readsOf(make, 2400) / readsOf(make, 1200)).toBeLessThan(2.4)
})
