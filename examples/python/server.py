"""An MCP server for orders: FastMCP, OpenTelemetry over OTLP/HTTP, and Toolspan's contract.

    pip install -r requirements.txt
    python server.py            # over stdio
    python server.py 8000       # over streamable HTTP, at http://127.0.0.1:8000/mcp

OTEL_EXPORTER_OTLP_ENDPOINT says where spans go (a Collector, or `toolspan tail`). ORDERS_ARCHIVE_URL names the
service that older orders are asked from; without it there are none.
"""

import json
import os
import sys
import urllib.error
import urllib.request
from datetime import datetime, timezone

import anyio
from fastmcp import FastMCP
from mcp.types import CallToolResult, ToolAnnotations
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from toolspan_mcp import Attempt, ToolFailure, answering, completed, found, instrument, recover

READ = ToolAnnotations(read_only_hint=True)
WRITE = ToolAnnotations(read_only_hint=False, idempotent_hint=False)
ORDERS = [{"id": "A1", "customer": "ada-lovelace", "state": "open"}, {"id": "A2", "customer": "ada-lovelace", "state": "sent"}]
MINUTE_MS = 60_000

# snippet:instrument
mcp = FastMCP("orders")
instrument(mcp, trust_inbound=os.environ.get("ORDERS_OPEN_TO_STRANGERS") is None)
# end


# snippet:states
@mcp.tool(annotations=READ)
def search_orders(customer: str) -> CallToolResult:
    """The orders of a customer."""
    rows = [order for order in ORDERS if order["customer"] == customer]
    now = datetime.now(timezone.utc)
    return found(
        rows, coverage="complete", scanned=len(ORDERS), empty_reason="no_match", observed_at=now, max_age_ms=MINUTE_MS
    )


# end


# snippet:recovers
@mcp.tool(annotations=READ)
@answering
async def search_archive(customer: str) -> CallToolResult:
    """The orders of a customer before this year."""

    async def ask(_attempt: Attempt) -> CallToolResult:
        rows = await ask_archive(customer)
        return found(rows, coverage="complete", sources_expected=1, sources_covered=1)

    return await recover("orders-archive", ask, max_attempts=3, deadline_ms=10_000, effect="read", layer="tool")


# end


# snippet:fails
@mcp.tool(annotations=WRITE)
@answering
def cancel_order(order: str) -> CallToolResult:
    """Cancels an order that was not sent yet."""
    for each in ORDERS:
        if each["id"] != order:
            continue
        if each["state"] == "sent":
            raise ToolFailure("business", f"{order} is on its way", code="already_sent", alternatives=["a return"])
        each["state"] = "cancelled"
        return completed(f"{order} is cancelled")
    raise ToolFailure("validation", f"There is no order {order}", attemptedQuery={"order": order})


# end


@mcp.tool(annotations=READ)
def list_returns(customer: str) -> list[dict[str, str]]:
    """The returns of a customer. It states nothing: whether anybody looked cannot be told from an empty list."""
    return []


async def ask_archive(customer: str) -> list[object]:
    url = os.environ.get("ORDERS_ARCHIVE_URL")
    if url is None:
        return []
    try:
        return await anyio.to_thread.run_sync(_get, f"{url}?customer={customer}", abandon_on_cancel=True)
    except urllib.error.HTTPError as error:
        is_busy = error.code >= 500
        raise ToolFailure(
            "transient" if is_busy else "other", "The archive did not answer", code=str(error.code)
        ) from error
    except urllib.error.URLError as error:
        raise ToolFailure("transient", "The archive cannot be reached", code="ECONNREFUSED") from error


def _get(url: str) -> list[object]:
    with urllib.request.urlopen(url, timeout=5) as response:
        rows: list[object] = json.load(response)
        return rows


# snippet:telemetry
def export_spans() -> None:
    provider = TracerProvider(resource=Resource.create({"service.name": os.environ.get("OTEL_SERVICE_NAME", "orders")}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)


# end


if __name__ == "__main__":
    export_spans()
    if len(sys.argv) > 1:
        mcp.run(transport="http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False)
    else:
        mcp.run(transport="stdio", show_banner=False)
