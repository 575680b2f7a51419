"""The answer of another MCP server that a tool has asked."""

from __future__ import annotations

from mcp.types import CallToolResult

from .answers import ToolFailure
from .budget import settle
from .names import BUDGET_META_KEY


def received(result: CallToolResult) -> CallToolResult:
    """Charges what the answer says was spent, takes that off, and gives the answer back.

    A failure is raised as a ToolFailure with all that the other server declared: when its budget is spent, so is ours.
    """
    settle(result.meta)
    if result.is_error:
        raise ToolFailure.of(result.structured_content)
    if not isinstance(result.meta, dict) or BUDGET_META_KEY not in result.meta:
        return result
    rest = {key: value for key, value in result.meta.items() if key != BUDGET_META_KEY}
    return result.model_copy(update={"meta": rest or None})
