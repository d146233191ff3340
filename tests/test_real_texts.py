"""Documents with real sections, and how well they, glued texts and single articles are cut."""

from itertools import pairwise

import pytest
import regex
from benchmarks.bundled import figures, glued, segments_of_articles, written

from tests.documents import FOLDER, documents
from tmima import detect_language

NUMBERS = {"en": 8, "el": 5}
# Pk, WindowDiff and F1 within two sentences, in per cent: with nothing set, then told the number.
# Measured by `python -m benchmarks.bundled`; renew them when they are better for good.
FIGURES = {
    "documents-en": ((37.4, 37.4, 29.7), (29.4, 31.2, 52.8)),
    "documents-el": ((24.8, 25.2, 59.9), (26.2, 27.6, 63.7)),
    "glued-el": ((24.1, 24.3, 63.5), (10.7, 11.6, 86.7)),
}
SEGMENTS_OF_ARTICLES = 1.79
# By how much a mean may be worse.
MARGIN = 1.0
MARGIN_OF_SEGMENTS = 0.1


@pytest.fixture(scope="module", params=NUMBERS)
def language(request):
    return request.param


@pytest.fixture(scope="module")
def sectioned(language):
    found = documents(language)
    assert len(found) == NUMBERS[language]
    return found


def test_a_document_put_together_again_is_its_file(language, sectioned):
    for name, document, titles in sectioned:
        starts = [document.sentences[first].start for first, _ in document.truth.segments]
        sections = [document.text[a:b] for a, b in pairwise([*starts, len(document.text)])]
        again = "".join(
            f"========== {title}\n{section}"
            for title, section in zip(titles, sections, strict=True)
        )
        assert again == (FOLDER / language / f"{name}.txt").read_text(encoding="utf-8")


def test_a_document_is_built_as_real_ones_are(language, sectioned):
    for name, document, titles in sectioned:
        assert 60 <= len(document.sentences) <= 130, name
        assert 4 <= len(document.truth) <= 9, name
        assert 3 <= min(document.truth.lengths) <= max(document.truth.lengths) <= 30, name
        assert max(last - first for first, last in document.paragraphs) <= 6, name
        assert len(set(titles)) == len(titles), name
        sentences = [document.text[one.start : one.end] for one in document.sentences]
        assert len(set(sentences)) == len(sentences), name
        assert detect_language(document.text) == language, name
        assert not regex.search(r"[\u1f00-\u1fff]", document.text), f"{name} is polytonic"


def test_no_white_space_betrays_a_section(sectioned):
    for name, document, _ in sectioned:
        edges = [first for first, _ in document.paragraphs[1:]]
        gaps = {
            document.text[document.sentences[edge - 1].end : document.sentences[edge].start]
            for edge in edges
        }
        assert len(gaps) == 1, name
        assert set(document.truth.cuts) < set(edges), name


@pytest.mark.parametrize("name", FIGURES)
def test_no_mean_gets_worse(name):
    texts = glued() if name == "glued-el" else written(name.removeprefix("documents-"))
    for found, known in zip(figures(texts), FIGURES[name], strict=True):
        assert 100 * found["pk"] <= known[0] + MARGIN
        assert 100 * found["window_diff"] <= known[1] + MARGIN
        assert 100 * found["f1_within"] >= known[2] - MARGIN


def test_a_single_article_is_hardly_cut():
    assert segments_of_articles() <= SEGMENTS_OF_ARTICLES + MARGIN_OF_SEGMENTS
