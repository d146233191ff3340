"""Units: sentences or paragraphs, their words and their names."""

import tmima
from tmima import languages
from tmima.formats import read
from tmima.text import (
    Units,
)


def test_a_singular_unit_is_understood():
    document = read("Cats purr. Cats sleep.\nShips sail.", languages.analyzer("en"))
    for singular, plural in (("sentence", "sentences"), ("paragraph", "paragraphs")):
        assert Units.of(document, singular) == Units.of(document, plural)
        assert tmima.segment(document.text, unit=singular).unit == plural
    assert Units.of(document, "sentences") != Units.of(document, "paragraphs")


def test_units_of_paragraphs_gather_their_sentences():
    text = "Cats purr. Cats sleep.\nShips sail."
    units = Units.of(read(text, languages.analyzer("en")), "paragraphs")
    assert units.sentences.tolist() == [2, 1]
    assert units.words.tolist() == [4, 2]
    first, second = (
        {units.vocabulary[t] for t in units.terms[a:b]}
        for a, b in zip(units.starts, units.starts[1:], strict=False)
    )
    assert (first, second) == ({"cat", "purr", "sleep"}, {"ship", "sail"})


def test_marks_are_no_words_of_a_unit():
    document = read("Ήρθε, είδε; έφυγε.", languages.analyzer("el"))
    assert Units.of(document).words.sum() == 3
