import { playSpans } from '../support/judged-process.ts'
import { storm } from '../support/storm.ts'
import type { TestSpan } from '../support/trace.ts'
import { mark } from './marks.ts'
import type { WatchedHost } from './what-leaves.ts'

/** Plays spans of the host's own instrumentations, secrets in URLs and all, until findings come of them. */
export function playForeignSpans({ tracer, clock }: WatchedHost): void {
  const url = `https://${mark('foreign-url')}:x@api.test/v1/${mark('foreign-url')}/orders?key=${mark('foreign-url')}`
  const request = (id: string, at: readonly [number, number]): TestSpan => ({
    id,
    at,
    in: 'too-early',
    kind: 'client',
    failed: true,
    'http.request.method': 'GET',
    'url.full': url,
    'http.response.status_code': 429,
    'http.response.header.retry-after': ['30'],
  })
  const layers = [
    { layer: 'coordinator', tries: 3 },
    { layer: 'llm_sdk', tries: 3 },
    { layer: 'http', tries: 2 },
  ]
  const more: Readonly<Record<string, Partial<TestSpan>>> = {
    llm_sdk: { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 100 },
    http: { kind: 'client', 'http.request.method': 'POST', 'url.full': url },
  }
  const stormy = storm({ layers }).map((span) => ({ ...span, ...more[String(span['toolspan.layer'])] }))
  playSpans(tracer, clock.now(), stormy)
  // A request that is made again too early: such a finding names its request.
  playSpans(tracer, clock.now(), [
    { id: 'too-early', at: [0, 2_000] },
    request('first', [1, 100]),
    request('second', [1_200, 1_300]),
  ])
  playSpans(tracer, clock.now(), [
    { id: 'model', at: [0], 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm-1' },
    {
      id: 'hung',
      at: [0],
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'hung',
      'gen_ai.tool.call.arguments': mark('argument'),
    },
  ])
  clock.advance(40 * 60_000)
}
