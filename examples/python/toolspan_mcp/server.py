"""A SERVER span for each request that an MCP server handles, and the budget that came with it in force meanwhile."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any, TypeVar

import anyio
from mcp.shared.exceptions import MCPError
from opentelemetry import context, trace

from . import names
from .budget import InheritedBudget, within
from .outcome import cancelled_attributes, failure_attributes, refusal_attributes, result_attributes
from .quiet import quiet
from .request import origin, request_attributes, shown_name, tool_facts
from .wire import read_ledger, with_echo

Server = TypeVar("Server")
Effects = Mapping[str, str]

# JSON-RPC codes that say that the caller is at fault: no error of the server (MCP conventions).
CALLER_FAULTS = frozenset({-32700, -32600, -32601, -32602, -32002})
# They tell of a request that has a span of its own.
WITHOUT_SPAN = frozenset({"notifications/cancelled", "notifications/progress"})
MAX_TOOLS = 1000


def instrument(server: Server, *, trust_inbound: bool = True, effects: Effects | None = None) -> Server:
    """Instruments a server of `fastmcp` 4 or of `mcp` 2, once, before it runs, and gives it back.

    The SDK's own spans are switched off for it: they would double each call, and they carry texts of errors.

    `trust_inbound=False` is for a server that strangers may call: their trace is linked and never continued, and what
    they say of budgets is ignored. `effects` says `read` or `write` of tools whose annotations do not.
    """
    low: Any = getattr(server, "_mcp_server", None) or getattr(server, "_lowlevel_server", None) or server
    if not isinstance(getattr(low, "middleware", None), list):
        raise TypeError(f"expected a server of mcp 2 or fastmcp 4, got {type(server).__name__}")
    if any(isinstance(each, ToolspanMiddleware) for each in low.middleware):
        return server
    for tool, effect in (effects or {}).items():
        if effect not in names.TOOL_EFFECTS:
            raise ValueError(f"expected the effect of {tool} to be one of {names.TOOL_EFFECTS}, got {effect!r}")
    others = [each for each in low.middleware if type(each).__name__ != "OpenTelemetryMiddleware"]
    low.middleware = [ToolspanMiddleware(trust_inbound, dict(effects or {}), _without_own_spans(server)), *others]
    return server


def _without_own_spans(server: Any) -> Callable[[], contextlib.AbstractContextManager[None]]:
    if not any(each.__module__.startswith("fastmcp.") for each in type(server).__mro__):
        return contextlib.nullcontext
    from fastmcp.telemetry import suppress_fastmcp_telemetry

    return suppress_fastmcp_telemetry


class ToolspanMiddleware:
    """Sees each message before the SDK has looked at it, and each answer as it goes over the wire."""

    def __init__(
        self,
        trust_inbound: bool,
        effects: dict[str, str],
        without_own_spans: Callable[[], contextlib.AbstractContextManager[None]],
    ) -> None:
        self._trust_inbound = trust_inbound
        self._stated = effects
        self._without_own_spans = without_own_spans
        self._tools: dict[str, dict[str, Any]] = {}

    async def __call__(self, ctx: Any, call_next: Callable[[Any], Awaitable[Any]]) -> Any:
        call = quiet(self._begin, ctx)
        if call is None:
            return await call_next(ctx)
        try:
            with call.around(), self._without_own_spans():
                result = await call_next(ctx)
        except MCPError as error:
            quiet(call.refused, error.error.code)
            answer = quiet(call.error_with_echo, error)
            if answer is None:
                raise
            raise answer from error
        except anyio.get_cancelled_exc_class():
            quiet(call.cancelled)
            raise
        except Exception as error:
            quiet(call.broke, error)
            raise
        else:
            quiet(self._learn, ctx.method, result)
            quiet(call.answered, result)
            return quiet(call.result_with_echo, result) or result
        finally:
            quiet(call.end)

    def _begin(self, ctx: Any) -> _Call | None:
        if ctx.method in WITHOUT_SPAN:
            return None
        params = ctx.params if isinstance(ctx.params, Mapping) else {}
        meta = params.get("_meta")
        meta = meta if isinstance(meta, Mapping) else {}
        tool = shown_name(params.get("name")) if ctx.method == "tools/call" else None
        facts = {**self._tools.get(tool, {}), **self._told(tool)} if tool is not None else {}
        wire = read_ledger(meta.get(names.BUDGET_META_KEY)) if self._trust_inbound else None
        budget = InheritedBudget(wire) if wire is not None and ctx.request_id is not None else None
        attributes = request_attributes(ctx, params, tool, facts)
        if tool is not None and budget is not None:
            attributes.update(budget.attempt.attributes())
        parent, links = origin(meta, self._trust_inbound)
        target = tool if tool is not None else attributes.get(names.GEN_AI_PROMPT_NAME)
        method = attributes[names.MCP_METHOD_NAME]
        span = trace.get_tracer(names.CALLS_SCOPE).start_span(
            method if target is None else f"{method} {target}",
            context=parent,
            kind=trace.SpanKind.SERVER,
            attributes=attributes,
            links=links,
        )
        within_span = trace.set_span_in_context(span, parent)
        return _Call(span, within_span, tool, facts.get("effect", "unknown"), budget)

    def _told(self, tool: str) -> dict[str, Any]:
        return {"effect": self._stated[tool]} if tool in self._stated else {}

    def _learn(self, method: str, result: Any) -> None:
        """Hosts list the tools before they call one: from there it is known which of them change something."""
        if method != "tools/list" or not isinstance(result, dict):
            return
        for tool in result.get("tools", []):
            if len(self._tools) < MAX_TOOLS and isinstance(tool.get("name"), str):
                self._tools[shown_name(tool["name"])] = tool_facts(tool.get("annotations") or {})


class _Call:
    """One request under way."""

    def __init__(
        self,
        span: trace.Span,
        within_span: context.Context,
        tool: str | None,
        effect: str,
        budget: InheritedBudget | None,
    ) -> None:
        self._span = span
        self._context = within_span
        self._tool = tool
        self._effect = effect
        self._budget = budget
        self._pause_ms: float | None = None

    @contextlib.contextmanager
    def around(self) -> Iterator[None]:
        token = context.attach(self._context)
        try:
            with contextlib.nullcontext() if self._budget is None else within(self._budget.attempt):
                yield
        finally:
            context.detach(token)

    def answered(self, result: Any) -> None:
        if not isinstance(result, dict):
            return
        is_error = self._tool is not None and result.get("isError") is True
        if is_error:
            self._error("tool_error")
        if self._tool is None:
            return
        attributes = result_attributes(result, self._effect)
        if is_error:
            self._pause_ms = attributes.get(names.TOOLSPAN_ERROR_RETRY_AFTER_MS)
        self._span.set_attributes(attributes)

    def refused(self, code: int) -> None:
        text = str(code)
        self._span.set_attribute(names.RPC_STATUS_CODE, text)
        if code not in CALLER_FAULTS:
            self._error(text)
        if self._tool is None:
            return
        self._span.set_attributes(refusal_attributes(text, code in CALLER_FAULTS))

    def cancelled(self) -> None:
        if self._tool is not None:
            self._span.set_attributes(cancelled_attributes(self._effect))

    def broke(self, error: Exception) -> None:
        attributes, error_type = failure_attributes(error)
        self._error(error_type)
        if self._tool is not None:
            self._span.set_attributes(attributes)

    def result_with_echo(self, result: Any) -> dict[str, Any] | None:
        if self._budget is None or not isinstance(result, dict):
            return None
        meta = with_echo(result.get("_meta"), self._budget.echo(result.get("isError") is True, self._pause_ms))
        return None if meta is None else {**result, "_meta": meta}

    def error_with_echo(self, error: MCPError) -> MCPError | None:
        if self._budget is None:
            return None
        data = with_echo(error.error.data, self._budget.echo(True, None))
        return None if data is None else MCPError(code=error.error.code, message=error.error.message, data=data)

    def end(self) -> None:
        if self._budget is not None:
            self._budget.close()
        self._span.end()

    def _error(self, error_type: str) -> None:
        self._span.set_attribute(names.ERROR_TYPE, error_type)
        # Without a description: the text of an error may say anything.
        self._span.set_status(trace.StatusCode.ERROR)
