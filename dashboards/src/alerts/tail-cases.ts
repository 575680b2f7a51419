import { LABEL, TAIL } from '../series.ts'
import type { AlertCase } from './alert-case.ts'

const INSTANCE = { instance: 'tail:9464' }

function level(series: string, instance = INSTANCE.instance): string {
  return `${series}{instance="${instance}"}`
}

function settled(outcome: string, reason: string): string {
  return `${TAIL.spansSettled}{instance="${INSTANCE.instance}",${LABEL.tailOutcome}="${outcome}",${LABEL.tailReason}="${reason}"}`
}

/** A level that is over its limit from the fifth minute on and falls again. */
function fullCase(what: string, held: string, capacity: string): AlertCase {
  return {
    name: `fires when ${what} have been over nine tenths for five minutes`,
    alert: 'ToolspanTailFull',
    series: { [level(held)]: '10x4 95x20 10x20', [level(capacity)]: '100x50' },
    quietAt: [4, 9, 30],
    firesAt: [11, 20],
    firing: [INSTANCE],
  }
}

/** What the alerts on the tail service have to do. */
export const TAIL_CASES: readonly AlertCase[] = [
  {
    name: 'pages at once on the first report that is lost',
    alert: 'ToolspanFindingsLost',
    series: {
      [`${TAIL.findingsLost}{instance="${INSTANCE.instance}",${LABEL.tailReason}="rejected"}`]: '_x5 1x40',
    },
    quietAt: [4, 16],
    firesAt: [5, 14],
    firing: [{ ...INSTANCE, [LABEL.tailReason]: 'rejected' }],
  },
  {
    name: 'fires when spans have been refused for five minutes',
    alert: 'ToolspanTailRefuses',
    series: { [settled('refused', 'store_full')]: '0x5 10+10x10 110x40' },
    quietAt: [5, 9, 30],
    firesAt: [13, 20],
    firing: [{ ...INSTANCE, [LABEL.tailReason]: 'store_full' }],
  },
  {
    name: 'is quiet about spans that no rule needs',
    alert: 'ToolspanTailRefuses',
    series: { [settled('irrelevant', '')]: '0+10x40', [settled('duplicate', '')]: '0+10x40' },
    quietAt: [10, 20],
    firesAt: [],
  },
  fullCase('spans', TAIL.spansHeld, TAIL.spansCapacity),
  fullCase('bytes', TAIL.factsSize, TAIL.factsCapacity),
  fullCase('waiting reports', TAIL.outboxHeld, TAIL.outboxCapacity),
  {
    name: 'fires when a run has waited for more than half a minute, for five minutes',
    alert: 'ToolspanTailSlow',
    series: {
      [level(TAIL.judgingDelay)]: '2x4 45x20 2x20',
      [level(TAIL.judgingDelay, 'tail-1:9464')]: '2x50',
    },
    quietAt: [4, 9, 30],
    firesAt: [11, 20],
    firing: [INSTANCE],
  },
]
