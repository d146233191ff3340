"""The door to FastAPI and uvicorn, which are an extra."""

from tmima.errors import TmimaError


def require_server() -> None:
    """Say how to install what is missing before any work is done."""
    try:
        import fastapi  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise TmimaError(
            "the explorer needs FastAPI and uvicorn: pip install 'tmima[explore]'"
        ) from None
