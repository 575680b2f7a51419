import type { BudgetFacts, HttpFacts, ResultFacts, TimerFacts } from '../span-facts.ts'
import type { FieldWords } from './field-words.ts'
import { BUDGET_FIELD, HTTP_FIELD, RESULT_FIELD, TIMER_FIELD } from './nested-layout.ts'

// One line a field: a loop over their names would look each of them up.

export function addBudget(to: FieldWords, budget: BudgetFacts): void {
  to.text(BUDGET_FIELD.id, budget.id)
  to.text(BUDGET_FIELD.owner, budget.owner)
  to.text(BUDGET_FIELD.parentId, budget.parentId)
  to.number(BUDGET_FIELD.maxAttempts, budget.maxAttempts)
  to.number(BUDGET_FIELD.deadlineMs, budget.deadlineMs)
  to.text(BUDGET_FIELD.exhaustedBy, budget.exhaustedBy)
  to.flag(BUDGET_FIELD.approved, budget.approved)
}

export function addResult(to: FieldWords, result: ResultFacts): void {
  to.text(RESULT_FIELD.status, result.status)
  to.text(RESULT_FIELD.reason, result.reason)
  to.flag(RESULT_FIELD.foreign, result.foreign)
  to.text(RESULT_FIELD.coverage, result.coverage)
  to.number(RESULT_FIELD.sourcesExpected, result.sourcesExpected)
  to.number(RESULT_FIELD.sourcesCovered, result.sourcesCovered)
  to.text(RESULT_FIELD.freshness, result.freshness)
  to.number(RESULT_FIELD.ageMs, result.ageMs)
  to.number(RESULT_FIELD.maxAgeMs, result.maxAgeMs)
  to.number(RESULT_FIELD.count, result.count)
  to.number(RESULT_FIELD.total, result.total)
  to.flag(RESULT_FIELD.hasMore, result.hasMore)
  to.flag(RESULT_FIELD.truncated, result.truncated)
  to.flag(RESULT_FIELD.fallback, result.fallback)
  to.number(RESULT_FIELD.scanned, result.scanned)
  to.number(RESULT_FIELD.partialCount, result.partialCount)
  to.flag(RESULT_FIELD.viewsDisagree, result.viewsDisagree)
  to.text(RESULT_FIELD.fingerprint, result.fingerprint)
}

export function addHttp(to: FieldWords, http: HttpFacts): void {
  to.text(HTTP_FIELD.method, http.method)
  to.text(HTTP_FIELD.url, http.url)
  to.text(HTTP_FIELD.host, http.host)
  to.number(HTTP_FIELD.status, http.status)
  to.number(HTTP_FIELD.sequence, http.sequence)
  to.text(HTTP_FIELD.sequenceBy, http.sequenceBy)
  to.text(HTTP_FIELD.invocationId, http.invocationId)
  to.number(HTTP_FIELD.invocationMax, http.invocationMax)
  to.text(HTTP_FIELD.lastEventId, http.lastEventId)
}

export function addTimers(to: FieldWords, timers: TimerFacts): void {
  to.number(TIMER_FIELD.callMs, timers.callMs)
  to.number(TIMER_FIELD.idleMs, timers.idleMs)
  to.number(TIMER_FIELD.totalMs, timers.totalMs)
}
