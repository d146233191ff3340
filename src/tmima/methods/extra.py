"""The door to SciPy and scikit-learn, which are an extra."""

from tmima.errors import TmimaError


def require_scikit_learn() -> None:
    """Say how to install what is missing before any work is done."""
    try:
        import scipy  # noqa: F401
        import sklearn  # noqa: F401
    except ImportError:
        raise TmimaError("this method needs scikit-learn: pip install 'tmima[methods]'") from None
