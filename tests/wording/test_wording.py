"""The table of words: both languages say everything, and nothing stands in it in vain."""

import re
import string
from pathlib import Path

import pytest

from tmima.wording import LANGUAGES, Wording, preferred_language, table, wording_as_javascript

PACKAGE = Path(__file__).parents[2] / "src" / "tmima"
# Told in English where methods, similarities, scores and certificates are declared.
DECLARED = ("method.", "similarity.", "score.", "cli.among.")


def holes(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)


@pytest.mark.parametrize("key", table())
def test_both_languages_say_the_same_things(key):
    said = table()[key]
    if key.startswith(DECLARED):
        assert list(said) == ["el"]
    else:
        assert tuple(said) == LANGUAGES
        assert all(said.values())
        assert holes(said["en"]) == holes(said["el"])


def test_nothing_is_said_in_vain():
    sources = "".join(
        path.read_text(encoding="utf-8")
        for path in (*(PACKAGE / "viewer" / "static").iterdir(), *PACKAGE.rglob("*.py"))
    )
    put_together = re.compile(
        r"(before|certaint(?:y|ies)|coarser|file|finer|form|format|method|one|outline|score|segments"
        r"|similarity|(?:cli\.)?(?:before|count|unit)|cli\.(?:column|needs|number|range))\.[\w .-]+"
        r"|\w+\.help"
    )
    for key in table():
        assert put_together.fullmatch(key) or re.search(rf"\b{re.escape(key)}\b", sources), key


def test_the_page_gets_no_words_of_the_command_line():
    assert '"cli.' not in wording_as_javascript()
    assert '"contents": {"en": "Contents", "el": "Περιεχόμενα"}' in wording_as_javascript()


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "el_GR.UTF-8"}, "el"),
        ({"LANG": "el"}, "el"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "el_GR.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "el_CY.UTF-8"}, "el"),
        ({"LANG": "el_GR.UTF-8", "LC_MESSAGES": "el_GR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LC_ALL": "el_GR.UTF-8", "LANG": "C"}, "el"),
        # Empty is not set.
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "el_GR.UTF-8"}, "el"),
        # A list of languages by preference; the locale C asks for what programs say by themselves.
        ({"LANGUAGE": "fr:el:en", "LANG": "en_GB.UTF-8"}, "el"),
        ({"LANGUAGE": "en", "LANG": "el_GR.UTF-8"}, "en"),
        ({"LANGUAGE": "el", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "el", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANGUAGE": "el", "LC_ALL": "POSIX"}, "en"),
        ({"LC_CTYPE": "el_GR.UTF-8", "LANG": "en_US.UTF-8"}, "en"),
    ],
)
def test_the_locale_decides_as_gettext_does(environment, language):
    assert preferred_language(environment) == language


def test_what_the_table_has_not_is_said_otherwise():
    assert Wording("el").say_or("method.own", "own") == "own"
    assert Wording("en").say_or("method.density", "density") == "density"
    assert Wording("el").say_or("method.density", "density") == "πυκνότητα"
    assert Wording("el").unit("words") == "λέξεις"
    assert Wording("el").place_before("words", 3) == "πριν από τη λέξη 3"


def test_numbers_are_written_as_the_language_writes_them():
    assert Wording("en").count("sentences", 12345) == "12,345 sentences"
    assert Wording("el").count("sentences", 12345) == "12.345 προτάσεις"
    assert Wording("el").number(0.6667, ".2%") == "66,67%"
