"""Names by a language model of the user's own, and our own name wherever its answer is no name.

All segments of a text that are to be named stand in one prompt, and the answer has a numbered line
for each. What an author has named himself is not asked for. A name that was given once is kept by
the segment's id in a folder, if there is one.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tmima.errors import TmimaError
from tmima.files import encode_json

ADDRESSES = ("http://", "https://")
COMMAND = "command:"
BY_MODEL = (*ADDRESSES, COMMAND)
"""How the value of `titles` begins where a model is asked."""

LONGEST = 60
"""Characters of a name by a model; what is longer is cut off by those who show it."""

PROMPT = """\
Below are {count} passages of one text in order, each behind its number. Give each a title as it \
would stand in a table of contents: what the passage is about, in the language of the passage, \
{longest} characters at the most, without quotation marks and full stops. No two titles may be \
the same. Answer with {count} lines and nothing else, each with the number of the passage, a full \
stop and the title.

{passages}
"""
TIMEOUT = 120.0
# Characters of all passages together: smaller models see some 8,000 tokens at once.
_SHOWN, _LEAST_SHOWN = 16_000, 200
_LINE = re.compile(r"\W{0,4}([0-9]{1,6})\W{0,2}[.):\-–—]\W{0,3}\s*(.*)")
_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_AROUND = " \t*_#`\"'“”„«»‘’"
_KEY_BYTES = 12
# A script is one of a passage's if it has such a share of its letters.
_USUAL = 0.1


class Named(Protocol):
    """What is asked about of a segment."""

    @property
    def text(self) -> str: ...  # noqa: D102 - as `Segment` describes them
    @property
    def title(self) -> str: ...  # noqa: D102
    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def path(self) -> tuple[str, ...] | None: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class ModelTitles:
    """A function from segments to titles, which asks a language model.

    Attributes:
        where: the address of a server that speaks OpenAI's protocol, as http://127.0.0.1:11434/v1,
            or "command:" and a program that reads the prompt and prints the answer.
        model: its name at an address; the first that the server has if there is none.
        prompt: what is asked, in which {count}, {longest} and {passages} are filled in.
        timeout: seconds that an answer may take.
        cache: a folder of names that were given before; nothing is kept without one.
    """

    where: str
    model: str | None = None
    prompt: str = PROMPT
    timeout: float = TIMEOUT
    cache: Path | None = None

    def __post_init__(self) -> None:
        # Only whoever asks a model needs what it is asked by, and it takes time to be loaded.
        from tmima.titles.asked import check_where

        check_where(self.where)
        if "{passages}" not in self.prompt:
            raise TmimaError(
                "the prompt in `titles_prompt` shows no passages: write {passages} where they are "
                "to stand"
            )

    def __call__(self, segments: Sequence[Named]) -> list[str]:
        """Return a title for each segment: the model's where it is one, else its own."""
        titles = [segment.title for segment in segments]
        asked = [at for at, segment in enumerate(segments) if not _is_named_by_author(segment)]
        found = {at: kept for at in asked if (kept := self._kept(segments[at])) is not None}
        missing = [at for at in asked if at not in found and segments[at].text.strip()]
        if missing:
            from tmima.titles.asked import ask

            passages = [segments[at].text for at in missing]
            answer = ask(self.where, filled(self.prompt, passages), self.model, self.timeout)
            for number, title in read_answer(answer, len(missing)).items():
                if is_usable(title, passages[number]):
                    found[missing[number]] = title
                    self._keep(segments[missing[number]], title)
        return _without_doubles(titles, found)

    def _kept(self, segment: Named) -> str | None:
        if self.cache is None:
            return None
        try:
            kept = json.loads(self._file(self.cache, segment).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        usable = isinstance(kept, str) and is_usable(kept, segment.text)
        return kept if usable else None

    def _keep(self, segment: Named, title: str) -> None:
        if self.cache is None:
            return
        from tmima.files.whole import write_whole

        try:
            self.cache.mkdir(parents=True, exist_ok=True)
            file = self._file(self.cache, segment)
            write_whole(file, encode_json(title, ensure_ascii=False) + "\n")
        except OSError as error:
            raise TmimaError(
                f"{self.cache} cannot keep titles ({error.strerror}): give another folder as "
                "`titles_cache`"
            ) from None

    def _file(self, cache: Path, segment: Named) -> Path:
        """Return where the title of a segment is kept, by whom and by what it was given."""
        from hashlib import blake2b

        told = encode_json([segment.id, self.where, self.model, self.prompt]).encode()
        return cache / f"{blake2b(told, digest_size=_KEY_BYTES).hexdigest()}.json"


def filled(prompt: str, passages: Sequence[str]) -> str:
    """Return a prompt with passages, each behind its number and cut off where all are too long."""
    most = max(_LEAST_SHOWN, _SHOWN // len(passages))
    shown = []
    for number, passage in enumerate(passages, start=1):
        line = " ".join(passage.split())
        shown.append(f"{number}. {line if len(line) <= most else line[: most - 1] + '…'}")
    values = {"count": str(len(passages)), "longest": str(LONGEST), "passages": "\n\n".join(shown)}
    # Not by `format`: other braces are the user's own. Nor one after the other: a passage may have
    # braces too.
    return re.sub(r"\{(count|longest|passages)\}", lambda found: values[found[1]], prompt)


def read_answer(answer: str, count: int) -> dict[int, str]:
    """Return the titles of an answer by their numbers, counted from 0; the first of a number.

    It may be numbered lines, or JSON: a list of titles or an object that holds one.

    >>> read_answer("Sure!\\n1. **The tide**\\n2) Bread", 2), read_answer('["The tide"]', 2)
    ({0: 'The tide', 1: 'Bread'}, {0: 'The tide'})
    """
    said = _THOUGHT.sub("", answer).strip()
    listed = _listed(said)
    if listed is not None:
        return {at: _trimmed(title) for at, title in enumerate(listed[:count])}
    found: dict[int, str] = {}
    for line in said.splitlines():
        match = _LINE.match(line)
        if match is not None and 1 <= int(match[1]) <= count:
            found.setdefault(int(match[1]) - 1, _trimmed(match[2]))
    return found


def is_usable(title: str, passage: str) -> bool:
    """Tell whether an answer is a name: one line, neither empty nor long, in the passage's script.

    >>> is_usable("The tide", "The tide is late."), is_usable("The tide", "Η παλίρροια άργησε.")
    (True, False)
    """
    if not title or len(title) > LONGEST or not title.isprintable():
        return False
    written, known = _scripts(title), _scripts(passage)
    usual = {script for script, count in known.items() if count >= _USUAL * known.total()}
    return bool(written) and (not usual or bool(usual & written.keys()))


def _listed(said: str) -> list[str] | None:
    """Return the titles of an answer that is JSON, with or without a fence around it."""
    fenced = re.fullmatch(r"```\w*\n(.*?)\n?```", said, re.DOTALL)
    try:
        content = json.loads(fenced[1] if fenced else said)
    except (ValueError, RecursionError):
        return None
    if isinstance(content, Mapping):
        lists = [one for one in content.values() if isinstance(one, list)]
        content = lists[0] if lists else list(content.values())
    if isinstance(content, list) and all(isinstance(one, str) for one in content):
        return content
    return None


def _trimmed(title: str) -> str:
    return " ".join(title.split()).strip(_AROUND).rstrip(".").strip(_AROUND)


def _scripts(text: str) -> Counter[str]:
    """Return how often each script has a letter; what Unicode calls a letter begins with it."""
    letters = (character for character in text[:_LEAST_SHOWN] if character.isalpha())
    return Counter(unicodedata.name(letter, "").partition(" ")[0] for letter in letters)


def _is_named_by_author(segment: Named) -> bool:
    """Tell whether the title of a segment is a heading of the document."""
    return any(heading and heading in segment.title for heading in segment.path or ())


def _without_doubles(own: Sequence[str], found: Mapping[int, str]) -> list[str]:
    """Return the titles, our own where the model has given one twice."""
    counts = Counter(title.casefold() for title in found.values())
    return [
        found[at] if at in found and counts[found[at].casefold()] == 1 else title
        for at, title in enumerate(own)
    ]
