"""The made-up sentences of `tools.texts`, for what still imports them from here."""

from tools.texts import FUNCTION_WORDS, sentences

__all__ = ["FUNCTION_WORDS", "sentences"]
