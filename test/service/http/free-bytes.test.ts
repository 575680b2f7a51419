import { expect, test } from 'vitest'
import { freeBytes } from '../../../src/service/http/free-bytes.ts'

test('memory that the bytes have for themselves is given back at once', () => {
  const bytes = new Uint8Array(65_536)
  freeBytes(bytes)
  expect(bytes.buffer.byteLength).toBe(0)
  expect(bytes.byteLength).toBe(0)
})

test('so is that of what was decompressed, which has a byte more', () => {
  const bytes = new Uint8Array(1001).subarray(0, 1000)
  freeBytes(bytes)
  expect(bytes.buffer.byteLength).toBe(0)
})

test('bytes that are a part of something larger stay', () => {
  const whole = new Uint8Array(1000).fill(7)
  freeBytes(whole.subarray(0, 998))
  freeBytes(whole.subarray(1))
  expect(whole.byteLength).toBe(1000)
  expect(whole[999]).toBe(7)
})

test('the pool of Node stays, whatever the length of what was taken from it', () => {
  for (let length = 0; length <= Buffer.poolSize; length++) {
    const taken = Buffer.allocUnsafe(length)
    const isPooled = taken.buffer.byteLength === Buffer.poolSize && length < Buffer.poolSize
    freeBytes(taken)
    if (isPooled) expect(taken.buffer.byteLength).toBe(Buffer.poolSize)
  }
})
