"""Long texts of one repeated piece are read in linear time.

Each case is so long that a reader that looks at the rest of it again for every piece, or copies
what it has for every piece, would take hours; nothing here looks at a clock. `make torture` finds
such pieces by chance (parts `patterns` and `readers`).
"""

import random

import pytest

import tmima
from tmima.formats import parse_text, read
from tmima.formats.html import _blocks_contained_in, _common_subsequence
from tmima.formats.pdf import _NUMBER, LEADERS
from tmima.languages.normalise import is_filler

HEAD = "WEBVTT\n\n00:01.000 --> 00:02.000\n"
MANY = 300_000


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("rst", ":a" * MANY),
        ("rst", "T\n===\n\n" + "a b.\n\n" * (MANY // 3)),
        ("markdown", "# a" + "=" * MANY + "b\n\ntext."),
        ("markdown", "<h1>" * MANY),
        ("markdown", "# a" + "{{<" * MANY),
        ("text", "1. Ship sails.\n" * (MANY // 10)),
        ("text", "1. " + "a. " * MANY),
        ("text", "1 \r\nA\n\n" * (MANY // 3)),
        ("text", ("*" * 20 + "\n*  *\n") * (MANY // 10)),
        ("vtt", f"{HEAD}hello.\n\n{' ' * MANY}x x"),
        ("vtt", HEAD + "word " * MANY),
        ("vtt", HEAD + "a <00:01.500>b\n" * (MANY // 10)),
        ("turns", "Ann 0:01\n" + "word\n" * MANY + "Ben 0:02\nword"),
        ("whisper", "[" + '{"start": 1, "end": 2, "text": "a."},\n' * (MANY // 3) + "]"),
        ("json3", '{"events": [{"tStartMs": 1, "segs": [' + '{"utf8": "a "},' * MANY + "{}]}]}"),
    ],
    ids=lambda value: value[:12].strip(),
)
def test_what_is_repeated_is_read_once(format, text):
    source = parse_text(text, format)
    assert source.text
    if format in ("text", "markdown"):
        assert read(source, tmima.analyzer("en")).text


def test_words_that_are_not_there_are_looked_for_nearby_only():
    words = ",".join('{"word": "zz", "start": 1}' for _ in range(MANY // 3))
    row = f'{{"start": 1, "end": 2, "text": "{"a " * MANY}", "words": [{words}]}}'
    assert parse_text(f"[{row}]", "whisper").timeline.cues[0].words == ()
    speakers = ",".join(f'{{"word": "a", "speaker": "S{number}"}}' for number in range(MANY // 3))
    row = f'{{"start": 1, "end": 2, "text": "a", "words": [{speakers}]}}'
    assert parse_text(f"[{row}]", "whisper").timeline.cues[0].speaker == "S0"


@pytest.mark.parametrize(
    "line", ["# a\r\n", "a: b\r\n", "  a: b\n", "  - a\n", "\t\t x\n", "a:\r\n", " \r\n"]
)
@pytest.mark.parametrize("end", ["x", "---x", "--"])
def test_front_matter_that_does_not_end_is_tried_once(line, end):
    # Each of the lines could be read in two ways: together in 2^60.
    text = "---\n" + line * 60 + end
    source = parse_text(text, "text")
    assert read(source, tmima.analyzer("en")).text == text


def test_front_matter_is_still_found():
    settings = "---\r\ntitle: Tides\r\ntags:\r\n  - sea\r\n\r\n# a remark\r\n  more\r\n---"
    document = read(f"{settings}\r\nA ship waits.", tmima.analyzer("en"))
    first = document.sentences[0]
    assert document.text[first.start : first.end] == settings
    assert not any(token.kept for token in first.tokens)


def test_lines_of_dots_are_looked_at_once():
    text = "." * 2_000_000 + "\n" + ". " * 1_000_000 + "x\nA ship waits."
    assert len(read(parse_text(text, "text"), tmima.analyzer("en")).sentences)
    contents = "Tides ........ 12\nShips . . . . . . iv\n..... 3\n\nA ship ..... waits."
    found = read(contents, tmima.analyzer("en"))
    spans = [contents[one.start : one.end] for one in found.sentences]
    assert spans[0] == contents[: contents.index("\n\n")]
    assert LEADERS.search("." * 2_000_000 + "a") is None
    assert LEADERS.search("Tides . . . . . . 12")
    assert LEADERS.search("Tides ….….… ")


@pytest.mark.parametrize("mark", ["x", "1", " ", "ab", "/"])
def test_the_number_of_a_page_is_short(mark):
    assert _NUMBER.fullmatch(mark * 500_000 + "?!a") is None
    for number in ("12", "- 12 -", "Page 3 of 7", "xiv", "3/7"):
        assert _NUMBER.fullmatch(number), number


def test_a_word_of_one_letter_is_tried_once():
    assert not is_filler("m" * MANY + "x")
    fillers = "mm mmm mmh mmhh mhm mmhm mhhmm".split()
    assert all(map(is_filler, fillers))
    assert not any(map(is_filler, ("m", "mh", "mhmh", "hm1")))


def longest(blocks: str, lines: str) -> int:
    """Return the length of a longest common subsequence by its textbook recursion."""
    row = [0] * (len(lines) + 1)
    for block in blocks:
        before = row[:]
        for place, line in enumerate(lines):
            same = before[place] + 1
            row[place + 1] = same if block == line else max(before[place + 1], row[place])
    return row[-1]


def test_the_main_content_is_a_longest_common_subsequence():
    rng = random.Random(1)
    for _ in range(500):
        blocks = "".join(rng.choices("abcdef", k=rng.randint(0, 12)))
        lines = "".join(rng.choices("abcdez", k=rng.randint(0, 12)))
        found = _common_subsequence(blocks, lines)
        assert found == sorted(set(found))
        rest = iter(lines)
        assert all(blocks[place] in rest for place in found)
        assert len(found) == longest(blocks, lines)
    # Of those that are alike, the one beside what is found: not the menu, not the foot.
    assert _common_subsequence("TmTxSfS", "TxS") == [2, 3, 4]


def test_a_page_of_many_paragraphs_is_compared_once():
    assert len(_common_subsequence(["a"] * 5_000, ["a"] * 5_000)) == 5_000
    assert len(_common_subsequence(["a", "b"] * 5_000, ["a"] * 5_000)) > 100
    rng = random.Random(1)
    written = [f"{rng.getrandbits(160):048}" for _ in range(40_000)]
    text = "".join(written[:20_000])
    blocks = [one[rng.randint(0, 8) :] for one in written[::2]]
    assert list(_blocks_contained_in(blocks, text)) == list(range(10_000))
    assert not list(_blocks_contained_in([text[:39]], text))
