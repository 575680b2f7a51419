"""Telemetry is never in the way: what goes wrong in it goes no further."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

logger = logging.getLogger("toolspan")


def quiet(step: Callable[..., Any], *args: Any) -> Any:
    """Runs a step of the instrumentation. An error of it is logged by its class alone, and the step brings None."""
    try:
        return step(*args)
    except Exception as error:
        logger.debug("a step of the instrumentation failed: %s in %s", type(error).__name__, step.__qualname__)
        return None
