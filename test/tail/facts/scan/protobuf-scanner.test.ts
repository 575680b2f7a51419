import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createProtobufScanner } from '../../../../src/tail/facts/scan/protobuf-scanner.ts'
import type { SpanInput } from '../../../../src/tail/facts/span-input.ts'
import { otlpRequest } from '../../../support/made-otlp.ts'
import { MADE_SPANS } from '../../../support/made-spans.ts'
import { otlpOf } from '../../../support/otlp-of-spans.ts'
import { type OtlpRequest, toProtobuf } from '../../../support/otlp-protobuf.ts'
import {
  bytesField,
  fixed64Field,
  hexField,
  message,
  textField,
  varintField,
} from '../../../support/protobuf-writer.ts'
import { readBytesAsObjects, scanned } from '../../../support/scanned.ts'

const scanner = createProtobufScanner()

function bytesOf(spans: readonly SpanInput[]): Uint8Array {
  const request: OtlpRequest = JSON.parse(JSON.stringify(otlpOf(spans)))
  return toProtobuf(request)
}

/** What the scanner does not find odd is what the reader of objects reads, too. */
function expectEqual(bytes: Uint8Array): boolean {
  const found = scanned(scanner, bytes)
  if (found === undefined) return false
  expect(found).toEqual(readBytesAsObjects(bytes))
  return true
}

test('it reads what the reader of objects reads', () => {
  fc.assert(
    fc.property(MADE_SPANS, (spans) => {
      expect(expectEqual(bytesOf(spans))).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('it reads any request that has a start for every span', () => {
  fc.assert(
    fc.property(otlpRequest, (request) => {
      expect(expectEqual(toProtobuf(request))).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('it never reads something else where bytes are changed, put in or cut off', () => {
  let read = 0
  fc.assert(
    fc.property(
      MADE_SPANS,
      fc.array(fc.tuple(fc.nat(), fc.nat(0xff)), { maxLength: 3 }),
      fc.option(fc.nat(), { freq: 5 }),
      (spans, changes, cut) => {
        const whole = bytesOf(spans)
        const bytes = cut === null ? whole : whole.slice(0, cut % whole.length)
        for (const [place, byte] of changes) bytes[place % bytes.length] = byte
        if (expectEqual(bytes)) read++
      },
    ),
    { numRuns: 5000 },
  )
  expect(read).toBeGreaterThan(500)
})

test('a resource that stands behind its spans is left to the reader of objects, and so is a scope', () => {
  const behind = resourceSpans(true)
  expect(scanned(scanner, behind)).toBeUndefined()
  expect(readBytesAsObjects(behind)).toMatchObject([{ service: 'orders', name: 'late' }])
  expect(scanned(scanner, resourceSpans(false))).toEqual(readBytesAsObjects(behind))
})

function resourceSpans(isBehind: boolean): Uint8Array {
  const span = message(
    hexField(1, '4bf92f3577b34da6a3ce929d0e0e4736'),
    hexField(2, '00f067aa0ba902b7'),
    textField(5, 'late'),
    fixed64Field(7, 2n ** 60n),
  )
  const service = message(
    bytesField(1, message(textField(1, 'service.name'), bytesField(2, textMessage('orders')))),
  )
  const scope = bytesField(1, message(textField(1, 'scope')))
  const spans = bytesField(
    2,
    message(...(isBehind ? [bytesField(2, span), scope] : [scope, bytesField(2, span)])),
  )
  const resource = bytesField(1, service)
  return message(bytesField(1, message(...(isBehind ? [spans, resource] : [resource, spans]))))
}

function textMessage(text: string): Uint8Array {
  return message(textField(1, text))
}

test('fields that nobody knows are passed over', () => {
  expect(scanned(scanner, message(varintField(77, 5), textField(78, 'new')))).toEqual([])
})
