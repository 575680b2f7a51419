"""What a request says of itself. A caller chose all of it: texts are cut, and only what is known is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opentelemetry import propagate, trace

from . import names

# From here on the protocol has no sessions.
STATELESS_SINCE = "2026-07-28"
MAX_NAME_LENGTH = 128
MAX_ID_LENGTH = 64


def request_attributes(ctx: Any, params: Mapping[str, Any], tool: str | None, facts: dict[str, Any]) -> dict[str, Any]:
    attributes: dict[str, Any] = {names.MCP_METHOD_NAME: shown_name(ctx.method)}
    if ctx.request_id is not None:
        attributes[names.JSONRPC_REQUEST_ID] = shown_name(ctx.request_id)[:MAX_ID_LENGTH]
    if ctx.protocol_version:
        attributes[names.MCP_PROTOCOL_VERSION] = ctx.protocol_version
    headers = getattr(ctx.request, "headers", None)
    if headers is not None:
        attributes[names.NETWORK_TRANSPORT] = "tcp"
        attributes[names.NETWORK_PROTOCOL_NAME] = "http"
        session = headers.get("mcp-session-id")
        if session and ctx.protocol_version < STATELESS_SINCE:
            # Without a session there is no run id: one that is made up would tie what nobody tied.
            attributes[names.MCP_SESSION_ID] = attributes[names.TOOLSPAN_RUN_ID] = session[:MAX_NAME_LENGTH]
    if ctx.method == "prompts/get" and isinstance(params.get("name"), str):
        attributes[names.GEN_AI_PROMPT_NAME] = shown_name(params["name"])
    if tool is not None:
        attributes[names.GEN_AI_OPERATION_NAME] = "execute_tool"
        attributes[names.GEN_AI_TOOL_NAME] = tool
        attributes[names.TOOLSPAN_LAYER] = "mcp_server"
        attributes[names.TOOLSPAN_TOOL_EFFECT] = facts.get("effect", "unknown")
        if "idempotent" in facts:
            attributes[names.TOOLSPAN_TOOL_IDEMPOTENT] = facts["idempotent"]
    return attributes


def origin(meta: Mapping[str, Any], trust_inbound: bool) -> tuple[Any, list[trace.Link]]:
    """The parent of the span, and what it links: the sender's span, and the span that is active where it arrives."""
    carrier = {key: value for key, value in meta.items() if isinstance(value, str)}
    sent = propagate.extract(carrier)
    sender = trace.get_current_span(sent).get_span_context()
    here = trace.get_current_span().get_span_context()
    if not sender.is_valid or sender.span_id == here.span_id:
        return None, []
    if not trust_inbound:
        return None, [trace.Link(sender)]
    return sent, [trace.Link(here)] if here.is_valid else []


def tool_facts(annotations: dict[str, Any]) -> dict[str, Any]:
    read_only, idempotent = annotations.get("readOnlyHint"), annotations.get("idempotentHint")
    if read_only is True:
        return {"effect": "read"}
    if isinstance(idempotent, bool):
        return {"effect": "write", "idempotent": idempotent}
    is_write = read_only is False or isinstance(annotations.get("destructiveHint"), bool)
    return {"effect": "write" if is_write else "unknown"}


def shown_name(value: Any) -> str:
    """A name that a caller chose, as it may stand on a span."""
    return str(value)[:MAX_NAME_LENGTH].encode("utf-8", "replace").decode("utf-8")
