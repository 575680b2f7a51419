import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Frame, readFrames } from '../../../src/cli/input/frames.ts'
import { requestParts } from '../../../src/cli/input/request-parts.ts'
import { bytesField, message } from '../../support/protobuf-writer.ts'

async function* stream(chunks: readonly Uint8Array[]) {
  yield* chunks
}

/** What comes out, and how it ends. */
async function collect(frames: AsyncIterable<Frame>) {
  const all: Frame[] = []
  try {
    for await (const frame of frames) all.push(frame)
    return { all, fault: undefined }
  } catch (error) {
    return { all, fault: error }
  }
}

function cut(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const bounds = [0, ...cuts.map((at) => at % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return bounds.slice(1).map((end, index) => bytes.subarray(bounds[index], end))
}

function framed(contents: readonly Uint8Array[]): Uint8Array {
  return message(
    ...contents.flatMap((content) => {
      const length = new Uint8Array(4)
      new DataView(length.buffer).setUint32(0, content.length)
      return [length, content]
    }),
  )
}

test('each message comes out with its place, however the stream is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 30 })),
      fc.array(fc.nat()),
      async (contents, cuts) => {
        const { all, fault } = await collect(readFrames(stream(cut(framed(contents), cuts)), 100))
        expect(fault).toBeUndefined()
        expect(all.map(({ bytes }) => [...bytes])).toEqual(contents.map((content) => [...content]))
        let offset = 0
        for (const [index, content] of contents.entries()) {
          expect(all[index]?.offset).toBe(offset + 4)
          offset += 4 + content.length
        }
      },
    ),
  )
})

test('a stream that ends within a message gives the ones before it, then says so', async () => {
  const whole = framed([Uint8Array.of(1, 2), Uint8Array.of(3, 4, 5)])
  const { all, fault } = await collect(readFrames(stream([whole.subarray(0, 11)]), 100))
  expect(all).toHaveLength(1)
  expect(fault).toMatchObject({
    offset: 6,
    message: 'the file ends within a message of 3 bytes, 5 bytes are left',
  })
  const short = await collect(readFrames(stream([whole.subarray(0, 8)]), 100))
  expect(short.fault).toMatchObject({
    offset: 6,
    message: 'the file ends within its length, 2 bytes are left',
  })
})

test('a length that cannot be true is told and not believed', async () => {
  const { fault } = await collect(readFrames(stream([Uint8Array.of(0x7f, 0xff, 0xff, 0xff, 1)]), 100))
  expect(fault).toMatchObject({
    offset: 0,
    message: 'a message says that it is 2147483647 bytes long, 100 is the most',
  })
})

test('the fields of a request come out whole, in parts that are requests themselves', async () => {
  const fields = fc.array(fc.uint8Array({ maxLength: 200 }).map((content) => bytesField(1, content)))
  await fc.assert(
    fc.asyncProperty(
      fields,
      fc.array(fc.nat()),
      fc.integer({ min: 1, max: 300 }),
      async (list, cuts, size) => {
        const whole = message(...list)
        const { all, fault } = await collect(requestParts(stream(cut(whole, cuts)), size, 1000))
        expect(fault).toBeUndefined()
        expect([...message(...all.map(({ bytes }) => bytes))]).toEqual([...whole])
        const ends = new Set<number>()
        let end = 0
        for (const field of list) {
          end += field.length
          ends.add(end)
        }
        for (const { offset, bytes } of all) expect(ends).toContain(offset + bytes.length)
      },
    ),
  )
})

test('a request that ends within a field gives what came before, then says so', async () => {
  const whole = message(bytesField(1, Uint8Array.of(1, 2)), bytesField(1, Uint8Array.of(3, 4, 5)))
  const { all, fault } = await collect(requestParts(stream([whole.subarray(0, 7)]), 1000, 1000))
  expect(all.map(({ bytes }) => bytes.length)).toEqual([4])
  expect(fault).toMatchObject({
    offset: 4,
    message: 'the file ends within a field of 5 bytes, 3 bytes are left',
  })
})

test('bytes behind a request that are none are told with their place', async () => {
  const whole = message(bytesField(1, Uint8Array.of(1, 2)), Uint8Array.of(0xff, 0xff))
  const { all, fault } = await collect(requestParts(stream([whole]), 1000, 1000))
  expect(all).toHaveLength(1)
  expect(fault).toMatchObject({
    offset: 4,
    message: 'expected the field resource_spans of a trace request in protobuf',
  })
})
