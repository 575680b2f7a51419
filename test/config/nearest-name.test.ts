import { expect, test } from 'vitest'
import { nearestName } from '../../src/config/nearest-name.ts'

const NAMES = ['retry-storm', 'budget-reset', 'stale-answer', 'loopSteps', 'idleWindowMs', 'httpIdleWindowMs']

test.each([
  ['retry-strom', 'retry-storm'],
  ['retrystorm', 'retry-storm'],
  ['Retry_Storm', 'retry-storm'],
  ['budget-resets', 'budget-reset'],
  ['loop_steps', 'loopSteps'],
  ['loopStep', 'loopSteps'],
  ['idleWindow', 'idleWindowMs'],
  ['stale', undefined],
  ['something-else', undefined],
  ['', undefined],
  ['x'.repeat(5000), undefined],
])('for %j it names %j', (name, nearest) => {
  expect(nearestName(name, NAMES)).toBe(nearest)
})
