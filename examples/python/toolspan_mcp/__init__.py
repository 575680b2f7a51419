"""Toolspan's contract for MCP servers in Python: copy this folder next to your server.

Needs `mcp` 2 (or `fastmcp` 4, which stands on it) and `opentelemetry-api`. What goes over the wire and onto spans is
described in docs/python.md of Toolspan; `names.py` is generated from the same data as the TypeScript library.
"""

from .answers import ToolFailure, answering, completed, found
from .budget import outgoing_meta, settle
from .received import received
from .recovery import Attempt, recover
from .server import instrument

__all__ = [
    "Attempt",
    "ToolFailure",
    "answering",
    "completed",
    "found",
    "instrument",
    "outgoing_meta",
    "received",
    "recover",
    "settle",
]
