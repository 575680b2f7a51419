import { expect, test } from 'vitest'
import { findingLinks } from '../../../src/tail/findings/finding-links.ts'
import { findingsOf } from '../../support/trace.ts'
import { loadTraceCases, spansOfCase } from '../../support/trace-cases.ts'

const FINDINGS = loadTraceCases().flatMap((testCase) => findingsOf(spansOfCase(testCase)))

test('no finding links to its parent, which would then be no parent in Jaeger', () => {
  expect(FINDINGS.length).toBeGreaterThan(50)
  for (const finding of FINDINGS) {
    const linked = findingLinks(finding, 1).map(({ context }) => `${context.traceId} ${context.spanId}`)
    expect(linked).not.toContain(`${finding.traceId} ${finding.spanIds[0]}`)
  }
})

test('all other evidence is linked to, also that of other traces, with the flags of the anchor', () => {
  for (const finding of FINDINGS) {
    const isAnchor = (id: string): boolean => id === finding.spanIds[0]
    const others = finding.evidence.filter(
      ({ traceId, spanId }) => traceId !== finding.traceId || !isAnchor(spanId),
    )
    expect(findingLinks(finding, 1)).toEqual(
      others.map(({ traceId, spanId }) => ({ context: { traceId, spanId, traceFlags: 1 } })),
    )
  }
})
