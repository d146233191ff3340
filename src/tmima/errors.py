"""The one error that bad input raises; the command line shows it in a line and exits with 2."""


class TmimaError(ValueError):
    """Input that cannot be used. The message names the value seen and the way out."""
