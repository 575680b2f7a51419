import { gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBlock, type Where } from '../../../src/cli/input/block.ts'
import { readSource } from '../../../src/cli/input/read-source.ts'
import { toProtobuf } from '../../support/otlp-protobuf.ts'
import { bytesField, fixed64Field, message, textField, varintField } from '../../support/protobuf-writer.ts'

const utf8 = (text: string) => new Uint8Array(new TextEncoder().encode(text))
const json = (value: unknown) => utf8(JSON.stringify(value))
const concat = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

/** A request with one span, whose id ends with the digit. */
function requestOf(digit: string) {
  return {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'orders' } }] },
        scopeSpans: [
          {
            scope: { name: 'shop' },
            spans: [
              {
                traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
                spanId: `00f067aa0ba902b${digit}`,
                name: 'search',
                startTimeUnixNano: '1768467600000000000',
              },
            ],
          },
        ],
      },
    ],
  }
}

/** A request with one item, whatever its signal. */
const itemOf = (...fields: readonly Uint8Array[]) =>
  bytesField(1, message(bytesField(2, message(bytesField(2, message(...fields))))))
const LOGS = message(itemOf(fixed64Field(11, 1n), varintField(2, 9), bytesField(9, new Uint8Array(16))))
const METRICS = message(
  itemOf(textField(1, 'requests'), textField(2, 'all'), bytesField(7, new Uint8Array(0))),
)

const ONE = requestOf('1')
const TWO = requestOf('2')

function jaegerOf(digit: string) {
  return {
    data: [
      {
        traceID: '4bf92f3577b34da6a3ce929d0e0e4736',
        spans: [
          {
            traceID: '4bf92f3577b34da6a3ce929d0e0e4736',
            spanID: `f067aa0ba902b${digit}`,
            operationName: 'search',
            startTime: 1_768_467_600_000_000,
            duration: 5,
            processID: 'p1',
          },
        ],
        processes: { p1: { serviceName: 'orders' } },
      },
    ],
  }
}

function framed(...contents: readonly Uint8Array[]): Uint8Array {
  return concat(
    ...contents.flatMap((content) => {
      const length = new Uint8Array(4)
      new DataView(length.buffer).setUint32(0, content.length)
      return [length, content]
    }),
  )
}

async function* cut(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Uint8Array, chunkSize = 64 * 1024) {
  const spans: string[] = []
  const problems: { where: Where; message: string }[] = []
  await readSource(
    { name: 'x', size: bytes.length, open: () => cut(bytes, chunkSize) },
    {
      async block(block) {
        readBlock(block, {
          span: ({ service, spanId }) => spans.push(`${service} ${spanId.slice(-1)}`),
          problem: (where, text) => problems.push({ where, message: text }),
        })
      },
      problem: (where, text) => problems.push({ where, message: text }),
    },
  )
  return { spans, problems }
}

const LINES = concat(json(ONE), utf8('\n'), json(TWO), utf8('\n'))

const READABLE: readonly (readonly [string, Uint8Array, readonly string[]])[] = [
  ['JSON lines', LINES, ['orders 1', 'orders 2']],
  ['one request on one line', json(ONE), ['orders 1']],
  ['one request over many lines', utf8(JSON.stringify(ONE, undefined, 2)), ['orders 1']],
  ['an array of requests', json([ONE, TWO]), ['orders 1', 'orders 2']],
  ['JSON lines behind a byte order mark', concat(utf8('\uFEFF'), LINES), ['orders 1', 'orders 2']],
  ['a page of Jaeger', utf8(JSON.stringify(jaegerOf('1'), undefined, 2)), ['orders 1']],
  [
    'pages of Jaeger, one a line',
    concat(json(jaegerOf('1')), utf8('\n'), json(jaegerOf('2'))),
    ['orders 1', 'orders 2'],
  ],
  ["an answer of version 3 of Jaeger's API", json({ result: ONE }), ['orders 1']],
  ['one request in protobuf', toProtobuf(ONE), ['orders 1']],
  [
    'requests in protobuf behind one another',
    concat(toProtobuf(ONE), toProtobuf(TWO)),
    ['orders 1', 'orders 2'],
  ],
  ['protobuf in frames', framed(toProtobuf(ONE), toProtobuf(TWO)), ['orders 1', 'orders 2']],
  ['JSON in frames', framed(json(ONE), json(TWO)), ['orders 1', 'orders 2']],
  [
    'compressed protobuf in frames',
    framed(zstdCompressSync(toProtobuf(ONE)), zstdCompressSync(toProtobuf(TWO))),
    ['orders 1', 'orders 2'],
  ],
  ['compressed JSON in frames', framed(zstdCompressSync(json(ONE))), ['orders 1']],
  [
    'frames in protobuf with other signals between them',
    framed(toProtobuf(ONE), LOGS, METRICS, toProtobuf(TWO)),
    ['orders 1', 'orders 2'],
  ],
  [
    'lines with other signals between them',
    concat(json(ONE), utf8('\n{"resourceLogs":[]}\n{"resourceMetrics":[]}\n'), json(TWO)),
    ['orders 1', 'orders 2'],
  ],
]

test.each(READABLE)('reads %s', async (_what, bytes, spans) => {
  expect(await read(bytes)).toEqual({ spans, problems: [] })
  expect(await read(bytes, 7)).toEqual({ spans, problems: [] })
})

test.each(READABLE)('reads %s in gzip and in zstd', async (_what, bytes, spans) => {
  expect(await read(gzipSync(bytes))).toEqual({ spans, problems: [] })
  expect(await read(zstdCompressSync(bytes), 11)).toEqual({ spans, problems: [] })
})

test.each<[string, Uint8Array, readonly string[], Where, RegExp]>([
  ['an empty file', utf8(''), [], undefined, /^is empty, expected OTLP \(JSON or protobuf\) or Jaeger JSON$/],
  [
    'a picture',
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0),
    [],
    { byte: 0 },
    /^begins with 89 50 4e 47, expected OTLP/,
  ],
  [
    'UTF-16',
    new Uint8Array(Buffer.from('\uFEFF{}', 'utf16le')),
    [],
    { byte: 0 },
    /^is text in UTF-16, expected UTF-8$/,
  ],
  [
    'a bad line',
    concat(json(ONE), utf8('\n{"resourceSpans":[\n'), json(TWO)),
    ['orders 1', 'orders 2'],
    { line: 2 },
    /^not JSON: /,
  ],
  [
    'JSON of another kind',
    utf8('{"name":"x","version":1}'),
    [],
    { line: 1 },
    /^expected an OTLP request \(with resourceSpans\) or traces of Jaeger \(with data\), got an object with the keys name, version$/,
  ],
  ['a number', utf8('7'), [], { line: 1 }, /^expected an OTLP trace request, got 7$/],
  [
    'a request in protobuf that is cut off',
    toProtobuf(ONE).subarray(0, 60),
    [],
    { byte: 0 },
    /^the file ends within a field of \d+ bytes, 60 bytes are left$/,
  ],
  [
    'frames that are cut off',
    framed(toProtobuf(ONE), toProtobuf(TWO)).subarray(0, -5),
    ['orders 1'],
    { byte: 4 + toProtobuf(ONE).length },
    /^the file ends within a message of/,
  ],
  [
    'a frame with garbage in it',
    framed(toProtobuf(ONE), utf8('{"resourceSpans"'), toProtobuf(TWO)),
    ['orders 1', 'orders 2'],
    { byte: 8 + toProtobuf(ONE).length },
    /^not JSON: /,
  ],
  [
    'a broken frame of zstd',
    framed(zstdCompressSync(json(ONE)), zstdCompressSync(json(TWO)).subarray(0, 20)),
    ['orders 1'],
    { byte: 8 + zstdCompressSync(json(ONE)).length },
    /^a compressed message cannot be read: /,
  ],
  ['gzip in gzip', gzipSync(gzipSync(LINES)), [], { byte: 0 }, /^is compressed twice/],
])('tells of %s where and what is wrong', async (_what, bytes, spans, where, text) => {
  expect(await read(bytes)).toEqual({ spans, problems: [{ where, message: expect.stringMatching(text) }] })
})

test('a file that may not be read says so', async () => {
  const problems: string[] = []
  const error = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', syscall: 'open' })
  await readSource(
    {
      name: 'x',
      size: undefined,
      // biome-ignore lint/correctness/useYield: it fails before it gives anything.
      async *open() {
        throw error
      },
    },
    { block: async () => {}, problem: (_where, text) => problems.push(text) },
  )
  expect(problems).toEqual(['may not be read: permission denied'])
})

test('a message that is compressed to nothing and comes out endless is stopped', async () => {
  const bomb = zstdCompressSync(Buffer.alloc(300 * 1024 * 1024))
  const { spans, problems } = await read(
    framed(zstdCompressSync(json(ONE)), bomb, zstdCompressSync(json(TWO))),
  )
  expect(spans).toEqual(['orders 1', 'orders 2'])
  expect(problems).toEqual([{ where: expect.anything(), message: expect.stringContaining('cannot be read') }])
})

test('brackets without end are told, not followed', async () => {
  const deep = utf8('['.repeat(200_000))
  expect((await read(deep)).problems).toEqual([
    { where: { line: 1 }, message: expect.stringMatching(/^not JSON/) },
  ])
  const closed = utf8(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  expect((await read(closed)).problems).toHaveLength(1)
  const attributes = `[{"key":"a","value":${'{"arrayValue":{"values":['.repeat(20_000)}${']}}'.repeat(20_000)}}]`
  const nested = JSON.stringify(ONE).replace('"name":"search"', `"attributes":${attributes}`)
  expect(await read(utf8(nested))).toEqual({ spans: ['orders 1'], problems: [] })
})

test('a million attributes on one span are read', async () => {
  const attributes = Array.from(
    { length: 1_000_000 },
    (_, index) => `{"key":"k${index}","value":{"intValue":"1"}}`,
  )
  const many = JSON.stringify(ONE).replace('"name":"search"', `"attributes":[${attributes.join(',')}]`)
  expect(await read(utf8(many))).toEqual({ spans: ['orders 1'], problems: [] })
}, 60_000)

test('whatever comes in, it is read or told, and never an exception', async () => {
  const prefixes = [
    [],
    [0x1f, 0x8b],
    [0x28, 0xb5, 0x2f, 0xfd],
    [0x0a],
    [0, 0, 0, 9, 0x0a],
    [0x7b],
    [...utf8('{"resourceSpans":')],
  ]
  const garbage = fc.tuple(fc.constantFrom(...prefixes), fc.uint8Array({ maxLength: 300 }))
  await fc.assert(
    fc.asyncProperty(garbage, async ([prefix, rest]) => {
      const { spans, problems } = await read(Uint8Array.of(...prefix, ...rest))
      expect(spans.length + problems.length).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 300 },
  )
})

test('a recording with a few bytes changed is read or told, and never an exception', async () => {
  const change = fc.record({ at: fc.nat(), to: fc.nat(255) })
  const kinds = READABLE.flatMap(([, bytes]) => [
    bytes,
    new Uint8Array(gzipSync(bytes)),
    new Uint8Array(zstdCompressSync(bytes)),
  ])
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...kinds),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      async (bytes, changes) => {
        const changed = message(bytes)
        for (const { at, to } of changes) changed[at % changed.length] = to
        await read(changed)
      },
    ),
    { numRuns: 400 },
  )
})

test('a field that says it is longer than anything is told', async () => {
  const huge = message(
    bytesField(1, Uint8Array.of(0x12, 0)),
    Uint8Array.of(0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f),
  )
  const { problems } = await read(huge)
  expect(problems).toEqual([
    { where: { byte: 4 }, message: 'a field says that it is 4294967301 bytes long, 268435456 is the most' },
  ])
})
