"""CoNLL-U: read as far as a tagger needs it, tagged anew, and written; other ways to write words.

A multiword token (στην for σ + την) is one written word with several syntactic words; both are
kept.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest

from tmima.files import encode_json
from tmima.text import Document, Sentence, Tag, Token
from tmima.wording import Wording


@dataclass
class ConlluToken:
    """A written word and the (form, lemma, UPOS) of each syntactic word in it."""

    text: str
    words: list[tuple[str, str, str]] = field(default_factory=list)


@dataclass
class ConlluSentence:
    """The tokens of one sentence; `new_document` as the comment says."""

    tokens: list[ConlluToken] = field(default_factory=list)
    text: str = ""
    new_document: bool = False


def read(lines: Iterable[str]) -> Iterator[ConlluSentence]:
    """Read the sentences of a CoNLL-U file."""
    sentence, covered = ConlluSentence(), 0
    for number, written in enumerate(lines, 1):
        line = written.rstrip("\r\n")
        if not line.strip():
            if sentence.tokens:
                yield sentence
            sentence, covered = ConlluSentence(), 0
        elif line.startswith("#"):
            name, _, value = line[1:].partition("=")
            if name.strip() == "text":
                sentence.text = value.strip()
            sentence.new_document |= name.strip().startswith("newdoc")
        else:
            columns = line.split("\t")
            if len(columns) < 4:
                raise ValueError(
                    f"line {number} has {len(columns)} columns, CoNLL-U has 10: {line!r}"
                )
            covered = _add(sentence, columns, covered)
    if sentence.tokens:
        yield sentence


def _add(sentence: ConlluSentence, columns: list[str], covered: int) -> int:
    identifier, form, lemma, tag = columns[:4]
    if "." in identifier:
        return covered  # an empty node of the enhanced graph: no word of the text
    if "-" in identifier:
        sentence.tokens.append(ConlluToken(form))
        return int(identifier.partition("-")[2])
    if int(identifier) > covered:
        sentence.tokens.append(ConlluToken(form))
    sentence.tokens[-1].words.append((form, lemma, tag))
    return covered


def retag(text: str, tag: Tag) -> str:
    """Return a CoNLL-U text with new lemmas and tags, everything else as it was.

    The written words of a sentence are tagged together, a multiword token (στην) as one of them.
    Its syntactic words (σ, την) have their tags from a second look at the sentence, with all such
    tokens taken apart.
    """
    lines = text.splitlines(keepends=True)
    rows: list[tuple[int, list[str]]] = []
    found_words = False
    for number, line in enumerate([*lines, ""], start=1):
        columns = line.rstrip("\r\n").split("\t")
        if columns[0][:1].isdigit():
            if len(columns) != 10:
                raise ValueError(f"line {number} has {len(columns)} columns, CoNLL-U has 10")
            rows.append((number - 1, columns))
            found_words = True
        elif not line.strip() and rows:
            for index, tagged in _retag_sentence(rows, tag):
                ending = lines[index][len(lines[index].rstrip("\r\n")) :]
                lines[index] = "\t".join(tagged) + ending
            rows = []
    if not found_words:
        raise ValueError("no word: CoNLL-U has a line of 10 columns for each")
    return "".join(lines)


def _retag_sentence(rows: list[tuple[int, list[str]]], tag: Tag) -> Iterator[tuple[int, list[str]]]:
    covered = 0
    written: list[str] = []
    parts: list[tuple[int, list[str], int, bool]] = []
    for index, columns in rows:
        identifier, form = columns[:2]
        if "-" in identifier:
            covered = int(identifier.partition("-")[2])
            written.append(form)
        elif "." not in identifier:
            inside = int(identifier) <= covered
            if not inside:
                written.append(form)
            parts.append((index, columns, len(written) - 1, inside))
    whole = tag(written)
    apart = tag([columns[1] for _, columns, _, _ in parts])
    for (index, columns, place, inside), own in zip(parts, apart, strict=True):
        upos, lemma = own if inside else whole[place]
        yield index, [*columns[:2], lemma, upos, *columns[4:]]


def render(document: Document) -> Iterator[str]:
    """Yield a document in CoNLL-U, with the place of each word and whether it is kept."""
    text = document.text
    yield f"# language = {document.language}\n"
    for number, sentence in enumerate(document.sentences, start=1):
        shown = " ".join(text[sentence.start : sentence.end].split())
        yield f"# sent_id = {number}\n# text = {shown}\n"
        for row in _word_rows(text, sentence):
            yield "\t".join(row) + "\n"
        yield "\n"


def _word_rows(text: str, sentence: Sentence) -> Iterator[list[str]]:
    tokens = sentence.tokens
    for number, (token, after) in enumerate(zip_longest(tokens, tokens[1:]), start=1):
        word, tag = text[token.start : token.end], token.tag or "_"
        yield [str(number), word, token.lemma, tag, *["_"] * 5, _notes(token, after)]


def _notes(token: Token, following: Token | None) -> str:
    touches = following is not None and following.start == token.end
    notes = [f"TokenRange={token.start}:{token.end}", f"Kept={'Yes' if token.kept else 'No'}"]
    return "|".join(["SpaceAfter=No", *notes] if touches else notes)


def render_table(document: Document, words: Wording | None = None) -> Iterator[str]:
    """Yield the words of each sentence, one per line with tag and lemma; a star marks the kept."""
    words = words or Wording()
    for number, sentence in enumerate(document.sentences, start=1):
        yield words.say("cli.word", number=number, start=sentence.start, end=sentence.end) + "\n"
        for token in sentence.tokens:
            mark = "*" if token.kept else " "
            word = document.text[token.start : token.end]
            yield f"{mark} {word:<24} {token.tag:<6} {token.lemma}\n"
        yield "\n"


def render_json(document: Document) -> Iterator[str]:
    """Yield the sentences and words as one JSON object on a line."""
    encode = partial(encode_json, ensure_ascii=False)
    yield f'{{"language": {encode(document.language)}, "sentences": ['
    for number, sentence in enumerate(document.sentences):
        tokens = [
            {"text": document.text[token.start : token.end], **token._asdict()}
            for token in sentence.tokens
        ]
        record = {"start": sentence.start, "end": sentence.end, "tokens": tokens}
        yield (", " if number else "") + encode(record)
    yield "]}\n"


ANALYSES: dict[str, Callable[[Document], Iterator[str]]] = {
    "conllu": render,
    "table": render_table,
    "json": render_json,
}
"""The ways to write a document with its words, by name, piece by piece."""
