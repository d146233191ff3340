"""Choi's format: a line is a sentence, and separators tell the true segments."""

from hypothesis import given
from hypothesis import strategies as st

from tmima import languages
from tmima.formats import choi, read
from tmima.text import (
    Segmentation,
    Units,
)


def test_choi_lines_are_sentences_and_separators_are_not():
    text = "==========\nA . B .\nC\n==========\nD\n==========\n"
    parsed = choi.parse(text)
    assert [parsed.sentence(i) for i in range(3)] == ["A . B .", "C", "D"]
    assert parsed.boundaries == (2, 3)
    assert parsed.line_numbers == (2, 3, 5)


@given(st.lists(st.lists(st.text("abc= .", min_size=1).filter(str.strip), min_size=1), min_size=1))
def test_choi_survives_writing_and_reading(segments):
    parsed = choi.parse(choi.render(segments))
    lengths = [b - a for a, b in zip((0, *parsed.boundaries), parsed.boundaries, strict=False)]
    assert lengths == list(map(len, segments))
    written = [sentence for segment in segments for sentence in segment]
    for index, sentence in enumerate(written):
        line = " ".join(sentence.split())
        assert parsed.sentence(index) == (line + "=" if line == choi.SEPARATOR else line)


def test_a_document_of_choi_s_format_knows_its_truth():
    text = "==========\nA cat .\nA dog .\n==========\nA ship .\n==========\n"
    document = read(text, languages.analyzer("en"), format="choi")
    assert document.truth == Segmentation((2, 3))
    assert Units.of(document).truth == Segmentation((2, 3))
    # All sentences are one paragraph, inside which the truth cuts.
    assert Units.of(document, "paragraphs").truth is None
    assert read(text, languages.analyzer("en"), format="auto") == document
    assert read("A cat.", languages.analyzer("en")).truth is None
