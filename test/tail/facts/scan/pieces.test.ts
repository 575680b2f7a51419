import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ID } from '../../../../src/tail/facts/packed/id-words.ts'
import { createJsonScanner } from '../../../../src/tail/facts/scan/json-scanner.ts'
import { createProtobufScanner } from '../../../../src/tail/facts/scan/protobuf-scanner.ts'
import type { ScannedSpan } from '../../../../src/tail/facts/scan/scanned-span.ts'
import { bodyOf } from '../../../support/tail-service.ts'
import { loadTraceCases, spansOfCase } from '../../../support/trace-cases.ts'

const cases = loadTraceCases().map(spansOfCase)

const SCANNERS = { json: createJsonScanner(), protobuf: createProtobufScanner() } as const

function said(span: ScannedSpan): unknown {
  const { name, service, scope, startMs, endMs, failed } = span
  return [
    ...span.ids.subarray(ID.span, ID.words),
    name,
    service,
    scope,
    startMs,
    endMs,
    failed,
    span.known.marks,
  ]
}

test.each(['json', 'protobuf'] as const)(
  'gives the same in pieces of any size, also where it breaks (%s)',
  (format) => {
    const scanner = SCANNERS[format]
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        fc.infiniteStream(fc.integer({ min: 1, max: 6 })),
        fc.option(fc.nat(), { nil: undefined, freq: 3 }),
        (spans, sizes, cut) => {
          const whole = bodyOf(spans, format)
          const bytes = cut === undefined ? whole : whole.subarray(0, cut % whole.length)
          const atOnce: unknown[] = []
          const isPlain = scanner.scan(bytes, 0, bytes.length, { scanned: (span) => atOnce.push(said(span)) })
          const inPieces: unknown[] = []
          scanner.begin(bytes, 0, bytes.length, { scanned: (span) => inPieces.push(said(span)) })
          let come = scanner.advance(0)
          expect(inPieces).toEqual([])
          while (come === 'more') {
            const size = sizes.next().value ?? 1
            const before = inPieces.length
            come = scanner.advance(size)
            expect(inPieces.length - before).toBeLessThanOrEqual(size + 1)
          }
          expect([come === 'done', inPieces]).toEqual([isPlain, atOnce])
        },
      ),
      { numRuns: 300 },
    )
  },
)
