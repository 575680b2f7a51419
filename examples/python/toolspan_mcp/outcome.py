"""What a span says of the end of a call. Words come from closed lists and numbers are checked: nothing else leaves."""

from __future__ import annotations

import re
from typing import Any

from . import names
from .answers import ToolFailure

TIME_TEXT = re.compile(
    r"\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?", re.ASCII
)
# The name or the number of an error: words with few digits. A key, a sentence or an id is none.
CODE = re.compile(r"-?\d{1,6}|[A-Za-z]{1,24}\d{0,4}(?:[_.-](?:[A-Za-z]{1,24}\d{0,4}|\d{1,4})){0,4}", re.ASCII)
MAX_CODE_LENGTH = 64
# What is counted or measured; more than this fits into no OTLP integer.
MAX_NUMBER = 2**53 - 1

CONTEXT_FIELDS = {
    "errorCode": "error_code",
    "detail": "detail",
    "attemptedQuery": "attempted_query",
    "partialResults": "partial_results",
    "alternatives": "alternatives",
    "attemptCount": "attempt_count",
    "elapsedMs": "elapsed_ms",
    "budgetExhausted": "budget_exhausted",
    "attemptedSteps": "attempted_steps",
    "unresolvedSources": "unresolved_sources",
    "retryAfterMs": "retry_after_ms",
    "operationId": "operation_id",
}


def result_attributes(result: dict[str, Any], effect: str) -> dict[str, Any]:
    """The attributes of a tool result as it goes over the wire: what it states, else what its shape says."""
    if result.get("resultType") == "input_required":
        return _status("input_required", "input_required")
    if isinstance(result.get("task"), dict):
        return _status("accepted", "task_started")
    structured = result.get("structuredContent")
    stated = structured if isinstance(structured, dict) else {}
    if result.get("isError") is True:
        if "errorCategory" in stated:
            return context_attributes(stated)
        return {**_status("failed", "is_error"), names.TOOLSPAN_ERROR_SOURCE: "inferred"}
    if stated.get("status") in names.SUCCESS_STATUSES:
        return _envelope_attributes(stated)
    return _shape_attributes(result, structured, effect)


def context_attributes(context: dict[str, Any]) -> dict[str, Any]:
    """The attributes of an error context."""
    is_indeterminate = context.get("status") == "indeterminate"
    attributes = _status("indeterminate" if is_indeterminate else "failed", "declared")
    category = context.get("errorCategory")
    attributes[names.TOOLSPAN_ERROR_SOURCE] = "declared"
    attributes[names.TOOLSPAN_ERROR_CATEGORY] = category if category in names.ERROR_CATEGORIES else "other"
    if isinstance(context.get("isRetryable"), bool):
        never = is_indeterminate or category == "business" or context.get("budgetExhausted") is True
        attributes[names.TOOLSPAN_ERROR_RETRYABLE] = context["isRetryable"] and not never
    code = context.get("errorCode")
    if isinstance(code, str) and len(code) <= MAX_CODE_LENGTH and CODE.fullmatch(code):
        attributes[names.TOOLSPAN_ERROR_CODE] = code
    _put_number(attributes, names.TOOLSPAN_ERROR_RETRY_AFTER_MS, context.get("retryAfterMs"))
    partial = context.get("partialResults")
    if isinstance(partial, list):
        attributes[names.TOOLSPAN_RESULT_PARTIAL_COUNT] = len(partial)
    attributes[names.TOOLSPAN_ERROR_FIELDS] = [
        snake for camel, snake in CONTEXT_FIELDS.items() if context.get(camel) is not None
    ]
    return attributes


def failure_attributes(error: BaseException) -> tuple[dict[str, Any], str]:
    """The attributes of what an attempt raised, and its `error.type`. Nothing is read of an error that is not known."""
    if isinstance(error, ToolFailure):
        attributes = context_attributes(error.context)
        if error.context.get("budgetExhausted") is True:
            return attributes, "budget_exhausted"
        return attributes, attributes.get(names.TOOLSPAN_ERROR_CODE, "tool_error")
    if isinstance(error, (TimeoutError, ConnectionError)):
        is_timeout = isinstance(error, TimeoutError)
        attributes = _status("failed", "timeout" if is_timeout else "network_error")
        attributes[names.TOOLSPAN_ERROR_SOURCE] = "mapped"
        attributes[names.TOOLSPAN_ERROR_CATEGORY] = "transient"
        attributes[names.TOOLSPAN_ERROR_RETRYABLE] = True
        return attributes, "timeout" if is_timeout else type(error).__name__
    attributes = {**_status("failed", "thrown_error"), names.TOOLSPAN_ERROR_SOURCE: "inferred"}
    return attributes, type(error).__name__


def refusal_attributes(code: str, is_callers_fault: bool) -> dict[str, Any]:
    """A JSON-RPC error instead of a result."""
    attributes = _status("failed", "protocol_error")
    attributes[names.TOOLSPAN_ERROR_SOURCE] = "mapped"
    attributes[names.TOOLSPAN_ERROR_CODE] = code
    if is_callers_fault:
        attributes[names.TOOLSPAN_ERROR_CATEGORY] = "validation"
        attributes[names.TOOLSPAN_ERROR_RETRYABLE] = False
    return attributes


def cancelled_attributes(effect: str) -> dict[str, Any]:
    """The caller went away. A write that was stopped under way may have taken effect."""
    if effect != "write":
        return _status("cancelled", "aborted")
    attributes = _status("indeterminate", "aborted")
    attributes[names.TOOLSPAN_ERROR_SOURCE] = "mapped"
    attributes[names.TOOLSPAN_ERROR_RETRYABLE] = False
    return attributes


def _envelope_attributes(envelope: dict[str, Any]) -> dict[str, Any]:
    attributes = _status(envelope["status"], "declared")
    _put_number(attributes, names.TOOLSPAN_RESULT_COUNT, envelope.get("count"))
    _put_number(attributes, names.TOOLSPAN_RESULT_TOTAL, envelope.get("total"))
    _put_number(attributes, names.TOOLSPAN_RESULT_SCANNED, envelope.get("scanned"))
    if isinstance(envelope.get("hasMore"), bool):
        attributes[names.TOOLSPAN_RESULT_HAS_MORE] = envelope["hasMore"]
    reason = envelope.get("emptyReason")
    if isinstance(reason, str) and reason:
        attributes[names.TOOLSPAN_RESULT_EMPTY_REASON] = reason if reason in names.EMPTY_REASONS else "_OTHER"
    coverage = envelope.get("coverage")
    if isinstance(coverage, dict) and coverage.get("status") in names.COVERAGE_STATUSES:
        attributes[names.TOOLSPAN_COVERAGE_STATUS] = coverage["status"]
        _put_number(attributes, names.TOOLSPAN_COVERAGE_SOURCES_EXPECTED, coverage.get("sourcesExpected"))
        _put_number(attributes, names.TOOLSPAN_COVERAGE_SOURCES_COVERED, coverage.get("sourcesCovered"))
    freshness = envelope.get("freshness")
    if isinstance(freshness, dict) and freshness.get("status") in names.FRESHNESS_STATUSES:
        attributes[names.TOOLSPAN_FRESHNESS_STATUS] = freshness["status"]
        at = freshness.get("observedAt")
        if isinstance(at, str) and TIME_TEXT.fullmatch(at):
            attributes[names.TOOLSPAN_FRESHNESS_OBSERVED_AT] = at
        _put_number(attributes, names.TOOLSPAN_FRESHNESS_AGE_MS, freshness.get("ageMs"))
        _put_number(attributes, names.TOOLSPAN_FRESHNESS_MAX_AGE_MS, freshness.get("maxAgeMs"))
    return attributes


def _shape_attributes(result: dict[str, Any], structured: Any, effect: str) -> dict[str, Any]:
    """A result that states nothing. Coverage stays unknown: an empty list does not say that anybody looked."""
    # FastMCP puts what is no object under `result`.
    value = structured["result"] if isinstance(structured, dict) and set(structured) == {"result"} else structured
    content = result.get("content")
    blocks = content if isinstance(content, list) else []
    if effect == "write":
        return _status("completed", "void_write" if not blocks and value is None else "value")
    if isinstance(value, list):
        attributes = _status("found" if value else "found_none", "value" if value else "empty_array")
        attributes[names.TOOLSPAN_RESULT_COUNT] = len(value)
        return attributes
    if value is None and not blocks:
        return _status("found_none" if effect == "read" else "unknown", "empty_content")
    texts = [block.get("text") for block in blocks if isinstance(block, dict)]
    if value is None and all(isinstance(text, str) and not text.strip() for text in texts):
        return _status("found_none" if effect == "read" else "unknown", "empty_text")
    return _status("found", "content" if value is None else "value")


def _status(status: str, reason: str) -> dict[str, Any]:
    return {
        names.TOOLSPAN_RESULT_STATUS: status,
        names.TOOLSPAN_RESULT_REASON: reason,
        names.TOOLSPAN_COVERAGE_STATUS: "unknown",
        names.TOOLSPAN_FRESHNESS_STATUS: "unknown",
    }


def _put_number(attributes: dict[str, Any], name: str, value: Any) -> None:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= MAX_NUMBER:
        attributes[name] = round(value)
