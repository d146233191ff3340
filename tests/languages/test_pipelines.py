"""Pipelines of the user's own as analyzers."""

from types import SimpleNamespace

import pytest

import tmima
from tmima import TmimaError
from tmima.languages.pipelines import SpacyAnalyzer, StanzaAnalyzer
from tmima.text import Span

TEXT = "Οι γάτες κοιμούνται. Τα πλοία φεύγουν.\n  Οι γάτες πίνουν γάλα."


def test_a_spacy_pipeline_serves():
    spacy = pytest.importorskip("spacy", reason="spaCy is not installed")
    from spacy.language import Language

    tags = {"γάτες": ("NOUN", "γάτα"), "πλοία": ("NOUN", "πλοίο"), "γάλα": ("NOUN", "γάλα")}

    @Language.component("small_tagger")
    def small_tagger(doc):
        for token in doc:
            token.pos_, token.lemma_ = tags.get(token.text, ("DET", token.lower_))
        return doc

    pipeline = spacy.blank("el")
    pipeline.add_pipe("sentencizer")
    pipeline.add_pipe("small_tagger")
    result = tmima.segment(TEXT, analyzer=SpacyAnalyzer(pipeline))
    check(result)


def stanza_pipeline(text: str):
    """What a Stanza pipeline returns, for words in a list: sentences, tokens, words."""
    tags = {"γάτες": ("NOUN", "γάτα"), "πλοία": ("NOUN", "πλοίο"), "γάλα": ("NOUN", "γάλα")}
    sentences, tokens, position = [], [], 0
    for piece in text.replace(".", " . ").split():
        start = text.index(piece, position)
        position = start + len(piece)
        upos, lemma = tags.get(piece, ("DET", piece.lower()))
        words = [SimpleNamespace(text=piece, upos=upos, lemma=lemma)]
        if piece == "Οι":  # as if it were two syntactic words
            words.append(SimpleNamespace(text="ι", upos="PART", lemma="ι"))
        tokens.append(SimpleNamespace(start_char=start, end_char=position, words=words))
        if piece == ".":
            sentences.append(SimpleNamespace(tokens=tokens))
            tokens = []
    return SimpleNamespace(sentences=sentences)


def test_a_stanza_pipeline_serves():
    check(tmima.segment(TEXT, analyzer=StanzaAnalyzer(stanza_pipeline, language="el")))


def check(result):
    assert result.document.language == "el"
    sentences = [TEXT[s.start : s.end] for s in result.document.sentences]
    assert sentences == ["Οι γάτες κοιμούνται.", "Τα πλοία φεύγουν.", "Οι γάτες πίνουν γάλα."]
    kept = [
        (TEXT[t.start : t.end], t.lemma)
        for s in result.document.sentences
        for t in s.tokens
        if t.kept
    ]
    assert kept == [
        ("γάτες", "γάτα"),
        ("πλοία", "πλοίο"),
        ("γάτες", "γάτα"),
        ("γάλα", "γάλα"),
    ]
    assert "".join(segment.text for segment in result.segments) == TEXT


def test_a_multiword_token_is_the_word_that_is_kept():
    def pipeline(text):
        words = [
            SimpleNamespace(text="σ", upos="ADP", lemma="σε"),
            SimpleNamespace(text="πόλη", upos="NOUN", lemma="πόλη"),
        ]
        token = SimpleNamespace(start_char=0, end_char=6, words=words)
        return SimpleNamespace(sentences=[SimpleNamespace(tokens=[token])])

    (tokens,) = StanzaAnalyzer(pipeline, language="el").tokens("σπόλης", [Span(0, 6)])
    assert tokens == ((0, 6, "πόλη", "NOUN", True),)


def test_missing_models_are_said_and_not_fetched():
    pytest.importorskip("spacy", reason="spaCy is not installed")
    with pytest.raises(TmimaError, match=r"no pipeline 'el_core_none'.*nothing is downloaded"):
        SpacyAnalyzer.load("el_core_none")


def test_missing_packages_are_said(monkeypatch):
    import sys

    for name, load in (
        ("spacy", lambda: SpacyAnalyzer.load("x")),
        ("stanza", lambda: StanzaAnalyzer.load("el")),
    ):
        monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(TmimaError, match=f"pip install .*{name}"):
            load()


def test_a_spacy_pipeline_without_tags_keeps_what_are_no_stop_words():
    spacy = pytest.importorskip("spacy", reason="spaCy is not installed")
    pipeline = spacy.blank("en")
    text = "\n\n".join(
        f"The {one} is here. A {one} was there. This {one} and its {two} met. The {two} left."
        for one, two in (("cat", "dog"), ("ship", "boat"), ("baker", "oven"))
    )
    with pytest.raises(TmimaError, match=r"tells no sentences: .* add_pipe\('sentencizer'\)"):
        tmima.segment(text, analyzer=SpacyAnalyzer(pipeline))
    pipeline.add_pipe("sentencizer")
    result = tmima.segment(text, analyzer=SpacyAnalyzer(pipeline), n_segments=3)
    assert result.boundaries == (4, 8, 12)
    first = result.document.sentences[0]
    assert [token.lemma for token in first.tokens if token.kept] == ["cat"]


def test_a_stanza_pipeline_without_tags_is_told():
    def untagged(text):
        found = stanza_pipeline(text)
        for word in (w for s in found.sentences for token in s.tokens for w in token.words):
            word.upos = None
        return found

    with pytest.raises(TmimaError, match=r"tells no parts of speech.* give it the processor pos"):
        tmima.segment(TEXT, analyzer=StanzaAnalyzer(untagged, language="el"))
