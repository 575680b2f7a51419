import { expect, test } from 'vitest'
import { framed } from '../../support/hostile-inputs.ts'
import { bytesField, message, textField } from '../../support/protobuf-writer.ts'
import { expectAnswer } from './expect-answer.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const idOf = (number: number): string => (number + 1).toString(16).padStart(16, '0')
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

function requestOf(spans: readonly object[]): string {
  return `${JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })}\n`
}

function spanOf(number: number, more: object = {}): object {
  return {
    traceId: TRACE_ID,
    spanId: idOf(number),
    name: 'search',
    startTimeUnixNano: '1768467600000000000',
    endTimeUnixNano: '1768467600100000000',
    ...more,
  }
}

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })
const FAILED_TOOL = {
  status: { code: 2 },
  attributes: [
    text('gen_ai.operation.name', 'execute_tool'),
    text('gen_ai.tool.name', 'search'),
    text('toolspan.operation.id', 'op-1'),
  ],
}

test.each([
  ['its own parent', [spanOf(0, { parentSpanId: idOf(0), ...FAILED_TOOL })], 1],
  [
    'parents in a circle',
    [0, 1, 2].map((number) => spanOf(number, { parentSpanId: idOf((number + 1) % 3), ...FAILED_TOOL })),
    3,
  ],
  ['a parent that links back', [spanOf(0, { links: [{ traceId: TRACE_ID, spanId: idOf(0) }] })], 1],
  ['an end before its start', [spanOf(0, { endTimeUnixNano: '1', ...FAILED_TOOL })], 1],
  ['the same id twice', [spanOf(0, FAILED_TOOL), spanOf(0, FAILED_TOOL)], 1],
])('a span with %s is judged', async (_what, spans, count) => {
  const judged = await expectAnswer(utf8(requestOf(spans)))
  expect(judged.told).toEqual([])
  expect(judged.spans).toBe(count)
})

test('spans that lie in one another three thousand deep are judged', async () => {
  const spans = Array.from({ length: 3000 }, (_, number) =>
    spanOf(number, { ...(number === 0 ? {} : { parentSpanId: idOf(number - 1) }), ...FAILED_TOOL }),
  )
  expect((await expectAnswer(utf8(requestOf(spans)))).spans).toBe(3000)
})

test('a span with fifty thousand attributes is judged', async () => {
  const many = Array.from({ length: 50_000 }, (_, index) => text(`a${index}`, 'x'))
  const attributes = [...many, ...FAILED_TOOL.attributes, ...many]
  const { spans, told } = await expectAnswer(utf8(requestOf([spanOf(0, { ...FAILED_TOOL, attributes })])))
  expect(told).toEqual([])
  expect(spans).toBe(1)
})

const DEEP = `${'{"arrayValue":{"values":['.repeat(20_000)}${']}}'.repeat(20_000)}`

test('a value that is nested without end is left out, in JSON and in protobuf', async () => {
  const json = requestOf([spanOf(0, { attributes: [{ key: 'deep', value: 0 }] })]).replace(':0}', `:${DEEP}}`)
  expect((await expectAnswer(utf8(json))).spans).toBe(1)
  let value = textField(1, 'x')
  for (let depth = 0; depth < 2000; depth++) value = bytesField(5, bytesField(1, value))
  const span = message(
    bytesField(1, Buffer.from(TRACE_ID, 'hex')),
    bytesField(2, Buffer.from(idOf(0), 'hex')),
    Uint8Array.from([0x39, 0, 0, 0, 0, 0, 0, 0, 1]),
    bytesField(9, message(textField(1, 'deep'), bytesField(2, value))),
  )
  const request = bytesField(1, message(bytesField(1, message()), bytesField(2, bytesField(2, span))))
  expect((await expectAnswer(request)).spans).toBe(1)
})

test.each([
  ['"NaN"', 'in:1: resourceSpans[0].scopeSpans[0].spans[0].startTimeUnixNano: expected nanoseconds'],
  ['-1', 'in:1: resourceSpans[0].scopeSpans[0].spans[0].startTimeUnixNano: expected nanoseconds'],
  ['1e999', 'in:1: resourceSpans[0].scopeSpans[0].spans[0].startTimeUnixNano: expected nanoseconds'],
  ['0', 'in:1: resourceSpans[0].scopeSpans[0].spans[0].startTimeUnixNano: expected nanoseconds'],
  [
    '"soon"',
    'in:1: resourceSpans[0].scopeSpans[0].spans[0].startTimeUnixNano: expected a number, got "soon"',
  ],
  ['{}', 'in:1: resourceSpans[0].scopeSpans[0].spans[0].startTimeUnixNano: expected a number, got an object'],
])('a start of %s is named with its place, and the span beside it is judged', async (time, words) => {
  const line = requestOf([spanOf(0), spanOf(1)]).replace('"1768467600000000000"', time)
  const { spans, told } = await expectAnswer(utf8(line))
  expect(spans).toBe(1)
  expect(told).toEqual([expect.stringContaining(words)])
})

test('bytes that are no UTF-8 become the replacement character, and the span is judged', async () => {
  const line = utf8(requestOf([spanOf(0, { ...FAILED_TOOL, name: 'se@rch' })]))
  line[line.indexOf('@'.charCodeAt(0))] = 0xff
  const { spans, told } = await expectAnswer(line)
  expect([spans, told]).toEqual([1, []])
})

const WRONG = [null, 5, -1, 'x', '', [], {}, true, 1e308, [null], { a: {} }, '__proto__', 'constructor']
const WHOLE = {
  resourceSpans: [
    {
      resource: { attributes: [text('service.name', 'orders')] },
      scopeSpans: [
        {
          scope: { name: 'agent' },
          spans: [
            spanOf(0, {
              ...FAILED_TOOL,
              parentSpanId: idOf(5),
              kind: 3,
              flags: 1,
              events: [
                { name: 'exception', timeUnixNano: '1', attributes: [text('exception.type', 'Error')] },
              ],
              links: [{ traceId: TRACE_ID, spanId: idOf(7) }],
            }),
          ],
        },
      ],
    },
  ],
}

/** Every value that takes the place of one of another type, wherever there is a value. */
function* withWrongTypes(value: unknown): Generator<unknown> {
  yield* WRONG
  if (typeof value !== 'object' || value === null) return
  for (const [key, held] of Object.entries(value)) {
    for (const wrong of withWrongTypes(held))
      yield Array.isArray(value) ? value.with(Number(key), wrong) : { ...value, [key]: wrong }
  }
}

test('a value of a wrong type anywhere gets an answer, and hides no other line', async () => {
  const good = requestOf([spanOf(9)])
  const lines = [...withWrongTypes(WHOLE)].map((value) => `${JSON.stringify(value)}\n`)
  expect(lines.length).toBeGreaterThan(500)
  for (let at = 0; at < lines.length; at += 50) {
    const some = lines.slice(at, at + 50)
    const { spans } = await expectAnswer(utf8(`${good}${some.join('')}${good.replace(idOf(9), idOf(10))}`))
    expect(spans).toBeGreaterThanOrEqual(2)
  }
})

test('frames that end early are named by the byte where the last one begins', async () => {
  const whole = utf8(requestOf([spanOf(0)]).trim())
  const { spans, told } = await expectAnswer(Buffer.concat([framed(whole), framed(whole).subarray(0, 50)]))
  expect(spans).toBe(1)
  expect(told).toEqual([
    expect.stringMatching(new RegExp(`^in: byte ${whole.length + 4}: the file ends within`)),
  ])
})
