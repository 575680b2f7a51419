import { expect, test } from 'vitest'
import { madeBody } from '../../../src/service/warm-up/made-bodies.ts'
import { madeRun } from '../../../src/service/warm-up/made-spans.ts'
import { warmUp } from '../../../src/service/warm-up/warm-up.ts'
import { DEFAULT_JUDGING } from '../../../src/tail/judging.ts'
import { createTestTail } from '../../support/tail-service.ts'

test.each(['json', 'protobuf'] as const)(
  'makes runs in %s that are read, judged and found fault with',
  (format) => {
    const tail = createTestTail()
    expect(tail.send(madeBody(madeRun(1), format), format)).toEqual({ rejected: 0, message: undefined })
    tail.service.finish()
    expect(tail.closed().map(({ rule }) => rule)).toContain('retry-storm')
  },
)

test('takes less than a start may take, and leaves nothing behind', () => {
  const startedMs = performance.now()
  warmUp(DEFAULT_JUDGING)
  expect(performance.now() - startedMs).toBeLessThan(10_000)
})
