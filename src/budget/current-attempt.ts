import type * as api from '@opentelemetry/api'
import { processWide } from '../self/process-wide.ts'
import {
  ATTR_TOOLSPAN_BUDGET_ID,
  ATTR_TOOLSPAN_BUDGET_MAX_ATTEMPTS,
  ATTR_TOOLSPAN_BUDGET_OWNER,
  ATTR_TOOLSPAN_BUDGET_PARENT_ID,
} from '../semconv/attributes/budget.ts'
import { ATTR_TOOLSPAN_ATTEMPT_NUMBER, ATTR_TOOLSPAN_OPERATION_ID } from '../semconv/attributes/operation.ts'
import type { ToolEffect } from '../semconv/attributes/tool.ts'
import { createAsyncStore } from './async-store.ts'
import type { CurrentAttempt, EnclosingAttempt, OpenAttempt } from './attempt.ts'
import type { EffectScope } from './effect-scope.ts'

/** What the code now running stands in. */
interface Surroundings {
  readonly attempt: EnclosingAttempt | undefined
  /** What the nearest tool or owner states about its effect. */
  readonly scope: EffectScope | undefined
}

/** Shared by all copies of this package in the process, so that owners in different ones have one budget. */
const store = processWide('surroundings 1', () => createAsyncStore<Surroundings>())

/**
 * The attempt that the code now running belongs to: of a `recover()` here, or of one in another process that made
 * the request that is being handled. None once that `recover()` has ended, or that request is answered.
 */
export function currentAttempt(): CurrentAttempt | undefined {
  return openAttempt()
}

/** The attributes that tie a span inside an attempt to its operation and budget. */
export function attemptAttributes(current: CurrentAttempt): api.Attributes {
  const attributes: api.Attributes = {}
  addAttempt(attributes, current)
  return attributes
}

/** Puts the same on attributes. */
export function addAttempt(attributes: api.Attributes, current: CurrentAttempt): void {
  attributes[ATTR_TOOLSPAN_OPERATION_ID] = current.operationId
  attributes[ATTR_TOOLSPAN_ATTEMPT_NUMBER] = current.number
  attributes[ATTR_TOOLSPAN_BUDGET_ID] = current.budgetId
  if (current.owner !== undefined) attributes[ATTR_TOOLSPAN_BUDGET_OWNER] = current.owner
  if (current.maxAttempts !== undefined) attributes[ATTR_TOOLSPAN_BUDGET_MAX_ATTEMPTS] = current.maxAttempts
  if (current.parentBudgetId !== undefined) {
    attributes[ATTR_TOOLSPAN_BUDGET_PARENT_ID] = current.parentBudgetId
  }
}

/** The nearest open attempt of `operation`; the nearest of any when none is named. */
export function openAttempt(operation?: string): EnclosingAttempt | undefined {
  let attempt = nearestOpen(store.get()?.attempt)
  while (attempt && operation !== undefined && attempt.operationId !== operation) {
    attempt = nearestOpen(attempt.enclosing)
  }
  return attempt
}

/** The effect that the surrounding tool or owner states, while it runs. */
export function statedEffect(): ToolEffect | undefined {
  const scope = store.get()?.scope
  return scope?.isOpen ? scope.effect : undefined
}

/**
 * Runs a tool's own code with its effect known, so that a `recover()` inside need not be told. Whoever opened the
 * scope closes it when the tool has answered. An effect of `unknown` leaves a statement from further out in
 * force: the parts of a read are reads. It goes through a store of our own: what is active in OpenTelemetry's context
 * may be somebody else's inside a tool, and a write taken for a read would be made twice.
 */
export function withEffectScope<R>(scope: EffectScope, work: () => R): R {
  if (scope.effect === 'unknown') return work()
  return store.run({ attempt: openAttempt(), scope }, work)
}

/** Runs the user's function with its attempt around it. */
export function withAttempt<R>(attempt: OpenAttempt, work: () => R): R {
  dropEnded(attempt)
  return store.run({ attempt, scope: attempt.budget }, work)
}

/** Runs the handler of a request within the attempt of another process that made the request. */
export function withInheritedAttempt<R>(attempt: EnclosingAttempt, work: () => R): R {
  dropEnded(attempt)
  return store.run({ attempt, scope: store.get()?.scope }, work)
}

/** Takes off links to attempts that have ended, or work that goes on starting work would hold them all. */
function dropEnded(attempt: EnclosingAttempt): void {
  for (let each: EnclosingAttempt | undefined = attempt; each; each = each.enclosing) {
    each.enclosing = nearestOpen(each.enclosing)
  }
}

function nearestOpen(attempt: EnclosingAttempt | undefined): EnclosingAttempt | undefined {
  let each = attempt
  while (each && !each.budget.isOpen) each = each.enclosing
  return each
}
