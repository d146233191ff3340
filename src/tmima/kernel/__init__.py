"""The inner loops, compiled where the install found a C compiler and in NumPy elsewhere."""

from tmima.kernel import twin

try:
    from tmima.kernel import _compiled
except ImportError:
    NAME = "numpy"
    shared_columns = twin.shared_columns
    advance = twin.advance
else:
    NAME = "compiled"
    shared_columns = _compiled.shared_columns
    advance = _compiled.advance

__all__ = ["NAME", "advance", "shared_columns"]
