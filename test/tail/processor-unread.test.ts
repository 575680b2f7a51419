import { TracerProvider } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import type { SdkSpan } from '../../src/tail/facts/from-sdk-span.ts'
import { UnreadSpans } from '../../src/tail/processor-unread.ts'

const tracer = new TracerProvider({}).getTracer('test')

function ended(name: string): SdkSpan {
  const span = tracer.startSpan(name)
  span.end()
  // Spans of the SDK are readable.
  return span as unknown as SdkSpan
}

test('are read in the order in which they ended, also those that end while others are read', () => {
  const read: string[] = []
  const late = ended('late')
  const unread = new UnreadSpans(100, ({ name }) => {
    read.push(name)
    if (name === 'first') unread.add(late)
  })
  for (const name of ['first', 'second']) unread.add(ended(name))
  expect(read).toEqual([])
  unread.readAll()
  expect(read).toEqual(['first', 'second', 'late'])
  unread.readAll()
  expect(read).toHaveLength(3)
})

test('count as facts of their traces until they are read', () => {
  const spans = [ended('first'), ended('second')]
  const traceIds = spans.map((span) => span.spanContext().traceId)
  const seen: string[][] = []
  const unread = new UnreadSpans(100, () => {
    seen.push(traceIds.flatMap((traceId) => unread.factsOf(traceId)).map(({ name }) => name))
    expect(unread.traceIds().size).toBe(spans.length - seen.length)
  })
  for (const span of spans) unread.add(span)
  unread.readAll()
  expect(seen).toEqual([['second'], []])
})

test('are never many: whoever adds one hears when there are enough', () => {
  const unread = new UnreadSpans(3, () => {})
  expect([1, 2, 3].map(() => unread.add(ended('step')))).toEqual([false, false, true])
  const many = new UnreadSpans(50_000, () => {})
  let added = 1
  while (!many.add(ended('step'))) added++
  expect(added).toBe(1024)
})
