"""The inner loops, compiled where the install found a C compiler and in NumPy elsewhere."""

from tmima.kernel import twin
from tmima.kernel.groups import Columns, Cost, Expected, Fold, Room, Table, WordLists, Work

try:
    from tmima.kernel import _compiled
except ImportError:
    NAME = "numpy"
    advance = twin.advance
    largest_window = twin.largest_window
    retreat = twin.retreat
    shared_columns = twin.shared_columns
    weigh = twin.weigh
else:
    NAME = "compiled"
    advance = _compiled.advance
    largest_window = _compiled.largest_window
    retreat = _compiled.retreat
    shared_columns = _compiled.shared_columns
    weigh = _compiled.weigh

__all__ = [
    "NAME",
    "Columns",
    "Cost",
    "Expected",
    "Fold",
    "Room",
    "Table",
    "WordLists",
    "Work",
    "advance",
    "largest_window",
    "retreat",
    "shared_columns",
    "weigh",
]
