"""What the page and the command line say, in English and Greek: one table for both, `words.json`.

Methods, similarities, scores and certificates have their English words where they are declared; the
table has their Greek. What has no Greek is told in English.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tmima.files import encode_json

LANGUAGES = ("en", "el")
# Words of the command line alone, which the page does not load.
_COMMAND_LINE = "cli."


@cache
def table() -> dict[str, dict[str, str]]:
    """Return the words of each key, by language."""
    text = Path(__file__).with_name("words.json").read_text(encoding="utf-8")
    words: dict[str, dict[str, str]] = json.loads(text)
    return words


def wording_as_javascript() -> str:
    """Return the JavaScript module that gives the table to the page."""
    shown = {key: said for key, said in table().items() if not key.startswith(_COMMAND_LINE)}
    return f"export const PAGE_WORDS = {encode_json(shown, ensure_ascii=False)};\n"


def preferred_language(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for, as gettext decides it.

    The locale of messages is the first of LC_ALL, LC_MESSAGES and LANG that is set. LANGUAGE, a
    list of languages by preference, counts for more, unless the locale is C.

    >>> preferred_language({"LC_ALL": "C", "LANG": "el_GR.UTF-8"})
    'en'
    >>> preferred_language({"LC_MESSAGES": "el_GR.UTF-8", "LANG": "en_GB.UTF-8"})
    'el'
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "C")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return "en"
    for wanted in (*environment.get("LANGUAGE", "").split(":"), locale):
        code = wanted.partition(".")[0].partition("_")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of one language.

    >>> Wording("el").count("sentences", 1)
    '1 πρόταση'
    """

    language: str = "en"

    def say(self, key: str, /, **values: Any) -> str:
        """Return a text of the table with its {names} filled in."""
        return table()[key][self.language].format_map(values)

    def say_or(self, key: str, otherwise: str) -> str:
        """Return a text of the table; `otherwise` if the table has none in this language."""
        return table().get(key, {}).get(self.language, otherwise)

    def count(self, thing: str, number: int) -> str:
        """Return how many there are of something: segments, sentences, texts."""
        key = f"count.{thing}.one" if number == 1 else f"count.{thing}"
        return self.say(_existing_key(key), count=self.number(number, ","))

    def unit(self, name: str) -> str:
        """Return the name of a unit of counting, as it stands after "in" or "σε"."""
        return self.say(_existing_key(f"unit.{name}"))

    def place_before(self, unit: str, number: int) -> str:
        """Return the words for the place before a unit, as "before sentence 3"."""
        return self.say(_existing_key(f"before.{unit}"), number=number)

    def number(self, value: float, form: str) -> str:
        """Return a number as the language writes it.

        >>> Wording("el").number(1234.5, ",.2f")
        '1.234,50'
        """
        marks = str.maketrans(",.", self.say("cli.marks"))
        return format(value, form).translate(marks)


def _existing_key(key: str) -> str:
    """Return a key if the table has it, else the key of the same words for the command line."""
    return key if key in table() else f"{_COMMAND_LINE}{key}"
