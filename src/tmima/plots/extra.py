"""The door to Matplotlib, which is an extra."""

from tmima.errors import TmimaError


def require_matplotlib() -> None:
    """Say how to install what is missing before any work is done."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise TmimaError("plots need Matplotlib: pip install 'tmima[plot]'") from None
