"""What is left of a recovery budget in this process, and which attempt the running code belongs to."""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from . import names
from .quiet import quiet
from .wire import WireLedger, is_id, read_echo


def now_ms() -> float:
    """Time that only goes forward. Durations cross processes, clock times do not."""
    return time.monotonic() * 1000


def random_id() -> str:
    return secrets.token_hex(8)


class Ledger:
    """Retries and time left. Retries are drawn from every ledger up to the root; first tries cost nothing."""

    def __init__(
        self, operation: str, budget: str, max_attempts: int, deadline_ms: float, parent: Ledger | None = None
    ) -> None:
        self.operation = operation
        self.budget = budget
        self.parent = parent
        self.retries_left = max_attempts - 1
        # What the parents have left can only tighten the terms.
        shared = self.retries_left if parent is None else min(self.retries_left, parent.shared_retries_left())
        self.max_attempts = 1 + shared
        self.deadline_ms = deadline_ms if parent is None else min(deadline_ms, parent.ms_left())
        self.ends_at_ms = now_ms() + self.deadline_ms
        self.not_before_ms = 0.0
        self.is_open = True

    def shared_retries_left(self) -> int:
        """What this ledger and all above it have left, never below 0."""
        return max(0, min(each.retries_left for each in self.chain()))

    def ms_left(self) -> float:
        return max(0.0, self.ends_at_ms - now_ms())

    def refused_by(self) -> str | None:
        """Who refuses a retry: the ledger's own limit, what it shares, or nobody."""
        if self.retries_left <= 0:
            return "attempts"
        return "shared_budget" if self.shared_retries_left() <= 0 else None

    def charge(self, retries: int) -> None:
        """Retries that are made here, or were made below: of this ledger and of all above it."""
        for each in self.chain():
            each.retries_left -= retries

    def note_pause(self, pause_ms: float | None) -> None:
        """How long the server that answered last wants to be left alone."""
        for each in self.chain():
            each.not_before_ms = 0.0 if pause_ms is None else now_ms() + pause_ms

    def pause_ms(self) -> float:
        return max(0.0, self.not_before_ms - now_ms()) if self.not_before_ms else 0.0

    def chain(self) -> Iterator[Ledger]:
        each: Ledger | None = self
        while each is not None:
            yield each
            each = each.parent


@dataclass
class OpenAttempt:
    """One try of an operation, here or in the process that made the request which is being handled."""

    ledger: Ledger
    number: int
    owner: str | None = None
    enclosing: OpenAttempt | None = None

    def attributes(self) -> dict[str, Any]:
        """What ties a span inside this attempt to its operation and budget."""
        ledger = self.ledger
        attributes: dict[str, Any] = {
            names.TOOLSPAN_OPERATION_ID: ledger.operation,
            names.TOOLSPAN_ATTEMPT_NUMBER: self.number,
            names.TOOLSPAN_BUDGET_ID: ledger.budget,
        }
        if self.owner is not None:
            attributes[names.TOOLSPAN_BUDGET_OWNER] = self.owner
            attributes[names.TOOLSPAN_BUDGET_MAX_ATTEMPTS] = ledger.max_attempts
        if ledger.parent is not None:
            attributes[names.TOOLSPAN_BUDGET_PARENT_ID] = ledger.parent.budget
        return attributes


_current: ContextVar[OpenAttempt | None] = ContextVar("toolspan_attempt", default=None)


def open_attempt(operation: str | None = None) -> OpenAttempt | None:
    """The nearest attempt whose budget is open: of `operation`, or of any."""
    attempt = _current.get()
    while attempt is not None:
        if attempt.ledger.is_open and operation in (None, attempt.ledger.operation):
            return attempt
        attempt = attempt.enclosing
    return None


@contextmanager
def within(attempt: OpenAttempt | None) -> Iterator[None]:
    """Puts an attempt around the code inside."""
    token = _current.set(attempt)
    try:
        yield
    finally:
        _current.reset(token)


class InheritedBudget:
    """The budget that came with a request, while the request is handled."""

    def __init__(self, wire: WireLedger) -> None:
        self._wire = wire
        ledger = Ledger(wire.operation, wire.budget, 1 + wire.retries_left, wire.ms_left)
        self.attempt = OpenAttempt(ledger, wire.attempt, enclosing=open_attempt())

    def close(self) -> None:
        self.attempt.ledger.is_open = False

    def echo(self, failed: bool, retry_after_ms: float | None) -> dict[str, Any]:
        """What the answer says of it; `retry_after_ms` is the pause that a failed answer asks for."""
        ledger = self.attempt.ledger
        spent = min(max(0, self._wire.retries_left - ledger.retries_left), names.MAX_RETRIES)
        echo: dict[str, Any] = {"budget": self._wire.budget, "spent": spent}
        if self._wire.leg is not None:
            echo["leg"] = self._wire.leg
        pause = max(retry_after_ms or 0.0, ledger.pause_ms()) if failed else 0.0
        if pause > 0:
            echo["retryAfterMs"] = min(math.ceil(pause), names.MAX_DURATION_MS)
        return echo


def outgoing_meta() -> dict[str, Any]:
    """`_meta` for a request of yours to another MCP server: what is left at this moment. Empty outside of a budget."""
    attempt = open_attempt()
    # An id that nobody would believe does not travel.
    if attempt is None or not is_id(attempt.ledger.operation):
        return {}
    ledger = attempt.ledger
    left = {
        "operation": ledger.operation,
        "budget": ledger.budget,
        "retriesLeft": min(ledger.shared_retries_left(), names.MAX_RETRIES),
        # Whoever asks at the last moment still waits.
        "msLeft": min(max(1, math.ceil(ledger.ms_left())), names.MAX_DURATION_MS),
        "attempt": min(attempt.number, names.MAX_RETRIES + 1),
    }
    return {names.BUDGET_META_KEY: left}


def settle(meta: Any) -> None:
    """Charges what the answer to such a request says was spent. Without an echo nothing is known to be spent."""
    quiet(_settle, meta)


def _settle(meta: Any) -> None:
    attempt = open_attempt()
    echo = read_echo(meta.get(names.BUDGET_META_KEY)) if isinstance(meta, dict) else None
    if attempt is None or echo is None or echo.budget != attempt.ledger.budget:
        return
    attempt.ledger.charge(echo.spent)
    attempt.ledger.note_pause(echo.retry_after_ms)
