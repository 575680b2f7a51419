"""An MCP server whose tool asks another MCP server.

What is left of its caller's budget goes on with the request, and what was spent further on comes back.

    RELAY_NEXT_URL=http://127.0.0.1:8000/mcp python relay.py 8001
"""

import os
import sys

from fastmcp import Client, FastMCP
from mcp.types import CallToolResult, ToolAnnotations

from server import export_spans
from toolspan_mcp import Attempt, answering, instrument, outgoing_meta, received, recover

READ = ToolAnnotations(read_only_hint=True)
NEXT_URL = os.environ.get("RELAY_NEXT_URL", "http://127.0.0.1:8000/mcp")

mcp = FastMCP("relay")
instrument(mcp)


# snippet:asks-on
@mcp.tool(annotations=READ)
@answering
async def research(query: str) -> CallToolResult:
    """Looks something up at the server of another team."""

    async def ask(_attempt: Attempt) -> CallToolResult:
        async with Client(NEXT_URL) as other:
            return received(await other.call_tool_mcp("search", {"query": query}, meta=outgoing_meta()))

    return await recover("research", ask, max_attempts=3, deadline_ms=20_000, effect="read", layer="mcp_client")


# end


if __name__ == "__main__":
    export_spans()
    mcp.run(transport="http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False)
