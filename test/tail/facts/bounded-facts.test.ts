import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import type { AttributeValue, SpanInput } from '../../../src/tail/facts/span-input.ts'

/** Names of every vocabulary that is read. */
const NAMES = [
  'toolspan.run.id',
  'toolspan.turn.id',
  'toolspan.operation.id',
  'toolspan.operation.fingerprint',
  'toolspan.layer',
  'toolspan.attempt.number',
  'toolspan.budget.id',
  'toolspan.budget.owner',
  'toolspan.budget.parent_id',
  'toolspan.budget.max_attempts',
  'toolspan.budget.approved_by',
  'toolspan.budget.reason',
  'toolspan.error.category',
  'toolspan.error.code',
  'toolspan.error.fields',
  'toolspan.error.retry_after_ms',
  'toolspan.result.status',
  'toolspan.result.count',
  'toolspan.result.fingerprint',
  'toolspan.idempotency_key.hash',
  'toolspan.agent.tools_offered',
  'gen_ai.operation.name',
  'gen_ai.tool.name',
  'gen_ai.agent.name',
  'gen_ai.request.model',
  'gen_ai.tool.call.id',
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
  'gen_ai.tool.definitions',
  'mcp.method.name',
  'mcp.session.id',
  'jsonrpc.request.id',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.request.header.x-stainless-retry-count',
  'http.request.header.amz-sdk-invocation-id',
  'http.request.header.last-event-id',
  'http.response.header.retry-after',
  'url.full',
  'server.address',
  'ai.operationId',
  'ai.toolCall.name',
  'ai.toolCall.result',
  'ai.prompt.tools',
  'openinference.span.kind',
  'tool.name',
  'input.value',
  'output.value',
  'llm.model_name',
  'traceloop.span.kind',
  'traceloop.entity.name',
  'traceloop.entity.input',
  'traceloop.entity.output',
]

const span = (attributes: SpanInput['attributes'], more: Partial<SpanInput> = {}): SpanInput => ({
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  name: 'x',
  kind: 'client',
  scope: 'test',
  service: 'agent',
  startMs: 1,
  endMs: 2,
  failed: true,
  attributes,
  events: [],
  links: [],
  ...more,
})

/** No facts of one span may take more than this, written down as JSON. */
const MAX_LENGTH = 24_000

const lengthOf = (input: SpanInput): number => JSON.stringify(readFacts(input)).length

const everywhere = (value: AttributeValue): Record<string, AttributeValue> =>
  Object.fromEntries(NAMES.map((name) => [name, value]))

const KINDS: readonly Record<string, string>[] = [
  {},
  { 'gen_ai.operation.name': 'execute_tool' },
  { 'gen_ai.operation.name': 'chat' },
  { 'mcp.method.name': 'tools/call' },
  { 'ai.operationId': 'ai.toolCall' },
  { 'openinference.span.kind': 'TOOL' },
  { 'traceloop.span.kind': 'tool' },
  { 'traceloop.span.kind': 'agent' },
]
const LONG = 1_000_000

test.each(KINDS)('facts of a span of the kind %j are small, whatever its attributes carry', (kind) => {
  const text = 'x'.repeat(LONG)
  expect(lengthOf(span({ ...everywhere(text), ...kind }))).toBeLessThan(MAX_LENGTH)
  const list = Array.from({ length: 10_000 }, () => 'y'.repeat(1000))
  expect(lengthOf(span({ ...everywhere(list), ...kind }))).toBeLessThan(MAX_LENGTH)
  const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  expect(lengthOf(span({ ...everywhere(nested), ...kind }))).toBeLessThan(MAX_LENGTH)
})

test('names, services, links and exceptions are bounded as well', () => {
  const text = 'x'.repeat(LONG)
  const exception = {
    name: 'exception',
    timeMs: 2,
    attributes: { 'exception.type': text, 'exception.message': text },
  }
  const links = Array.from({ length: 5000 }, () => ({ traceId: 'c'.repeat(32), spanId: 'd'.repeat(16) }))
  for (const kind of KINDS) {
    const events = Array.from({ length: 500 }, () => exception)
    expect(lengthOf(span(kind, { name: text, service: text, links, events }))).toBeLessThan(MAX_LENGTH)
  }
})

test('a megabyte in each attribute is read in bounded time', () => {
  const attributes = { ...everywhere('x'.repeat(LONG)), 'gen_ai.operation.name': 'execute_tool' }
  const startedMs = performance.now()
  for (let round = 0; round < 50; round++) readFacts(span(attributes))
  expect(performance.now() - startedMs).toBeLessThan(5000)
})

test('no value of any type under any of the names throws', () => {
  const value = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(undefined),
    fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant(undefined)), {
      maxLength: 3,
    }),
    fc.constantFrom(
      'execute_tool',
      'tools/call',
      'ai.toolCall',
      'TOOL',
      'tool',
      'agent',
      '{"is_error":true}',
      '[',
      '{}',
    ),
  )
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 20 }),
      fc.boolean(),
      (attributes, failed) => {
        expect(lengthOf(span(attributes as SpanInput['attributes'], { failed }))).toBeLessThan(MAX_LENGTH)
      },
    ),
    { numRuns: 500 },
  )
})
