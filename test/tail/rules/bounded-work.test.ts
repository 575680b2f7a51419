import { expect, test } from 'vitest'
import {
  attempt,
  call,
  empty,
  failing,
  model,
  read,
  request,
  run,
  unknownWrite,
  write,
} from '../../support/calls.ts'
import { findingsOf, type TestSpan, trace } from '../../support/trace.ts'

const same = { 'toolspan.operation.fingerprint': 'same' }

/** Runs of the most spans that a processor keeps of one, each made to cost one rule the most. */
const SHAPES: Readonly<Record<string, (index: number) => TestSpan>> = {
  'equal writes': (index) => write(`w${index}`, 'press', same),
  'different writes of one operation': (index) =>
    write(`w${index}`, 'press', {
      'toolspan.operation.fingerprint': `s${index}`,
      'toolspan.operation.id': 'op',
    }),
  'writes of unknown outcome': (index) => unknownWrite(`w${index}`, 'press', same),
  'different writes of unknown outcome': (index) =>
    unknownWrite(`w${index}`, 'press', { 'toolspan.operation.fingerprint': `s${index}` }),
  'writes of unknown outcome, each repeated': (index) =>
    (index % 2 === 0 ? unknownWrite : write)(`w${index}`, 'press', {
      'toolspan.operation.fingerprint': `s${index >> 1}`,
    }),
  'writes of unknown outcome, each looked up': (index) =>
    index % 2 === 0 ? unknownWrite(`w${index}`, 'press', same) : read(`w${index}`, 'get_press'),
  'empties, confirmed, and writes': (index) =>
    [
      empty(`w${index}`, 'find'),
      empty(`w${index}`, 'find_all', { 'toolspan.coverage.status': 'complete' }),
      write(`w${index}`, 'create'),
    ][index % 3] as TestSpan,
  'final nones': (index) => empty(`w${index}`, 'find', { ...same, 'toolspan.coverage.status': 'complete' }),
  refusals: (index) => failing(`w${index}`, 'x', 'permission', same),
  'errors without a category': (index) => call(`w${index}`, 'x', { failed: true }),
  parts: (index) =>
    read(`w${index}`, 'list', { 'toolspan.result.count': 1, 'toolspan.result.total': 100 + index }),
  'calls that never ended': (index) => call(`w${index}`, 'x', { at: [index] }),
  'requests that were asked to wait': (index) =>
    request(`w${index}`, `https://a.example.com/${index % 50}`, 429, {
      'http.response.header.retry-after': ['30'],
    }),
  'requests that were cut off, beside those that were not': (index) =>
    request(`w${index}`, 'https://a.example.com/pay', 201, {
      in: 'pay',
      'http.request.method': 'POST',
      ...(index % 2 === 0 ? { failed: true, 'http.response.status_code': undefined } : {}),
    }),
  'tries of one budget': (index) =>
    attempt(`w${index}`, index + 1, {
      failed: true,
      'toolspan.error.category': 'permission',
      'toolspan.error.retry_after_ms': 1_000_000,
    }),
  'models that refuse': (index) =>
    model(`w${index}`, { failed: true, 'toolspan.error.category': 'business' }),
  'calls inside one another': (index) =>
    failing(`w${index}`, 't', 'transient', {
      in: index === 0 ? 'run' : `w${index - 1}`,
      at: [index, 90_000 - index],
    }),
}

/** Generous: a slow machine that works on something else takes a fraction of it; work by the square takes more. */
const MAX_MS = 8000

test.each(Object.entries(SHAPES))('judges 10,000 %s in bounded work', (_, make) => {
  const pay = write('pay', 'pay', { at: [0, 1_000_000] })
  const spans = trace(...Array.from({ length: 10_000 }, (_value, index) => make(index)), pay, run)
  const startedMs = performance.now()
  findingsOf(spans)
  expect(performance.now() - startedMs).toBeLessThan(MAX_MS)
})
