import type { BudgetFacts, HttpFacts, ResultFacts, TimerFacts } from '../span-facts.ts'

type Complete<T> = { -readonly [Field in keyof Required<T>]: T[Field] }

/** Facts within facts. */
export interface NestedFacts {
  /** Makes one without anything in it. */
  readonly empty: () => Record<string, unknown>
  /** Its fields, by number. */
  readonly fields: readonly string[]
}

export const BUDGET_FIELD = {
  id: 0,
  owner: 1,
  parentId: 2,
  maxAttempts: 3,
  deadlineMs: 4,
  exhaustedBy: 5,
  approved: 6,
} as const satisfies Record<keyof BudgetFacts, number>

function emptyBudget(): Complete<BudgetFacts> {
  return {
    id: undefined,
    owner: undefined,
    parentId: undefined,
    maxAttempts: undefined,
    deadlineMs: undefined,
    exhaustedBy: undefined,
    approved: false,
  }
}

export const RESULT_FIELD = {
  status: 0,
  reason: 1,
  foreign: 2,
  coverage: 3,
  sourcesExpected: 4,
  sourcesCovered: 5,
  freshness: 6,
  ageMs: 7,
  maxAgeMs: 8,
  count: 9,
  total: 10,
  hasMore: 11,
  truncated: 12,
  fallback: 13,
  scanned: 14,
  partialCount: 15,
  viewsDisagree: 16,
  fingerprint: 17,
} as const satisfies Record<keyof ResultFacts, number>

export function emptyResult(): Complete<ResultFacts> {
  return {
    status: 'unknown',
    reason: undefined,
    foreign: false,
    coverage: 'unknown',
    sourcesExpected: undefined,
    sourcesCovered: undefined,
    freshness: undefined,
    ageMs: undefined,
    maxAgeMs: undefined,
    count: undefined,
    total: undefined,
    hasMore: undefined,
    truncated: undefined,
    fallback: undefined,
    scanned: undefined,
    partialCount: undefined,
    viewsDisagree: undefined,
    fingerprint: undefined,
  }
}

export const HTTP_FIELD = {
  method: 0,
  url: 1,
  host: 2,
  status: 3,
  sequence: 4,
  sequenceBy: 5,
  invocationId: 6,
  invocationMax: 7,
  lastEventId: 8,
} as const satisfies Record<keyof HttpFacts, number>

function emptyHttp(): Complete<HttpFacts> {
  return {
    method: '',
    url: '',
    host: undefined,
    status: undefined,
    sequence: undefined,
    sequenceBy: undefined,
    invocationId: undefined,
    invocationMax: undefined,
    lastEventId: undefined,
  }
}

export const TIMER_FIELD = { callMs: 0, idleMs: 1, totalMs: 2 } as const satisfies Record<
  keyof TimerFacts,
  number
>

function emptyTimers(): Complete<TimerFacts> {
  return { callMs: undefined, idleMs: undefined, totalMs: undefined }
}

/** By field. */
export const NESTED: ReadonlyMap<string, NestedFacts> = new Map([
  ['budget', { empty: emptyBudget, fields: Object.keys(BUDGET_FIELD) }],
  ['result', { empty: emptyResult, fields: Object.keys(RESULT_FIELD) }],
  ['http', { empty: emptyHttp, fields: Object.keys(HTTP_FIELD) }],
  ['timers', { empty: emptyTimers, fields: Object.keys(TIMER_FIELD) }],
])
