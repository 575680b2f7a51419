import { describe, expect, test } from 'vitest'
import { call, model, request, run } from '../../../support/calls.ts'
import { findingsOfRule } from '../../../support/findings-of-rule.ts'
import type { TestSpan } from '../../../support/trace.ts'

const URL = 'https://data.example.com/v1/rows'

/** A tool that is called twice with the same input, and a client below it that sends each request three times. */
function stormOver(inner: Partial<TestSpan>, between?: Partial<TestSpan>): TestSpan[] {
  return [1, 2].flatMap((round) => {
    const startMs = round * 1000
    const tool = `t${round}`
    const below = between === undefined ? tool : `m${round}`
    return [
      call(tool, 'load_rows', {
        at: [startMs, startMs + 600],
        failed: true,
        'toolspan.operation.fingerprint': 'rows',
        'toolspan.error.category': 'transient',
      }),
      ...(between === undefined
        ? []
        : [model(below, { in: tool, at: [startMs + 1, startMs + 590], failed: true, ...between })]),
      ...[0, 1, 2].map((each) =>
        request(`${tool}h${each}`, URL, 503, {
          in: below,
          at: [startMs + 10 + each * 100, startMs + 60 + each * 100],
          ...inner,
        }),
      ),
    ]
  })
}

const fixOf = (...spans: TestSpan[]) => findingsOfRule('retry-storm', ...spans, run)[0]?.fix

describe('the fix names the setting of the library that retries (REQ-22, REQ-38)', () => {
  test.each([
    [
      { 'user_agent.original': 'got (https://github.com/sindresorhus/got)' },
      'got off (set its retry.limit to 0)',
    ],
    [{ 'user_agent.original': 'axios/1.21.1' }, 'axios off (take axios-retry off, or set its retries to 0)'],
    [{ scope: 'opentelemetry.instrumentation.urllib3' }, 'max_retries of the HTTPAdapter'],
    [
      { 'http.request.header.x-stainless-retry-count': ['0'], 'server.address': 'api.openai.com' },
      'the OpenAI client off (set its maxRetries to 0',
    ],
    [{ scope: '@opentelemetry/instrumentation-http' }, 'switch the retries of the HTTP client off'],
  ] as const)('%o', (inner, words) => {
    expect(fixOf(...stormOver(inner))).toContain(words)
  })

  test('and not the library that only carries its requests', () => {
    const carrier = { scope: '@opentelemetry/instrumentation-undici' }
    expect(fixOf(...stormOver(carrier))).toContain('the fetch client')
    expect(fixOf(...stormOver(carrier, { scope: 'ai' }))).toContain('set maxRetries of generateText to 0')
  })

  test('and keeps the declared owner where there is one: an agent has no switch', () => {
    const declared = { 'toolspan.budget.owner': 'row-loader', 'toolspan.budget.id': 'b', scope: 'ai' }
    const spans = stormOver({}).map((span) =>
      span['http.request.method'] === undefined
        ? span
        : {
            ...span,
            ...declared,
            'toolspan.budget.id': `b-${span.in}`,
            'toolspan.attempt.number': Number(span.id.at(-1)) + 1,
          },
    )
    expect(fixOf(...spans)).toBe(
      'let one owner retry: keep row-loader and let the error tell the agent that asking again is of no use',
    )
  })
})

test('a storm says how many tries the layers allow together, and how many were seen', () => {
  const [storm] = findingsOfRule('retry-storm', ...stormOver({ 'user_agent.original': 'axios/1' }), run)
  expect(storm?.summary).toBe(
    '6 tries of load_rows: the agent layer (2 tries) and axios (3 tries) retried inside one another, up to 2 × 3 = 6; it failed all the same',
  )
})
