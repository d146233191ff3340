"""Tokenizers by name, and the number of tokens of a text, counted once."""

from collections.abc import Callable, Hashable, Sized
from functools import cache, lru_cache
from os import path
from typing import Any

from tmima.errors import TmimaError, shortened
from tmima.extras import require

Tokenizer = Callable[[str], Sized]
"""What cuts a text into tokens; only their number is looked at."""

# So many pieces of text and their numbers of tokens are remembered.
_REMEMBERED = 1 << 14


def is_named(tokenizer: object) -> bool:
    """Tell whether something is the name of a tokenizer, as "tiktoken:cl100k_base"."""
    return isinstance(tokenizer, str) and tokenizer.partition(":")[0] in _KINDS


def count_tokens(tokenizer: Tokenizer | str | None, text: str) -> int:
    """Return how many tokens a text has; the same piece of text is counted once."""
    if tokenizer is None:
        raise TmimaError("sizes in tokens need a tokenizer: pass a function from text to tokens")
    count = _counted if isinstance(tokenizer, Hashable) else _counted.__wrapped__
    return count(tokenizer, text)


@lru_cache(maxsize=_REMEMBERED)
def _counted(tokenizer: Tokenizer | str, text: str) -> int:
    cut = tokenizer_named(tokenizer) if isinstance(tokenizer, str) else tokenizer
    try:
        return len(cut(text))
    except Exception as error:
        raise TmimaError(
            "tokenizer= must be a function from a text to its tokens; this one ended in "
            f"{type(error).__name__}: {error}"
        ) from error


@cache
def tokenizer_named(name: str) -> Tokenizer:
    """Return a tokenizer by its name; nothing is ever downloaded.

    Args:
        name: "tiktoken:" and an encoding or a model, or "tokenizers:" and a file tokenizer.json or
            the name of a model that was downloaded before.
    """
    kind, _, which = name.partition(":")
    if kind not in _KINDS or not which:
        raise TmimaError(
            "tokenizer= must be a function, or tiktoken: or tokenizers: and a name, not "
            + shortened(name)
        )
    return _KINDS[kind](which)


def _tiktoken(which: str) -> Tokenizer:
    from unittest import mock

    tiktoken = require("tiktoken")
    refused = OSError("it is not on this machine, and nothing is downloaded")
    try:
        # What it would read from the network comes from its cache or not at all.
        with mock.patch("tiktoken.load.read_file", side_effect=refused):
            known = which in tiktoken.list_encoding_names()
            found = (tiktoken.get_encoding if known else tiktoken.encoding_for_model)(which)
    except (OSError, KeyError, ValueError) as error:
        raise TmimaError(f"tokenizer= tiktoken:{which} cannot be had: {error}") from None

    def encode(text: str) -> list[int]:
        return list(found.encode_ordinary(text))

    return encode


def _tokenizers(which: str) -> Tokenizer:
    made: Any = require("tokenizers").Tokenizer
    file = which if path.exists(which) else _downloaded(which)
    if file is None:
        raise TmimaError(
            f"tokenizer= tokenizers:{which} is no file and no model on this machine: give the path "
            "of its tokenizer.json, nothing is downloaded"
        )
    try:
        found = made.from_file(file)
    except Exception as error:  # the package raises nothing more precise
        raise TmimaError(f"tokenizer= tokenizers:{which} cannot be read: {error}") from None
    # Models cut long texts off and fill short ones up; neither is the size of a text.
    found.no_truncation()
    found.no_padding()

    def encode(text: str) -> Any:
        return found.encode(text, add_special_tokens=False)

    return encode


def _downloaded(name: str) -> str | None:
    """Return the file of a model that was downloaded before, if the package that did is here."""
    try:
        from huggingface_hub import try_to_load_from_cache

        found = try_to_load_from_cache(name, "tokenizer.json")
    except (ImportError, ValueError):
        return None
    return found if isinstance(found, str) else None


_KINDS: dict[str, Callable[[str], Tokenizer]] = {"tiktoken": _tiktoken, "tokenizers": _tokenizers}
