import { gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decompressed, type Inflation } from '../../../src/cli/input/decompress.ts'

async function* stream(...chunks: readonly Uint8Array[]) {
  yield* chunks
}

async function read(bytes: Uint8Array, format: 'gzip' | 'zstd', most?: Inflation) {
  let text = ''
  try {
    const half = Math.floor(bytes.length / 2)
    const chunks = decompressed(stream(bytes.subarray(0, half), bytes.subarray(half)), format, most)
    for await (const chunk of chunks) text += Buffer.from(chunk).toString('latin1')
    return { text, fault: undefined }
  } catch (error) {
    return { text, fault: error }
  }
}

const pack = { gzip: gzipSync, zstd: zstdCompressSync }
const formats = ['gzip', 'zstd'] as const

test.each(formats)(
  '%s comes out as it went in, also where several streams follow one another',
  async (format) => {
    const parts = Buffer.concat([pack[format]('one,'), pack[format]('two')])
    expect(await read(parts, format)).toEqual({ text: 'one,two', fault: undefined })
  },
)

test('zstd frames come out whole, however they and the stream are cut', async () => {
  const frames = fc.array(fc.uint8Array({ maxLength: 3000 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(frames, fc.array(fc.nat()), async (contents, cuts) => {
      const whole = Buffer.concat(contents.map((content) => zstdCompressSync(content)))
      const bounds = [0, ...cuts.map((at) => at % (whole.length + 1)).sort((a, b) => a - b), whole.length]
      const chunks = bounds.slice(1).map((end, index) => whole.subarray(bounds[index], end))
      const out: Uint8Array[] = []
      for await (const chunk of decompressed(stream(...chunks), 'zstd')) out.push(chunk)
      expect(Buffer.concat(out).equals(Buffer.concat(contents))).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('a long stream of zstd frames is read to its end', async () => {
  const content = Buffer.from('{"resourceSpans":[]}\n'.repeat(2000))
  const frame = zstdCompressSync(content)
  const chunks = Array.from({ length: 400 }, () => frame)
  let length = 0
  for await (const chunk of decompressed(stream(...chunks), 'zstd')) length += chunk.length
  expect(length).toBe(400 * content.length)
})

test.each(formats)('a %s stream that is cut off gives what came before, then says so', async (format) => {
  const content = Array.from({ length: 200_000 }, (_, index) => String(index * 7919)).join(' ')
  const whole = pack[format](content)
  const { text, fault } = await read(whole.subarray(0, whole.length - 100), format)
  expect(content.startsWith(text)).toBe(true)
  expect(fault).toMatchObject({
    name: 'InputFault',
    message: expect.stringContaining(`the ${format} stream is broken or cut off`),
  })
})

test.each(formats)('garbage behind the first bytes of %s is told', async (format) => {
  const garbage = Buffer.concat([pack[format]('one').subarray(0, 8), Buffer.alloc(200, 0x5a)])
  expect((await read(garbage, format)).fault).toMatchObject({ name: 'InputFault' })
})

test.each(formats)('a %s bomb is stopped', async (format) => {
  const bomb = pack[format](Buffer.alloc(50_000_000))
  const { text, fault } = await read(bomb, format, { freeBytes: 1_000_000, ratio: 10 })
  expect(text.length).toBeLessThan(2_000_000)
  expect(fault).toMatchObject({
    name: 'InputFault',
    message: expect.stringMatching(
      new RegExp(
        `the ${format} stream is no recording: \\d+ bytes of it hold more than \\d+; the rest was not read`,
      ),
    ),
  })
})
