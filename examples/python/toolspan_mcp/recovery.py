"""One owner's retries, out of one budget that it shares with whoever called."""

from __future__ import annotations

import inspect
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, cast

import anyio
from opentelemetry import trace

from . import names
from .answers import ToolFailure
from .budget import Ledger, OpenAttempt, now_ms, open_attempt, random_id, within
from .outcome import failure_attributes
from .quiet import quiet

T = TypeVar("T")

WHY = {
    "attempts": "no attempts are left",
    "shared_budget": "the budget that it shares has no attempts left",
    "deadline": "no time is left for another attempt",
}


@dataclass(frozen=True)
class Attempt:
    """What an attempt is told: which try it is, 1 being the first, and how long anybody waits for it."""

    number: int
    ms_left: float


async def recover(
    owner: str,
    work: Callable[[Attempt], Awaitable[T] | T],
    *,
    max_attempts: int,
    deadline_ms: float,
    effect: Literal["read", "write", "unknown"],
    idempotent: bool = False,
    attempt_timeout_ms: float | None = None,
    layer: str | None = None,
    operation: str | None = None,
) -> T:
    """Runs `work`, and again after a transient failure of a read or an idempotent call, while tries and time are left.

    Within a request that brought a budget, or within another `recover()` of the same operation, it inherits what is
    left there: its own limits can only tighten it. The first try is always made.

    Returns what `work` returned. A failure that may not be repeated is raised as it is; when the budget is spent, a
    ToolFailure that says so is raised from the last one.
    """
    if max_attempts < 1 or not 1 <= deadline_ms <= names.MAX_DURATION_MS:
        raise ValueError(f"expected max_attempts >= 1 and deadline_ms >= 1, got {max_attempts} and {deadline_ms}")
    enclosing = open_attempt()
    parent = enclosing if operation is None else open_attempt(operation)
    known = operation or (parent.ledger.operation if parent else random_id())
    ledger = Ledger(known, random_id(), max_attempts, deadline_ms, parent.ledger if parent else None)
    is_safe = effect == "read" or idempotent
    started_ms = now_ms()
    terms = {names.TOOLSPAN_TOOL_EFFECT: effect, **({names.TOOLSPAN_LAYER: layer} if layer else {})}
    span = _start(f"recover {owner}", _budget_attributes(owner, ledger, layer))
    with trace.use_span(span, end_on_exit=True, record_exception=False, set_status_on_exception=False):
        try:
            number = 0
            while True:
                number += 1
                attempt = OpenAttempt(ledger, number, owner, enclosing)
                # A limit of 0 would cancel the first try before it began.
                limit_ms = max(1.0, min(attempt_timeout_ms or ledger.deadline_ms, ledger.ms_left()))
                try:
                    return await _try(attempt, work, limit_ms, effect, is_safe, terms)
                except Exception as error:
                    step = _next(error, ledger, number, is_safe)
                    if step is None:
                        # An owner below may have spent what this one allows, or only its own part of it.
                        quiet(_fail, span, error, ledger.refused_by() if _is_spent(error) else None)
                        raise
                    if isinstance(step, str):
                        quiet(_fail, span, error, step)
                        raise _given_up(owner, error, step, number, now_ms() - started_ms, known) from error
                # Drawn before the wait: owners that wait at the same time must not count on the same remainder.
                ledger.charge(1)
                await anyio.sleep(step / 1000)
        finally:
            ledger.is_open = False


async def _try(
    attempt: OpenAttempt,
    work: Callable[[Attempt], Awaitable[T] | T],
    limit_ms: float,
    effect: str,
    is_safe: bool,
    terms: dict[str, Any],
) -> T:
    """One attempt in a span of its own. Its time is a timer; the wait for the next one lies outside."""
    timer = {names.TOOLSPAN_TIMEOUT_CALL_MS: round(limit_ms)}
    span = _start(f"{attempt.owner} attempt", {**attempt.attributes(), **terms, **timer})
    with trace.use_span(span, end_on_exit=True, record_exception=False, set_status_on_exception=False):
        try:
            with within(attempt), anyio.move_on_after(limit_ms / 1000):
                answer = work(Attempt(attempt.number, attempt.ledger.ms_left()))
                return cast("T", await answer if inspect.isawaitable(answer) else answer)
            # Only a timer of ours ends up here: a write that it cut off may have taken effect.
            cut_off = f"no answer in {round(limit_ms)} ms"
            raise ToolFailure("transient", cut_off, code="ETIMEDOUT", indeterminate=effect == "write" and not is_safe)
        except Exception as error:
            quiet(_fail, span, error, None)
            raise


def _next(error: Exception, ledger: Ledger, number: int, is_safe: bool) -> float | str | None:
    """How long to wait before another try, or who refuses it; None where the failure may not be repeated."""
    may_repeat, hint_ms = _read(error)
    if not is_safe or not may_repeat:
        return None
    refused_by = ledger.refused_by()
    if refused_by is not None:
        return refused_by
    bound_ms = min(names.BACK_OFF_CAP_MS, names.BACK_OFF_START_MS * 2 ** (number - 1))
    wait_ms = max(random.random() * bound_ms, hint_ms, ledger.pause_ms())
    return "deadline" if wait_ms >= ledger.ms_left() else wait_ms


def _read(error: Exception) -> tuple[bool, float]:
    if not isinstance(error, ToolFailure):
        return isinstance(error, (TimeoutError, ConnectionError)), 0.0
    context = error.context
    may_repeat = context["errorCategory"] == "transient" and context["isRetryable"]
    return may_repeat, float(context.get("retryAfterMs", 0))


def _is_spent(error: Exception) -> bool:
    return isinstance(error, ToolFailure) and error.context.get("budgetExhausted") is True


def _given_up(
    owner: str, error: Exception, refused_by: str, tries: int, elapsed_ms: float, operation: str
) -> ToolFailure:
    """What is handed on when the budget is spent: whoever reads it must not begin again."""
    context: dict[str, Any] = {"message": type(error).__name__}
    if isinstance(error, ToolFailure):
        context = dict(error.context)
    last = context.pop("message")
    for name in ("status", "isRetryable"):
        context.pop(name, None)
    told = {"attemptCount": tries, "elapsedMs": round(elapsed_ms), "operationId": operation, "budgetExhausted": True}
    return ToolFailure(
        context.pop("errorCategory", "transient"),
        f"{owner} gave up after {tries} attempts in {round(elapsed_ms)} ms: {WHY[refused_by]}. Last failure: {last}",
        code=context.pop("errorCode", None),
        retry_after_ms=context.pop("retryAfterMs", None),
        **{**context, **told},
    )


def _budget_attributes(owner: str, ledger: Ledger, layer: str | None) -> dict[str, Any]:
    attributes: dict[str, Any] = {
        names.TOOLSPAN_OPERATION_ID: ledger.operation,
        names.TOOLSPAN_BUDGET_ID: ledger.budget,
        names.TOOLSPAN_BUDGET_OWNER: owner,
        names.TOOLSPAN_BUDGET_MAX_ATTEMPTS: ledger.max_attempts,
        names.TOOLSPAN_BUDGET_DEADLINE_MS: round(ledger.deadline_ms),
    }
    if ledger.parent is not None:
        attributes[names.TOOLSPAN_BUDGET_PARENT_ID] = ledger.parent.budget
    if layer is not None:
        attributes[names.TOOLSPAN_LAYER] = layer
    return attributes


def _fail(span: trace.Span, error: Exception, refused_by: str | None) -> None:
    attributes, error_type = failure_attributes(error)
    if refused_by is not None:
        error_type = "budget_exhausted"
        attributes[names.TOOLSPAN_BUDGET_EXHAUSTED_BY] = refused_by
        attributes[names.TOOLSPAN_ERROR_RETRYABLE] = False
    attributes[names.ERROR_TYPE] = error_type
    span.set_attributes(attributes)
    span.set_status(trace.StatusCode.ERROR)


def _start(name: str, attributes: dict[str, Any]) -> trace.Span:
    span = quiet(lambda: trace.get_tracer(names.CALLS_SCOPE).start_span(name, attributes=attributes))
    return trace.INVALID_SPAN if span is None else span
