import { gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Format, formatInFrame, formatOf, HEAD_BYTES } from '../../../src/cli/input/format.ts'
import { otlpRequest } from '../../support/made-otlp.ts'
import { toProtobuf } from '../../support/otlp-protobuf.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const headOf = (content: Uint8Array) => content.subarray(0, HEAD_BYTES)

function framed(content: Uint8Array): Uint8Array {
  const frame = new Uint8Array(4 + content.length)
  new DataView(frame.buffer).setUint32(0, content.length)
  frame.set(content, 4)
  return frame
}

test.each<[string, Uint8Array, Format]>([
  ['nothing', new Uint8Array(), 'empty'],
  ['an object', bytes('{"resourceSpans":[]}'), 'json'],
  ['an object behind line breaks', bytes('\n\n\n{"resourceSpans":[]}'), 'json'],
  ['an object behind a hundred line breaks', bytes(`${'\n'.repeat(100)}{}`), 'json'],
  ['a byte order mark', bytes('\uFEFF{}'), 'json'],
  ['prose', bytes('Dear judge,'), 'json'],
  ['gzip', gzipSync('{}'), 'gzip'],
  ['zstd', zstdCompressSync('{}'), 'zstd'],
  ['JSON in frames', framed(bytes('{"resourceSpans":[]}')), 'frames'],
  ['zstd in frames', framed(zstdCompressSync('{}')), 'frames'],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x7b, 0), 'utf16'],
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d), 'binary'],
])('%s is told by its first bytes', (_what, content, format) => {
  expect(formatOf(headOf(content))).toBe(format)
})

test('every request in protobuf is known as one, alone and in a frame', () => {
  fc.assert(
    fc.property(otlpRequest, (request) => {
      const content = toProtobuf(request)
      if (content.length === 0) return
      expect(formatOf(headOf(content))).toBe('protobuf')
      expect(formatOf(headOf(framed(content)))).toBe('frames')
      expect(formatInFrame(content)).toBe('protobuf')
    }),
  )
})

test('a text with a zero in it is a text all the same', () => {
  expect(formatOf(new TextEncoder().encode(' {"resourceSpans":[\0'))).toBe('json')
  expect(formatOf(new TextEncoder().encode(`not JSON, ${'-'.repeat(64)}\0`))).toBe('json')
  expect(formatOf(Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]))).toBe('binary')
})
