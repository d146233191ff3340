"""Records for JSON with a checksum, so that one that was altered or torn is known."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from tmima.errors import TmimaError

_CHECKSUM = "checksum"


def sealed(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record with the checksum of the rest of it."""
    return {**record, _CHECKSUM: _checksum(record)}


def unsealed(record: Any) -> dict[str, Any]:
    """Return a record without its checksum; one that was altered is refused."""
    if not isinstance(record, dict) or not all(isinstance(name, str) for name in record):
        raise TmimaError(f"this is no state of a stream: {str(record)[:60]!r}")
    values = {name: value for name, value in record.items() if name != _CHECKSUM}
    if record.get(_CHECKSUM) != _checksum(values):
        raise TmimaError("this is no state of a stream that can be used: its checksum is wrong")
    return values


def _checksum(record: Mapping[str, Any]) -> str:
    try:
        content = json.dumps(record, sort_keys=True, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise TmimaError(f"this is no state of a stream: {error}") from None
    return hashlib.sha256(content.encode("ascii")).hexdigest()
