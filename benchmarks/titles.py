"""python -m benchmarks.titles: how often a segment's name says what its true title says.

For each true segment with a title, whether a content word of the title (a stem, in Greek a lemma)
is among those of the name: of the first label, of the first three, of all six. Our labels are the
title and the keywords that add a word to it. Beside them the words of greatest Kullback-Leibler
divergence from the whole text, the first noun phrase, YAKE and KeyBERT's way (the phrases nearest
to the passage, by MiniLM's vectors; English only) where they are installed.

The corpora are our documents (tests/data/documents), the bundled Greek texts, those of an author
joined, by the names of their files, and those in TMIMA_DATA that have titles: folders of `real`
with NAME.titles beside NAME.ref, of which the texts in even order choose and the others report, and
`sections`, whose parts choose and report as everywhere (tools/learning/texts.py).
"""

import os
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile
from pathlib import Path
from time import process_time
from typing import NamedTuple

import click
import numpy as np
from tests.documents import documents
from tools.learning.texts import CHOOSE, REPORT, cropped, sections

from benchmarks.accuracy.texts import HALVES
from tmima import Document, Segmentation, Units, languages, segment
from tmima.files import read_text
from tmima.formats import read
from tmima.kernel.arrays import Floats
from tmima.languages import without_accents
from tmima.paper import BUNDLED
from tmima.plots.tables import Table
from tmima.titles import names
from tmima.titles.names import LONGEST
from tmima.titles.noun_phrases import phrases_of

_LABELS = 6
# Of each kind of sections; a long text is cropped at a section.
_MOST_TEXTS, _MOST_CHARACTERS = 25, 60_000
# KeyBERT's way looks at so many runs of words of a passage.
_MOST_RUNS = 120
_MILLION = 1_000_000
_SHARED_LETTERS, _ENDING = 4, 3
# As the names of files write Greek, the pairs of letters first.
_LATIN = dict(
    pair.split(":")
    for pair in (
        "ου:ou αυ:av ευ:ev γγ:ng γχ:nch γξ:nx α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n "
        "ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o"
    ).split()
)
_LATIN_FUNCTION = frozenset("o i to oi ta tou tis ti ton stin me choris apo kai pou".split())

Labels = list[list[str]]


class Titled(NamedTuple):
    """A text with its true segments and what they are called; nothing for those without a title."""

    document: Document
    titles: Sequence[str]

    @property
    def truth(self) -> Segmentation:
        """The true segments."""
        assert self.document.truth is not None
        return self.document.truth


def corpora(half: str) -> dict[str, list[Titled]]:
    """Return the corpora, of each the texts of one half."""
    found = {
        f"documents-{code}": [Titled(one.document, one.titles) for one in documents(code)]
        for code in ("en", "el")
    }
    found["bundled-el"] = list(_bundled())
    data = Path(os.environ.get("TMIMA_DATA", "../shared/data"))
    for folder in sorted({path.parent for path in data.glob("real/*/*.titles")}):
        found[folder.name] = [_told(path) for path in sorted(folder.glob("*.ref"))]
    halved = {name: texts[HALVES.index(half) :: 2] for name, texts in found.items()}
    part = {"choosing": CHOOSE, "reporting": REPORT}[half]
    every = {
        f"sections/{path.name.split('.')[0]}": _sectioned(path, part)
        for path in sorted(data.glob("sections/*.jsonl.xz"))
    }
    return halved | {name: texts for name, texts in every.items() if texts}


def _sectioned(path: Path, part: str) -> list[Titled]:
    """Return texts of a kind of sections, as many as tell enough."""
    found: list[Titled] = []
    for text in sections(path):
        if text.part != part or len(found) == _MOST_TEXTS:
            continue
        cropped_text = cropped(text, _MOST_CHARACTERS, random.Random(text.name))
        named = {at: title for at, _, title in cropped_text.headings}
        titles = [named.get(at, "") for at in (0, *cropped_text.cuts)]
        document = read(
            cropped_text.text,
            languages.analyzer(text.language),
            format="lines" if text.lines else "text",
        )
        edges = np.asarray(Units.of(document).edges)
        ends = [int(np.argmin(abs(edges - cut))) for cut in cropped_text.cuts]
        if any(titles) and len({0, *ends}) == len(ends) + 1:
            truth = Segmentation((*ends, len(document.sentences)))
            found.append(Titled(replace(document, truth=truth), titles))
    return found


def _told(path: Path) -> Titled:
    document = read(read_text(path), languages.analyzer("en"), format="choi")
    titles = read_text(path.with_suffix(".titles")).split("\n")
    return Titled(document, titles[: len(document.truth or ())])


def _bundled() -> Iterator[Titled]:
    """Yield the texts of each author as one, called as their files are, in Latin letters."""
    analyzer = languages.analyzer("el")
    for folder in sorted(path for path in BUNDLED.iterdir() if path.is_dir()):
        files = sorted(folder.glob("*.txt"))
        texts = [read(read_text(file), analyzer) for file in files]
        truth = Segmentation.from_lengths(len(text.sentences) for text in texts)
        joined = read("\n\n".join(text.text.strip() for text in texts), analyzer)
        titles = [file.stem.partition("-")[2].replace("-", " ") for file in files]
        yield Titled(
            Document(joined.text, "el", joined.sentences, joined.paragraphs, truth), titles
        )


def ours(text: Titled) -> Labels:
    """Return the title of each segment and the keywords that add a word to it."""
    language = text.document.language
    return [
        [
            title,
            *(
                each
                for each in keywords
                if not _content(each, language) <= _content(title, language)
            ),
        ]
        for title, keywords, _ in names(text.document, Units.of(text.document), text.truth)
    ]


def divergent(text: Titled) -> Labels:
    """Return the words of each segment that lie furthest from the whole text's."""
    units, lengths = Units.of(text.document), np.array(text.truth.lengths)
    owner = np.repeat(np.arange(len(lengths)), lengths)[units.owners]
    shares = np.bincount(units.terms) / len(units)
    found = []
    for place in range(len(lengths)):
        held = np.bincount(units.terms[owner == place], minlength=len(shares))
        with np.errstate(divide="ignore", invalid="ignore"):
            weight = np.nan_to_num(held * np.log(held / (shares * lengths[place])))
        best = np.argsort(-weight, kind="stable")[:_LABELS].tolist()
        found.append([units.vocabulary[term] for term in best if weight[term] > 0])
    return found


def first_phrase(text: Titled) -> Labels:
    """Return the first noun phrase of each segment."""
    ends = [0, *text.truth.boundaries]
    words = text.document.columns.words
    counted = np.zeros(len(words.starts), dtype=np.int32)
    found = phrases_of(text.document, counted, np.array(ends), longest=LONGEST)
    labels: Labels = [[] for _ in text.truth.lengths]
    firsts = found.starts[found.edges[:-1]]
    lengths = found.lengths[found.edges[:-1]]
    # Of those that begin at the first place, the longest.
    for phrase in np.lexsort((-lengths, firsts)).tolist():
        segment_labels = labels[int(found.segments[phrase])]
        if not segment_labels:
            start, length = int(firsts[phrase]), int(lengths[phrase])
            end = words.ends[start + length - 1]
            segment_labels.append(text.document.text[words.starts[start] : end])
    return labels


def nearest(text: Titled) -> Labels:
    """Return the runs of up to three words that are nearest to the passage (KeyBERT's way)."""
    if text.document.language != "en":
        return [[] for _ in text.truth.lengths]
    from benchmarks.accuracy.encoders import minilm

    labels = []
    for passage in _passages(text):
        words = re.findall(r"[\w'-]+", passage)
        runs = {
            " ".join(words[at : at + size])
            for size in (1, 2, 3)
            for at in range(len(words) - size + 1)
            if _content(words[at], "en") and _content(words[at + size - 1], "en")
        }
        some = sorted(runs)
        random.Random(passage).shuffle(some)
        some = some[:_MOST_RUNS]
        vectors = minilm([passage, *some])
        order = np.argsort(-(vectors[1:] @ vectors[0]), kind="stable")
        labels.append([some[at] for at in order[:_LABELS].tolist()])
    return labels


def _passages(text: Titled) -> list[str]:
    """Return the text of each segment, one sentence per line."""
    written, spans = text.document.text, text.document.columns.spans
    return [
        "\n".join(written[start:end] for start, end in spans[first:last])
        for first, last in text.truth.segments
    ]


def yake(text: Titled) -> Labels:
    """Return YAKE's phrases of up to three words."""
    import yake as package

    extractor = package.KeywordExtractor(lan=text.document.language, n=3, top=_LABELS)
    return [[phrase for phrase, _ in extractor.extract_keywords(one)] for one in _passages(text)]


def overlaps(text: Titled, labels: Labels) -> Iterator[tuple[float, int]]:
    """Yield for each title what the first label shares with it, and how many words that has.

    What they share is the number of content words that both have, over those that either has; not
    asked of Greek titles in Latin letters.
    """
    language = text.document.language
    for title, found in zip(text.titles, labels, strict=True):
        wanted = _content(title, language)
        if wanted and not (language == "el" and title.isascii()):
            own = _content(found[0], language) if found else frozenset()
            yield len(own & wanted) / len(own | wanted), len(own)


def hits(text: Titled, labels: Labels) -> Iterator[tuple[bool, bool, bool]]:
    """Yield for each title whether the first label, one of three or any of all says it."""
    language = text.document.language
    for title, found in zip(text.titles, labels, strict=True):
        latin = language == "el" and title.isascii()
        wanted = frozenset(title.split()) - _LATIN_FUNCTION if latin else _content(title, language)
        if wanted:
            said = [
                _in_latin(label, wanted)
                if latin
                else not wanted.isdisjoint({label, *_content(label, language)})
                for label in found
            ]
            yield any(said[:1]), any(said[:3]), any(said)


@cache
def _content(words: str, language: str) -> frozenset[str]:
    """Return the kept words of a title or a label."""
    if not words.strip():
        return frozenset()
    document = read(words, languages.analyzer(language))
    return frozenset(token.term for one in document.sentences for token in one.tokens if token.kept)


def _percent(shares: Floats) -> Iterator[str]:
    return (f"{share:.0%}" for share in shares)


def _in_latin(label: str, wanted: frozenset[str]) -> bool:
    return any(_akin(_latin(word), other) for word in label.split() for other in wanted)


def _latin(word: str) -> str:
    plain = without_accents(word.lower()).strip(",")
    for greek, latin in _LATIN.items():
        plain = plain.replace(greek, latin)
    return plain


def _akin(one: str, other: str) -> bool:
    """Tell whether two words differ in their endings at the most."""
    pairs = zip(one, other, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    enough = shared >= _SHARED_LETTERS and max(len(one), len(other)) - shared <= _ENDING
    return one == other or enough


def speed(corpus: list[Titled]) -> str:
    """Return how long the texts, repeated to a million characters, take to be cut and named."""
    text = "\n\n".join(one.document.text.replace("==========\n", "") for one in corpus)
    text = (text * (_MILLION // len(text) + 1))[:_MILLION]
    began = process_time()
    result = segment(text)
    cut = process_time()
    result.names  # noqa: B018 - found now
    return (
        f"{len(result)} segments: cut in {cut - began:.2f} s, named in {process_time() - cut:.2f} s"
    )


CONTENDERS: dict[str, Callable[[Titled], Labels]] = {
    "titles": ours,
    "divergence": divergent,
    "first phrase": first_phrase,
    "yake": yake,
    "keybert": nearest,
}


@click.command()
@click.option("--half", type=click.Choice(HALVES), default="reporting", show_default=True)
@click.option("--only", type=click.Choice(list(CONTENDERS)), multiple=True)
@click.option("--corpus", "some", multiple=True, help="Only corpora whose names begin so.")
@click.option("--read", "shown", is_flag=True, help="Print the names beside the true titles.")
@click.option("--speed", "timed", is_flag=True, help="Print times instead, of a processor.")
def main(half: str, only: tuple[str, ...], some: tuple[str, ...], shown: bool, timed: bool) -> None:
    """Print the share of titles found by the first label, by three, by all."""
    texts = {name: one for name, one in corpora(half).items() if name.startswith(some or ("",))}
    if timed:
        for name, corpus in texts.items():
            click.echo(f"{name}: {speed(corpus)}")
        return
    rows = []
    for contender in only or CONTENDERS:
        shares = []
        every: list[tuple[float, int]] = []
        for name, corpus in texts.items():
            labels = [CONTENDERS[contender](text) for text in corpus]
            pairs = zip(corpus, labels, strict=True)
            found = [hit for text, own in pairs for hit in hits(text, own)]
            shares.append(np.mean(found, axis=0))
            rows.append((contender, name, str(len(found)), *_percent(shares[-1])))
            every += [
                one for text, own in zip(corpus, labels, strict=True) for one in overlaps(text, own)
            ]
            if shown:
                for text, own in zip(corpus, labels, strict=True):
                    for title, each in zip(text.titles, own, strict=True):
                        click.echo(f"{name} | {title} | {' | '.join(each)}")
        rows.append((contender, "mean", "", *_percent(np.mean(shares, axis=0))))
        overlap, words = np.mean(every, axis=0)
        click.echo(
            f"{contender}: the first label's overlap with the title {overlap:.1%}, "
            f"its content words {words:.2f}, of {len(every)} titles"
        )
    head = ("names", "corpus", "titles", "first", "three", "all")
    click.echo(Table("titles", "Titles found", head, tuple(rows)).markdown())


if __name__ == "__main__":
    main()
