import asyncio
import json
import unittest
from unittest import mock

from fastmcp import Client, FastMCP
from mcp.server.mcpserver import MCPServer
from mcp.shared.exceptions import MCPError
from mcp.types import ToolAnnotations

from toolspan_mcp import ToolFailure, answering, completed, found, instrument
from toolspan_mcp.server import ToolspanMiddleware

from . import recorded

SECRET = "sk-live-4242"
SENDER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
READ = ToolAnnotations(read_only_hint=True)


def make(server):
    """Tools of every kind, of either class of server."""

    @server.tool(annotations=READ)
    def look_up(word: str):
        return found([word], coverage="complete", scanned=9) if word else found([], empty_reason="no_match")

    @server.tool(annotations=READ)
    def bare(word: str) -> list[str]:
        return []

    @server.tool(annotations=ToolAnnotations(read_only_hint=False))
    @answering
    def refuse(word: str):
        raise ToolFailure("business", f"no {word}", code="over_limit", partialResults=[word])

    @server.tool()
    async def crash(word: str) -> str:
        raise ValueError(word)

    @server.tool(annotations=ToolAnnotations(read_only_hint=False))
    def act(word: str):
        return completed(word)

    return server


async def asked(server, tool, meta=None, word=SECRET):
    async with Client(server) as client:
        await client.list_tools()
        recorded.exporter.clear()
        return await client.call_tool(tool, {"word": word}, raise_on_error=False, meta=meta)


def call(tool, meta=None, word=SECRET, server=None):
    return asyncio.run(asked(server or instrument(make(FastMCP("test"))), tool, meta, word))


def said(tool):
    ours = [span for span in recorded.spans(f"tools/call {tool}") if span.kind.name == "SERVER"]
    assert len(ours) == 1, [span.instrumentation_scope.name for span in ours]
    return ours[0]


def echo_in(result):
    return (result.meta or {}).get("toolspan/budget")


class Spans(unittest.TestCase):
    def test_say_what_the_answer_states(self):
        cases = {
            "look_up": ("found", "declared", "complete", "read"),
            "bare": ("found_none", "empty_array", "unknown", "read"),
            "refuse": ("failed", "declared", "unknown", "write"),
            "crash": ("failed", "is_error", "unknown", "unknown"),
            "act": ("completed", "declared", "unknown", "write"),
        }
        for tool, (status, reason, coverage, effect) in cases.items():
            with self.subTest(tool):
                call(tool)
                got = said(tool).attributes
                self.assertEqual(
                    (got["toolspan.result.status"], got["toolspan.result.reason"], got["toolspan.coverage.status"]),
                    (status, reason, coverage),
                )
                self.assertEqual(got["toolspan.tool.effect"], effect)
                self.assertEqual(said(tool).status.status_code.name == "ERROR", status == "failed")
                self.assertEqual("error.type" in got, status == "failed")

    def test_hold_no_argument_no_result_and_no_text_of_an_error(self):
        for tool in ("look_up", "bare", "refuse", "crash", "act"):
            call(tool)
            ours = [s for s in recorded.exporter.get_finished_spans() if s.instrumentation_scope.name == "toolspan"]
            self.assertTrue(ours)
            self.assertNotIn(SECRET, str([(s.to_json(), s.events, s.status.description) for s in ours]))

    def test_are_the_only_ones_of_a_server(self):
        for server in (FastMCP("test"), MCPServer("test")):
            call("look_up", server=instrument(instrument(make(server))))
            kinds = [(s.kind.name, s.instrumentation_scope.name) for s in recorded.exporter.get_finished_spans()]
            self.assertEqual([kind for kind in kinds if kind[0] == "SERVER"], [("SERVER", "toolspan")])

    def test_go_on_with_the_trace_of_the_sender(self):
        # FastMCP's own client would write its own context.
        middleware = ToolspanMiddleware(True, {}, mock.MagicMock())
        asyncio.run(middleware(request("ping", {"_meta": {"traceparent": SENDER}}), answer({})))
        span = recorded.spans("ping")[-1]
        self.assertEqual(format(span.parent.span_id, "016x"), "b7ad6b7169203331")

    def test_only_link_a_sender_who_is_not_trusted(self):
        middleware = ToolspanMiddleware(False, {}, mock.MagicMock())
        meta = {"traceparent": SENDER, "toolspan/budget": recorded.LEDGER}
        result = asyncio.run(middleware(request("ping", {"_meta": meta}), answer({})))
        span = recorded.spans("ping")[-1]
        self.assertIsNone(span.parent)
        self.assertEqual([format(link.context.span_id, "016x") for link in span.links], ["b7ad6b7169203331"])
        self.assertEqual(result, {})


def request(method, params):
    return mock.Mock(method=method, params=params, request_id=7, protocol_version="2025-11-25", request=None)


def answer(result):
    async def call_next(_ctx):
        if isinstance(result, BaseException):
            raise result
        return result

    return call_next


class Budgets(unittest.TestCase):
    def test_are_echoed_only_when_one_came_in(self):
        self.assertEqual(
            echo_in(call("look_up", {"toolspan/budget": {**recorded.LEDGER, "leg": "l"}})),
            {"budget": "b-1", "leg": "l", "spent": 0},
        )
        self.assertEqual(said("look_up").attributes["toolspan.operation.id"], "op-1")
        self.assertEqual(said("look_up").attributes["toolspan.attempt.number"], 2)
        self.assertIsNone(echo_in(call("look_up")))
        self.assertNotIn("toolspan.budget.id", said("look_up").attributes)

    def test_that_are_hostile_are_ignored(self):
        for wrong in ({"retriesLeft": -1}, {"msLeft": 2**40}, {"operation": ""}, {"attempt": "2"}):
            result = call("look_up", {"toolspan/budget": {**recorded.LEDGER, **wrong}})
            self.assertFalse(result.is_error)
            self.assertIsNone(echo_in(result))
            self.assertNotIn("toolspan.budget.id", said("look_up").attributes)

    def played(self, result, **meta):
        middleware = ToolspanMiddleware(True, {}, mock.MagicMock())
        params = {"name": "t", "_meta": {"toolspan/budget": recorded.LEDGER, **meta}}
        return asyncio.run(middleware(request("tools/call", params), answer(result)))

    def test_are_echoed_in_a_meta_of_their_own_where_there_is_none(self):
        given = {"content": []}
        self.assertEqual(self.played(given)["_meta"]["toolspan/budget"], {"budget": "b-1", "spent": 0, "alone": True})
        self.assertEqual(given, {"content": []})

    def test_are_echoed_with_the_pause_that_a_failure_asks_for(self):
        failed = {"isError": True, "structuredContent": {"errorCategory": "transient", "retryAfterMs": 40}}
        self.assertEqual(self.played(failed)["_meta"]["toolspan/budget"]["retryAfterMs"], 40)

    def test_are_echoed_in_the_data_of_an_error(self):
        for data, is_echoed in ((None, True), ({"a": 1}, True), ("text", False), ([], False)):
            error = MCPError(code=-32603, message="boom", data=data)
            with self.assertRaises(MCPError) as raised:
                self.played(error)
            self.assertEqual((raised.exception.code, raised.exception.message), (-32603, "boom"))
            self.assertEqual("toolspan/budget" in json.dumps(raised.exception.data), is_echoed)
            self.assertEqual(raised.exception is error, not is_echoed)


class TakenBack(unittest.TestCase):
    def test_a_call_is_cancelled_and_a_write_may_have_taken_effect(self):
        for effect, status in (("read", "cancelled"), ("write", "indeterminate")):
            middleware = ToolspanMiddleware(True, {"t": effect}, mock.MagicMock())
            with self.assertRaises(asyncio.CancelledError):
                asyncio.run(middleware(request("tools/call", {"name": "t"}), answer(asyncio.CancelledError())))
            span = recorded.spans("tools/call t")[-1]
            self.assertEqual(span.attributes["toolspan.result.status"], status)
            self.assertEqual(span.status.status_code.name, "UNSET")


class Never(unittest.TestCase):
    def test_in_the_way_when_telemetry_is_broken(self):
        server = instrument(make(FastMCP("test")))
        with mock.patch("toolspan_mcp.server.trace.get_tracer", side_effect=RuntimeError("broken")):
            self.assertFalse(call("look_up", server=server).is_error)
        span = mock.Mock()
        for name in ("set_attribute", "set_attributes", "set_status", "end", "get_span_context"):
            getattr(span, name).side_effect = RuntimeError("broken")
        with mock.patch(
            "toolspan_mcp.server.trace.get_tracer", return_value=mock.Mock(start_span=lambda *a, **k: span)
        ):
            for tool in ("look_up", "refuse", "crash"):
                self.assertEqual(call(tool, server=server).is_error, tool != "look_up")

    def test_in_the_way_of_odd_messages(self):
        middleware = ToolspanMiddleware(True, {}, mock.MagicMock())
        odd = [None, [], {}, {"name": 1, "_meta": 5}, {"name": "\ud800", "_meta": {"toolspan/budget": float("nan")}}]
        for params in odd:
            for method in ("tools/call", "prompts/get", "made/up", "x" * 500, "tools/list"):
                for result in ({}, {"_meta": 5, "tools": 5}, None, {"structuredContent": {"status": []}}):
                    self.assertIs(asyncio.run(middleware(request(method, params), answer(result))), result)

    def test_changes_an_error(self):
        for error in (ValueError("x"), MCPError(code=-32602, message="x"), asyncio.CancelledError()):
            middleware = ToolspanMiddleware(True, {"t": "write"}, mock.MagicMock())
            with self.assertRaises(type(error)) as raised:
                asyncio.run(middleware(request("tools/call", {"name": "t"}), answer(error)))
            self.assertIs(raised.exception, error)

    def test_takes_what_is_no_server(self):
        with self.assertRaises(TypeError):
            instrument(object())
        with self.assertRaises(ValueError):
            instrument(FastMCP("test"), effects={"act": "delete"})
