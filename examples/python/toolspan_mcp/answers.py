"""What a tool says of its answer: what it found and over how much, or why it failed and whether to ask again."""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Callable, Sequence
from datetime import datetime, timezone
from typing import Any, Literal

from mcp.types import CallToolResult, TextContent

from .names import ERROR_CATEGORIES

Category = Literal["transient", "validation", "business", "permission", "other"]
Coverage = Literal["complete", "partial", "unknown"]


class ToolFailure(Exception):
    """A failure that a tool declares. `message` is for the model; none of it goes onto a span but category and code.

    `retryable` says whether the same call, unchanged, may work; by default a transient failure may. `context` takes
    further fields of the error context: `attemptedQuery`, `partialResults`, `alternatives`, ...
    """

    def __init__(
        self,
        category: Category,
        message: str,
        *,
        retryable: bool | None = None,
        code: str | None = None,
        retry_after_ms: float | None = None,
        indeterminate: bool = False,
        **context: Any,
    ) -> None:
        super().__init__(message)
        may_retry = category == "transient" if retryable is None else retryable
        never = indeterminate or category == "business" or context.get("budgetExhausted") is True
        self.context: dict[str, Any] = {
            "status": "indeterminate" if indeterminate else "failed",
            "errorCategory": category,
            "isRetryable": may_retry and not never,
            "message": message,
            **_stated(errorCode=code, retryAfterMs=retry_after_ms, **context),
        }

    @classmethod
    def of(cls, context: Any) -> ToolFailure:
        """The failure that another server declared, with all that it said; without a context nothing is known of it."""
        declared = context if isinstance(context, dict) else {}
        category, retryable, message = (declared.get(name) for name in ("errorCategory", "isRetryable", "message"))
        failure = cls(
            category if category in ERROR_CATEGORIES else "other",
            message if isinstance(message, str) else "The tool failed",
            retryable=retryable if isinstance(retryable, bool) else False,
            indeterminate=declared.get("status") == "indeterminate",
        )
        never = not failure.context["isRetryable"] or declared.get("budgetExhausted") is True
        failure.context = {**declared, **failure.context, "isRetryable": not never}
        return failure

    def result(self) -> CallToolResult:
        """The answer that says all of it."""
        return _answer(self.context, is_error=True)


def found(
    items: Sequence[Any],
    *,
    coverage: Coverage = "unknown",
    scanned: int | None = None,
    total: int | None = None,
    has_more: bool | None = None,
    sources_expected: int | None = None,
    sources_covered: int | None = None,
    empty_reason: Literal["no_match", "filtered_out", "out_of_range", "not_indexed", "_OTHER"] | None = None,
    observed_at: datetime | None = None,
    max_age_ms: int | None = None,
) -> CallToolResult:
    """The answer of a look-up. No items mean "there is none", and `coverage` says how far that can be believed.

    `observed_at` is when the data was true, with a time zone; `max_age_ms` is how old it may be.
    """
    envelope = {
        "status": "found" if items else "found_none",
        "count": len(items),
        **_stated(total=total, scanned=scanned),
        "coverage": {
            "status": coverage,
            **_stated(sourcesExpected=sources_expected, sourcesCovered=sources_covered),
        },
        **_stated(freshness=_freshness(observed_at, max_age_ms), hasMore=has_more),
        **_stated(emptyReason=None if items else empty_reason),
        "results": list(items),
    }
    return _answer(envelope)


def completed(message: str, results: Sequence[Any] = ()) -> CallToolResult:
    """The answer of an action that was carried out."""
    return _answer({"status": "completed", "message": message, **_stated(results=list(results) or None)})


def answering(tool: Callable[..., Any]) -> Callable[..., Any]:
    """Turns a ToolFailure of a tool into its answer, where the SDK would keep the message only."""
    if inspect.iscoroutinefunction(tool):

        @functools.wraps(tool)
        async def answered(*args: Any, **kwargs: Any) -> Any:
            try:
                return await tool(*args, **kwargs)
            except ToolFailure as failure:
                return failure.result()

    else:

        @functools.wraps(tool)
        def answered(*args: Any, **kwargs: Any) -> Any:
            try:
                return tool(*args, **kwargs)
            except ToolFailure as failure:
                return failure.result()

    return answered


def _answer(stated: dict[str, Any], *, is_error: bool = False) -> CallToolResult:
    text = json.dumps(stated, ensure_ascii=False, default=str)
    # Both views say the same: what JSON cannot hold is a text in both.
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=json.loads(text), is_error=is_error
    )


def _freshness(observed_at: datetime | None, max_age_ms: int | None) -> dict[str, Any] | None:
    if observed_at is None:
        return None
    at = observed_at if observed_at.tzinfo else observed_at.astimezone()
    age_ms = max(0, round((datetime.now(timezone.utc) - at).total_seconds() * 1000))
    status = "unknown" if max_age_ms is None else "fresh" if age_ms <= max_age_ms else "stale"
    return {"status": status, "observedAt": at.isoformat(), "ageMs": age_ms, **_stated(maxAgeMs=max_age_ms)}


def _stated(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}
