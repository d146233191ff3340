"""Words as the text writes them."""

from collections import Counter

from tmima.text import Document, Units


def written_words(document: Document, units: Units) -> tuple[str, ...]:
    """Return each word of the vocabulary as the text writes it most often.

    >>> from tmima import languages
    >>> from tmima.formats import read
    >>> document = read("Two bakers. The baker bakes.", languages.analyzer("en"))
    >>> written_words(document, Units.of(document))
    ('bakers', 'bakes')
    """
    written: dict[str, Counter[str]] = {word: Counter() for word in units.vocabulary}
    for sentence in document.sentences:
        for token in sentence.tokens:
            if token.kept:
                written[token.term][document.text[token.start : token.end]] += 1
    return tuple(counts.most_common(1)[0][0] for counts in written.values())
