"""With nothing set: the cuts that were found when they were last looked at, text by text.

Where the default is meant to change, `python -m tests.test_default` writes the record anew, and
its difference shows what has become of each text.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tmima
from tests.documents import documents
from tmima.collection import BUNDLED

HERE = Path(__file__).parent
RECORD = HERE / "golden" / "default.json"
TEXTS = HERE / "golden" / "v0_1_0" / "texts"
# Of each language some, in every layout that prose comes in.
NAMES = ("en", "el", "en_headings", "en_blanks", "en_crlf", "en_wrapped", "en_shuffled", "el_nfd")
NAMES = (*NAMES, "el_capitals", "el_two", "en_long_lines", "de", "fr", "ru", "zh", "ja", "ar")


@cache
def texts() -> dict[str, str]:
    """Return the texts by name: small ones, documents as people write them, and a mixture."""
    found = {name: (TEXTS / f"{name}.txt").read_text(encoding="utf-8") for name in NAMES}
    for language in ("en", "el"):
        found |= {f"{language}/{one.name}": one.document.text for one in documents(language)}
    folders = sorted(path for path in BUNDLED.iterdir() if path.is_dir())
    first = [sorted(folder.glob("*.txt"))[0].read_text(encoding="utf-8") for folder in folders]
    found["bundled, one after the other"] = "\n\n".join(
        text[:1500].rpartition("\n")[0] for text in first
    )
    return found


def answer(text: str) -> dict[str, Any]:
    """Return where a text is cut, in characters and in sentences, and how sure its number is."""
    result = tmima.segment(text)
    number = result.settings.number
    return {
        "number": [number.median, *number.interval],
        "language": result.document.language,
        "ends": [segment.end for segment in result],
        "boundaries": list(result.boundaries),
    }


@pytest.mark.parametrize("name", texts())
def test_with_nothing_set_a_text_is_cut_as_it_was(name):
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    assert answer(texts()[name]) == record[name]


def test_the_record_is_of_these_texts():
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    assert record.keys() == texts().keys()
    numbers = [len(each["boundaries"]) for each in record.values()]
    assert len(numbers) >= 20
    assert len(set(numbers)) >= 5, "the texts tell little if all have the same number"


if __name__ == "__main__":
    made = {name: answer(text) for name, text in texts().items()}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(each)}" for name, each in made.items())
    RECORD.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
