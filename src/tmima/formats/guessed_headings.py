"""The headings of a plain text, by their looks: marks, underlines, numbers, names, capitals.

A number by itself says little: lists have them too. Numbers that rise over most of the text, with
something to read between them, are an outline. So candidates are looked for line by line, and a
numbering is taken for one as a whole or not at all. A table of contents has nothing to read between
its lines, and a list stands in one part of the text.

How sure each kind of guess is was measured: `benchmarks.guessed_headings`.
"""

import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from tmima.loading import Pattern
from tmima.text import Heading, Lines, Paragraphs, Span, Spans, heading_words, short_paragraphs

CONFIDENCE = {
    "marked": 0.99,
    "underlined": 0.99,
    "named": 0.99,
    "numbered": 0.97,
    "run-in": 0.99,
    "capitals": 0.99,
    "isolated": 0.17,
}
"""Of each kind of guess, how many of those that were measured are headings."""

# A numbering reaches over so much of the text, and has so many headings.
_LEAST_EXTENT = 0.4
_LEAST_MARKED, _LEAST_NAMED, _LEAST_NUMBERED, _LEAST_CAPITALS = 2, 2, 3, 3
# Some numbers may be missing: headings that do not look like such.
_LARGEST_STEP = 3
# So many runs of numbers are open at once; so many names may follow each other without a text.
_MOST_RUNS, _LONGEST_ROW = 8, 2
# Of paragraphs with numbers, one in so many may lack a name.
_MOST_CLAUSES = 0.2
_NUMBERINGS = frozenset(("numbered", "run-in", "clause"))
# Half of the sections have so many characters at the least.
_LEAST_BODY = 80
# Of the characters of a text, or of its lines where these are short, one in so many at the most
# are of headings.
_CROWDED = 3
# Of a heading, in characters and words; of one that ends as a sentence does, or begins one.
_LONGEST_NAME = 14
_LONGEST, _MOST_WORDS, _MOST_ENDED, _MOST_RUN_IN = 120, 14, 10, 7
# A line of so many characters may go on in the next.
_WIDE = 50
_MARKS = "*=-~^"

_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_GREEK = {letter: 1 + place for place, letter in enumerate("ΑΒΓΔΕϚΖΗΘ")} | {
    letter: 10 * (1 + place) for place, letter in enumerate("ΙΚΛΜΝΞΟΠϞ")
}
_ORDINALS = {
    word: 1 + place
    for words in (
        "ΠΡΩΤΟ ΔΕΥΤΕΡΟ ΤΡΙΤΟ ΤΕΤΑΡΤΟ ΠΕΜΠΤΟ ΕΚΤΟ ΕΒΔΟΜΟ ΟΓΔΟΟ ΕΝΑΤΟ ΔΕΚΑΤΟ",
        "ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE",
        "FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH",
    )
    for place, word in enumerate(words.split())
}
# What sections are called, in several languages.
_NAMES = (
    "book volume τόμος βιβλίο buch livre tome libro tom księga том книга",
    "part μέρος teil partie parte część часть",
    "title τίτλος titel titre título titolo tytuł",
    "chapter κεφάλαιο kapitel chapitre capítulo capitolo rozdział глава",
    "section τμήμα ενότητα abschnitt sección sezione oddział раздел",
    "article άρθρο artikel artículo articolo artykuł статья",
    "§ sec. art. άρ. ст.",
    "appendix annex exhibit schedule παράρτημα anhang anlage annexe anexo allegato załącznik "
    "приложение",
)
_APPENDIX = str(len(_NAMES) - 1)
_VALUE = r"\d{1,4}(?:\.\d{1,3}){0,4}|[IVXLC]{1,7}|[Α-ΡΣΤ-ΩϚϞ]{1,3}|[A-Z]"
_NAMED = Pattern(
    r"(?P<name>§|\p{L}{2,12}\.?)(?:(?<=§)[ \t]*+|[ \t]++)"
    rf"(?P<value>(?:{_VALUE})(?![\p{{L}}\p{{N}}])|(?i:{'|'.join(_ORDINALS)})\b)"
    # The sign of a Greek number; a letter of a section that was put in later.
    r"[΄´ʹ’'`~]?(?P<more>[ \t]?(?:[a-zα-ωΑ-Ω]|bis|ter)\b(?!\.\p{L}))?(?P<stop>[ \t]*[.:)–—-]*)"
    r"(?P<title>(?:[ \t]+\S.*)?)"
)
_NUMBERED = Pattern(
    r"(?P<value>\d{1,3}(?:\.\d{1,3}){0,5}|[IVXLC]{1,7}(?=\.)|\p{Lu}(?=\.)|[Α-Ω]{1,3}(?=[΄´ʹ’'`]?\.))"
    r"[΄´ʹ’'`]?(?P<stop>\.?)[ \t]+(?P<title>\S.*)"
)
# In a frame of asterisks, with its upper side.
_BOXED = Pattern(
    r"(?m)^\*{10,}+[ \t]*\n(?:\*[ \t]++\*[ \t]*\n){0,3}+"
    r"\*[ \t]++(?P<title>\S[^\n]{0,99}?)[ \t]+\*[ \t]*\n"
    r"\*[ \t]++(?P<mark>[=~^-])(?P=mark){2,}+[ \t]++\*"
)
_MARKED = Pattern(r"(?P<marks>#{1,6})[ \t]+\S")
# It begins as a name does: with a capital, or a letter that has none, behind other marks too.
_TITLE = Pattern(r"[^\p{L}\p{N}]{0,5}[\p{Lu}\p{Lt}\p{Lo}]|(?<!\w)\p{N}\w*+[ ]\p{Lu}")
_WORD = Pattern(r"[^\p{L}\p{N}]{0,5}\p{L}")
_GOES_ON = Pattern(r"[,;:·…]\Z|(?:\.[ \t]?){4,}")
_ENDED = Pattern(r"\.[\"'”»)]{0,2}\Z")
# Not that of an abbreviation, which has few letters.
_STOP = Pattern(
    r"(?<=\w\w\w[\"'”»)]{0,2})[.!?;·…][\"'”»)]{0,2}(?:[ \t]+(?=[\p{Lu}\p{Lo}\"'“«„(])|\Z)"
)
_SAID = Pattern(r"[«“„\"].*\.[\"'”»)]{0,2}\Z")
_LETTERS = Pattern(r"(?:[^\p{L}]*\p{L}){3}")
_ACCENTS = str.maketrans("ΆΈΉΊΌΎΏ", "ΑΕΗΙΟΥΩ")


class _Candidate(NamedTuple):
    """What may be a heading.

    Attributes:
        paragraph: which one it is or begins, by index.
        start: the offset of its first character.
        end: the offset behind its last.
        kind: of guess; "clause" if it has a number and no title.
        scheme: what its number is of: a name of sections, figures, letters, and how it is written.
        values: what each part of its number may stand for: C is 100 or the third letter.
    """

    paragraph: int
    start: int
    end: int
    kind: str
    scheme: tuple[str, ...]
    values: tuple[frozenset[int], ...]

    @property
    def depth(self) -> int:
        """How many parts its number has."""
        return len(self.values)

    @property
    def number(self) -> tuple[int, ...]:
        """Its number, to be compared with others."""
        return tuple(map(min, self.values))


def guess_headings(
    text: str,
    lines: Lines,
    paragraphs: Spans,
    underlined: Sequence[Span] = (),
    beside: Sequence[Span] = (),
) -> list[Heading]:
    """Return what is very probably a heading of a plain text, in order.

    Args:
        text: the text.
        lines: those in which something is seen.
        paragraphs: of the text.
        underlined: headings with a line of marks under them, in order.
        beside: what is no prose, in order: settings at the head, tables of contents.
    """
    candidates = [
        one
        for one in (
            *_underlined_headings(text, underlined),
            *_candidates(text, lines, paragraphs, underlined),
        )
        if not _is_inside(one.start, beside)
    ]
    kept: list[_Candidate] = []
    for kind in ("underlined", "marked"):
        some = [one for one in candidates if one.kind == kind]
        kept += some if len(some) >= _LEAST_MARKED else []
    named = defaultdict(list)
    for one in candidates:
        if one.kind == "named":
            named[one.scheme].append(one)
    appendices = named.pop((_APPENDIX,), [])
    for some in named.values():
        kept += _named_sections(text, some)
    kept += _numbered_sections(text, [one for one in candidates if one.kind in _NUMBERINGS])
    if kept:
        # What stands behind the sections may be one alone.
        kept += [one for one in appendices if one.start > kept[-1].start]
    else:
        kept = _lines_in_capitals(text, [one for one in candidates if one.kind == "capitals"])
    if _CROWDED * sum(one.end - one.start for one in kept) > len(text):
        return []
    return _with_levels(text, _first_at_each_place(kept))


def add_short_paragraphs(
    text: str, lines: Lines, paragraphs: Paragraphs, sure: Sequence[Heading]
) -> list[Heading]:
    """Return headings and, below the lowest of them, what may be one: short paragraphs.

    These have a blank line before them. Without one hardly any is a heading.
    """
    sentences = paragraphs.sentences
    short = short_paragraphs(text, paragraphs.runs, sentences)
    known = {one.start for one in sure}
    level = 1 + max((one.level for one in sure), default=0)
    opens = set(lines.spans.starts[lines.opens].tolist()) - known
    starts = sentences.starts[short].tolist()
    short_headings = [
        Heading(*sentences[index], level, CONFIDENCE["isolated"])
        for index, start in zip(short, starts, strict=True)
        if start in opens
    ]
    if (len(short_headings) + len(sure)) * _CROWDED > len(lines.spans):
        return list(sure)
    return sorted([*sure, *short_headings])


def _is_inside(offset: int, parts: Sequence[Span]) -> bool:
    place = bisect_right(parts, offset, key=attrgetter("start")) - 1
    return place >= 0 and offset < parts[place].end


def _first_at_each_place(candidates: Iterable[_Candidate]) -> list[_Candidate]:
    """Return candidates in order, of those at one place the first that was taken."""
    by_place: dict[int, _Candidate] = {}
    for one in candidates:
        by_place.setdefault(one.start, one)
    return [by_place[start] for start in sorted(by_place)]


def _underlined_headings(text: str, underlined: Sequence[Span]) -> Iterator[_Candidate]:
    """Yield the headings that have a line of marks under them, in a frame of asterisks too."""
    for one in underlined:
        mark = text[one.end - 1]
        if not any(map(str.isalpha, text[one.start : one.end])):
            continue
        yield _Candidate(-1, one.start, one.end, "underlined", ("underlined", mark), ())
    if "\n*" in text:
        for match in _BOXED.finditer(text):
            start, end = match.span()
            yield _Candidate(-1, start, end, "underlined", ("underlined", match["mark"]), ())


def _candidates(
    text: str, lines: Lines, paragraphs: Spans, underlined: Sequence[Span]
) -> Iterator[_Candidate]:
    """Yield what stands at the head of a paragraph and looks like a heading or begins with one."""
    spans, opens = lines
    size = len(spans)
    # Where most lines have blank ones between them, or paragraphs have several lines, a heading
    # has blank ones around it too.
    apart = len(paragraphs) < size or 2 * int(opens.sum()) > size
    ruled = {span.start for span in underlined}
    heads = np.flatnonzero(opens).tolist() if apart else range(size)
    starts, stops = spans.starts.tolist(), spans.ends.tolist()
    closes = [*opens[1:].tolist(), True]
    for paragraph, line in enumerate(heads):
        start, end = starts[line], stops[line]
        first = text[start]
        if start in ruled or not (first.isupper() or first.isdigit() or first in "#§"):
            continue
        alone = not apart or closes[line]
        one = _heading_of_line(text, paragraph, start, end, alone=alone)
        if not alone and closes[line + 1] and (one is None or one.kind in ("run-in", "clause")):
            # A heading of two lines.
            whole = _heading_of_line(text, paragraph, start, stops[line + 1], alone=True)
            if whole is not None and (whole.kind == "named" or end - start >= _WIDE):
                one = whole
        if one is not None and (apart or one.kind != "capitals"):
            yield one


def _without_case_and_accents(word: str) -> str:
    """Return a word in small letters without accents, which capitals often lack."""
    if word.isascii():
        return word.lower()
    parts = unicodedata.normalize("NFD", word.lower())
    return "".join(part for part in parts if not unicodedata.combining(part))


_ORDER = {
    _without_case_and_accents(name): str(order)
    for order, names in enumerate(_NAMES)
    for name in names.split()
}


def _heading_of_line(
    text: str, paragraph: int, start: int, end: int, *, alone: bool
) -> _Candidate | None:
    """Return the heading that a line is, or that it begins with where it does not stand alone."""
    alone = alone and end - start <= _LONGEST
    if text[start] == "#":
        marked = _MARKED.match(text, start, end) if alone else None
        if marked is None:
            return None
        return _Candidate(paragraph, start, end, "marked", ("marked", marked["marks"]), ())
    written = text[start : end if alone else min(end, start + 2 * _LONGEST)]
    written = written.replace("\n", " ").replace("\r", " ")
    if (
        text[start] == "§"
        or _without_case_and_accents(written.partition(" ")[0][:_LONGEST_NAME]) in _ORDER
    ):
        named = _NAMED.match(written)
        if named is not None and _without_case_and_accents(named["name"]) in _ORDER:
            return _named_heading(named, paragraph, start, written, alone=alone)
    if text[start].isdigit() or "." in written[:_LONGEST_NAME]:
        numbered = _NUMBERED.match(written)
        if numbered is not None:
            return _numbered_heading(text, numbered, paragraph, start, written, alone=alone)
    if alone and written.isupper() and _LETTERS.search(written) and _is_title(written):
        return _Candidate(paragraph, start, end, "capitals", ("capitals",), ())
    return None


def _named_heading(
    match: Any, paragraph: int, start: int, written: str, *, alone: bool
) -> _Candidate | None:
    scheme = (_ORDER[_without_case_and_accents(match["name"])],)
    values = _number_values(match["value"])
    if not values:
        return None
    title = match["title"].strip()
    if alone and (not title or _is_title(title)):
        return _Candidate(paragraph, start, start + len(written), "named", scheme, values)
    # What is said goes on in the same line.
    if match["stop"].strip() in {".", ":", ".-", ".–", ".—", "–", "—"} and _TITLE.match(title):
        return _Candidate(paragraph, start, start + match.end("stop"), "named", scheme, values)
    return None


def _numbered_heading(
    text: str, match: Any, paragraph: int, start: int, written: str, *, alone: bool
) -> _Candidate | None:
    values = _number_values(match["value"])
    title = match["title"].rstrip()
    figures = match["value"][0].isdigit()
    if not values or not _WORD.match(title):
        return None
    before = text[max(0, start - _LONGEST) : start]
    indent = len(before) - len(before.rstrip(" \t"))
    scheme = "figures" if figures else "letters"
    columns = str(indent), str(indent + len(match["value"]))
    if alone and (_is_title(title) or (len(values) > 1 and len(title.split()) == 1)):
        ended = "ended" if _ENDED.search(title) else "open"
        style = (scheme, ended, *columns)
        return _Candidate(paragraph, start, start + len(written), "numbered", style, values)
    if not figures or not match["stop"]:
        return None
    style = (scheme, "ended", *columns)
    stop = _STOP.search(written, match.start("title"))
    said = written[match.start("title") : stop.start() + 1] if stop is not None else ""
    if (
        said.endswith(".")
        and len(said.split()) <= _MOST_RUN_IN
        and _TITLE.match(said)
        and not _SAID.match(said)
    ):
        end = start + stop.start() + 1
        return _Candidate(paragraph, start, end, "run-in", style, values)
    return _Candidate(paragraph, start, start + match.end("stop"), "clause", style, values)


def _is_title(title: str) -> bool:
    """Tell whether words may name a section: few, and no more than one short sentence."""
    words = len(title.split())
    if words > _MOST_WORDS or _GOES_ON.search(title) or _TITLE.match(title) is None:
        return False
    if not _ENDED.search(title):
        return True
    # A sentence, or the definition of a word, is no name.
    stop = _STOP.search(title)
    return (
        words <= _MOST_ENDED
        and (stop is None or stop.end() == len(title))
        and not _SAID.match(title)
    )


def _number_values(written: str) -> tuple[frozenset[int], ...]:
    """Return the values that each part of a section number may have, nothing for other words.

    >>> _number_values("2.3"), sorted(_number_values("C")[0]), _number_values("ΙΒ")
    ((frozenset({2}), frozenset({3})), [3, 100], (frozenset({12}),))
    """
    if written[0].isdigit():
        parts = written.split(".")
        return tuple(frozenset((int(part),)) for part in parts) if written.isascii() else ()
    upper = written.upper().translate(_ACCENTS)
    values = {_ORDINALS.get(upper, 0), _roman_value(upper), _greek_values(upper)}
    if len(upper) == 1 and upper.isascii():
        values.add(ord(upper) - ord("A") + 1)
    values.discard(0)
    return (frozenset(values),) if values else ()


def _roman_value(written: str) -> int:
    if not all(letter in _ROMAN for letter in written):
        return 0
    numbers = [_ROMAN[letter] for letter in written]
    return sum(
        -one if one < after else one for one, after in zip(numbers, [*numbers[1:], 0], strict=True)
    )


def _greek_values(written: str) -> int:
    written = written.replace("ΣΤ", "Ϛ")
    if not all(letter in _GREEK for letter in written):
        return 0
    numbers = [_GREEK[letter] for letter in written]
    falls = all(one >= 10 > after for one, after in pairwise(numbers))
    return sum(numbers) if falls and len(numbers) <= 2 else 0


def _numbering_runs(candidates: Iterable[_Candidate], steps: range) -> list[list[_Candidate]]:
    """Return runs of candidates whose numbers rise by such steps, from 0 or 1.

    A number goes on with the run that was added to last, of those that it may go on with.
    """
    runs: list[tuple[list[_Candidate], frozenset[int]]] = []
    for one in candidates:
        own = one.values[0]
        for index in range(len(runs) - 1, max(-1, len(runs) - _MOST_RUNS), -1):
            run, last = runs[index]
            values = own & {value + step for value in last for step in steps}
            if values:
                run.append(one)
                del runs[index]
                runs.append((run, values))
                break
        else:
            if own & {0, 1}:
                runs.append(([one], own & {0, 1}))
    return [run for run, _ in runs]


def _without_lists(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the candidates without long rows that follow each other paragraph by paragraph.

    Such rows are lists or tables of contents, unless they are the numbered paragraphs of a
    contract. In a short row a heading has an empty section before the next heading.
    """
    headings: list[_Candidate] = []
    row: list[_Candidate] = []
    for one in (*candidates, None):
        if one is not None and row and _is_next_number(one, row[-1]):
            row.append(one)
            continue
        if len(row) <= _LONGEST_ROW and all(each.kind != "clause" for each in row):
            headings += row
        elif 2 * sum(each.kind == "run-in" for each in row) > len(row) or all(
            each.kind != "numbered" for each in row
        ):
            # Each paragraph of a contract may have its number, most of them a name too.
            headings += [each for each in row if each.kind != "clause"]
        row = [] if one is None else [one]
    return headings


def _is_next_number(one: _Candidate, before: _Candidate) -> bool:
    """Tell whether a candidate is the next paragraph with the next number, or both have none."""
    if one.paragraph != before.paragraph + 1:
        return False
    if not one.values or one.depth > 1:
        return True
    return any(value + 1 in one.values[0] for value in before.values[0])


def _is_outline(text: str, headings: Sequence[_Candidate]) -> bool:
    """Tell whether headings reach over enough of the text, with something to read below them."""
    bodies = [
        min(len(text[one.end : after.start].strip()), _LEAST_BODY)
        for one, after in pairwise(headings)
    ]
    # The last section is about as long as the others.
    extent = (headings[-1].start - headings[0].start) * len(headings) / (len(headings) - 1)
    return bool(
        float(np.median(bodies)) >= _LEAST_BODY and extent >= _LEAST_EXTENT * len(text.strip())
    )


def _named_sections(text: str, candidates: list[_Candidate]) -> list[_Candidate]:
    """Return headings as "Article 5" if they number sections; in each part they may begin anew."""
    runs = _numbering_runs(
        _without_lists([one for one in candidates if one.depth == 1]), range(_LARGEST_STEP + 1)
    )
    top = sorted(one for run in runs for one in run)
    headings = sorted([*top, *_subheadings(top, candidates)])
    if len(top) >= _LEAST_NAMED and _is_outline(text, headings):
        return headings
    deep = _with_rising_numbers(one for one in candidates if one.depth > 1)
    return deep if len(deep) >= _LEAST_NAMED and _is_outline(text, deep) else []


def _numbered_sections(text: str, candidates: list[_Candidate]) -> list[_Candidate]:
    """Return headings as "3. Tides" and "3.1. Low tide" if they number sections of the text."""
    groups = defaultdict(list)
    for one in candidates:
        if one.depth == 1:
            # Numbers stand one below the other, or the stops behind them do.
            for side, column in zip("lr", one.scheme[2:], strict=True):
                groups[one.scheme[0], side, column].append(one)
    best: list[_Candidate] = []
    tried: set[tuple[int, ...]] = set()
    for some in groups.values():
        likely = _without_lists(some)
        for endings in (("ended",), ("open",), ("ended", "open")):
            chosen = [one for one in likely if one.scheme[1] in endings]
            places = tuple(one.paragraph for one in chosen)
            if len(chosen) < 2 or places in tried:
                continue
            tried.add(places)
            runs = _numbering_runs(chosen, range(1, _LARGEST_STEP + 1))
            top = max(runs, key=lambda run: run[-1].start - run[0].start, default=[])
            headings = sorted([*top, *_subheadings(top, candidates)])
            enough = len(top) >= _LEAST_NUMBERED or (len(top) > 1 and len(headings) > 2 * len(top))
            if enough and _is_outline(text, headings) and not _is_list(top, some):
                best = max(best, headings, key=len)
    if best:
        return best
    deep = [one for one in candidates if one.depth > 1 and one.kind != "clause"]
    rising = _with_rising_numbers(_without_lists(deep))
    enough = len(rising) >= _LEAST_NUMBERED and 2 * len(rising) > len(deep)
    return rising if enough and _is_outline(text, rising) else []


def _is_list(top: list[_Candidate], numbered: Iterable[_Candidate]) -> bool:
    """Tell whether names that begin paragraphs are only sentences of paragraphs with numbers."""
    if 2 * sum(one.kind == "run-in" for one in top) < len(top):
        return False
    between = sum(
        one.kind == "clause" and top[0].start < one.start < top[-1].start for one in numbered
    )
    return _MOST_CLAUSES * len(top) < between


def _subheadings(top: list[_Candidate], candidates: Iterable[_Candidate]) -> Iterator[_Candidate]:
    """Yield the headings as 3.1 that stand in section 3, in order."""
    starts = [one.start for one in top]
    before: tuple[int, ...] = ()
    for one in candidates:
        place = bisect_left(starts, one.start) - 1
        own = one.number
        if (
            one.depth > 1
            and one.kind != "clause"
            and place >= 0
            and own[0] in top[place].values[0]
            and own > before
        ):
            before = own
            yield one


def _with_rising_numbers(candidates: Iterable[_Candidate]) -> list[_Candidate]:
    """Return those whose numbers are greater than all before."""
    rising: list[_Candidate] = []
    for one in candidates:
        if not rising or one.number > rising[-1].number:
            rising.append(one)
    return rising


def _lines_in_capitals(text: str, candidates: list[_Candidate]) -> list[_Candidate]:
    """Return lines in capitals, if several of them have something to read below."""
    words = Counter(text[one.start : one.end] for one in candidates)
    # What comes again is the head of a page, or a name.
    headings = [one for one in _without_lists(candidates) if words[text[one.start : one.end]] == 1]
    return headings if len(headings) >= _LEAST_CAPITALS and _is_outline(text, headings) else []


def _with_levels(text: str, candidates: list[_Candidate]) -> list[Heading]:
    """Return headings with levels: kinds in the order in which they first occur, then by depth."""
    families: dict[str, set[tuple[int, int]]] = {}
    for one in candidates:
        families.setdefault(_numbering_kind(one), set()).add(_rank_within_family(text, one))
    levels: dict[tuple[str, tuple[int, int]], int] = {}
    for family, ranks in families.items():
        for rank in sorted(ranks):
            levels[family, rank] = len(levels) + 1
    return [
        Heading(
            one.start,
            one.end,
            # What is added to a text stands beside its parts, whatever these are called.
            1
            if _numbering_kind(one) == _APPENDIX
            else levels[_numbering_kind(one), _rank_within_family(text, one)],
            CONFIDENCE[one.kind],
        )
        for one in candidates
    ]


def _numbering_kind(one: _Candidate) -> str:
    return one.scheme[0]


def _rank_within_family(text: str, one: _Candidate) -> tuple[int, int]:
    """Return the place of a heading among those of its family, the highest first."""
    if one.kind == "marked":
        return len(one.scheme[1]), 0
    if one.kind == "underlined":
        numbered = _NUMBERED.match(heading_words(text[one.start : one.end]))
        depth = len(_number_values(numbered["value"])) if numbered else 1
        return _MARKS.index(one.scheme[1]), depth
    return 0, one.depth
