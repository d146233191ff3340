"""The lists of the three packages the lexicon is made from, as plain dictionaries and sets."""

import gzip
import json
from importlib.resources import files
from typing import cast

from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

from .letters import is_word, tidy
from .reading import ADJECTIVE, ADVERB, NOUN, VERB, Reading

_CLASSES = {"noun": NOUN, "adj": ADJECTIVE, "adv": ADVERB, "verb": VERB}


def _spacy_table(name: str) -> object:
    table = files("spacy_lookups_data") / "data" / f"el_{name}.json.gz"
    return json.loads(gzip.decompress(table.read_bytes()))


def lemma_index() -> dict[str, list[str]]:
    """The lemmas of spacy-lookups-data by class; polytonic entries and page titles are left out."""
    index = cast(dict[str, list[str]], _spacy_table("lemma_index"))
    return {tag: sorted({word for word in map(tidy, index[name]) if is_word(word)}) for name, tag in _CLASSES.items()}


def lemma_exceptions() -> list[Reading]:
    """Irregular forms of spacy-lookups-data (the classes of the lemma index only)."""
    table = cast(dict[str, dict[str, list[str]]], _spacy_table("lemma_exc"))
    return sorted(
        Reading(tidy(form), tag, tidy(lemmas[0]))
        for name, tag in _CLASSES.items()
        for form, lemmas in table.get(name, {}).items()
        if is_word(tidy(form)) and is_word(tidy(lemmas[0]))
    )


def log_probabilities() -> dict[str, float]:
    """Natural logarithm of the frequency of a million word forms, as they are written."""
    return cast(dict[str, float], _spacy_table("lexeme_prob"))


def form_lemma_pairs() -> dict[str, str]:
    """simplemma's Greek dictionary, as it is written."""
    return dict(DefaultDictionaryFactory().get_dictionary("el"))
