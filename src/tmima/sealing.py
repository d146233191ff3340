"""Records for JSON with a checksum, so that one that was altered or torn is known."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from tmima.errors import TmimaError

CHECKSUM = "checksum"


def sealed(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record with the checksum of the rest of it."""
    return {**record, CHECKSUM: _checksum(record)}


def unsealed(record: Any, kind: str = "state of a stream") -> dict[str, Any]:
    """Return a record without its checksum; one that was altered is refused.

    Args:
        record: what `sealed` gave.
        kind: what it should be, for messages.
    """
    if not isinstance(record, dict) or not all(isinstance(name, str) for name in record):
        raise TmimaError(f"this is no {kind}: {str(record)[:60]!r}")
    values = {name: value for name, value in record.items() if name != CHECKSUM}
    try:
        right = record.get(CHECKSUM) == _checksum(values)
    except (TypeError, ValueError, RecursionError) as error:
        raise TmimaError(f"this is no {kind}: {error}") from None
    if not right:
        raise TmimaError(f"this is no {kind} that can be used: its checksum is wrong")
    return values


def _checksum(record: Mapping[str, Any]) -> str:
    content = json.dumps(record, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(content.encode("ascii")).hexdigest()
