"""What a request and its answer say of a recovery budget. Anybody may have written what comes in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .names import BUDGET_META_KEY, MAX_DURATION_MS, MAX_RETRIES, MAX_TEXT_LENGTH


@dataclass(frozen=True)
class WireLedger:
    """What is left for a request, and for all that happens below it."""

    operation: str
    budget: str
    retries_left: int
    ms_left: int
    attempt: int
    leg: str | None


@dataclass(frozen=True)
class WireEcho:
    """What an answer says of the budget that came with its request."""

    budget: str
    leg: str | None
    spent: int
    retry_after_ms: int | None


def read_ledger(value: Any) -> WireLedger | None:
    """The ledger that came in; None where one value is wrong. Unknown fields are not read."""
    if not isinstance(value, dict):
        return None
    operation, budget = _text(value.get("operation")), _text(value.get("budget"))
    retries_left = _whole(value.get("retriesLeft"), 0, MAX_RETRIES)
    ms_left = _whole(value.get("msLeft"), 1, MAX_DURATION_MS)
    attempt = _whole(value.get("attempt"), 1, MAX_RETRIES + 1)
    leg = _text(value["leg"]) if "leg" in value else None
    if operation is None or budget is None or retries_left is None or ms_left is None or attempt is None:
        return None
    if "leg" in value and leg is None:
        return None
    return WireLedger(operation, budget, retries_left, ms_left, attempt, leg)


def read_echo(value: Any) -> WireEcho | None:
    """The echo that came back; None where one value is wrong: nothing is known to be spent then."""
    if not isinstance(value, dict):
        return None
    budget, spent = _text(value.get("budget")), _whole(value.get("spent"), 0, MAX_RETRIES)
    leg = _text(value["leg"]) if "leg" in value else None
    pause = _whole(value["retryAfterMs"], 0, MAX_DURATION_MS) if "retryAfterMs" in value else None
    if budget is None or spent is None:
        return None
    if ("leg" in value and leg is None) or ("retryAfterMs" in value and pause is None):
        return None
    return WireEcho(budget, leg, spent, pause)


def with_echo(holder: Any, echo: dict[str, Any]) -> dict[str, Any] | None:
    """`_meta` of a result, or `data` of a JSON-RPC error, with the echo in it; None where something else is there."""
    if holder is None:
        return {BUDGET_META_KEY: {**echo, "alone": True}}
    return {**holder, BUDGET_META_KEY: echo} if isinstance(holder, dict) else None


def is_id(value: Any) -> bool:
    """Whether a value may be the id of an operation, a budget or a leg."""
    if not isinstance(value, str):
        return False
    try:
        # JavaScript counts UTF-16 code units. Half a character could not be exported on a span.
        units = len(value.encode("utf-16-le")) // 2
    except UnicodeEncodeError:
        return False
    return 1 <= units <= MAX_TEXT_LENGTH


def _text(value: Any) -> str | None:
    return value if is_id(value) else None


def _whole(value: Any, least: int, most: int) -> int | None:
    # JSON has one kind of number: 3.0 is 3. True is none, though Python counts with it.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if type(value) is int and least <= value <= most else None
