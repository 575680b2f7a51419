"""Spans that the tests can read, from a real SDK."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

sys.path.insert(0, str(Path(__file__).parent.parent))

exporter = InMemorySpanExporter()
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(exporter))
trace.set_tracer_provider(provider)


def spans(name: str) -> list[ReadableSpan]:
    return [span for span in exporter.get_finished_spans() if span.name == name]


def attributes(name: str) -> dict[str, Any]:
    """The attributes of the one span of this name."""
    found = spans(name)
    names = [span.name for span in exporter.get_finished_spans()]
    assert len(found) == 1, f"expected one span {name}, got {len(found)} among {names}"
    return dict(found[0].attributes or {})


LEDGER = {"operation": "op-1", "budget": "b-1", "retriesLeft": 2, "msLeft": 5000, "attempt": 2}
