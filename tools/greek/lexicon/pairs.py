"""Word classes for a list of form-lemma pairs that has none, by overlap with generated paradigms."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from .letters import is_word, tidy, without_accent
from .reading import ADJECTIVE, ADVERB, NOUN, PARTICIPLE, VERB, Reading

Paradigms = Mapping[tuple[str, str], frozenset[Reading]]

_VERBAL = ("ω", "ώ", "μαι", "ει", "εί")
_ADJECTIVAL = ("ος", "ός", "ης", "ής", "υς", "ύς", "άς", "ων")
_ADVERBIAL = ("ως", "ώς", "μένα", "ικά", "όν", "ηδόν", "θεν", "θε")
_NEARLY = 0.8  # a second class is kept when it overlaps nearly as well as the first


def grouped(pairs: Mapping[str, str], *, names: bool) -> dict[str, set[str]]:
    """lemma -> forms, in lower case; either the pairs with a capitalised lemma or the others."""
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for form, lemma in pairs.items():
        wanted = lemma[:1].isupper() == names and not lemma[1:2].isupper()
        if wanted and is_word(tidy(form)) and is_word(tidy(lemma)):
            groups[tidy(lemma)] |= {tidy(form), tidy(lemma)}
    return dict(groups)


def candidate_classes(lemma: str) -> Iterator[str]:
    """The classes worth a trial for a lemma of unknown class, by its ending."""
    if lemma.endswith(_VERBAL):
        yield VERB
    if lemma.endswith(_ADJECTIVAL):
        yield ADJECTIVE
    yield NOUN


def classes(lemma: str, forms: set[str], known: list[str], paradigms: Paradigms) -> list[str]:
    """The classes of a lemma: those known, or those whose paradigm overlaps its forms best.

    Of a lemma that comes without other forms the ending decides.
    """
    if known:
        return known
    first = next(candidate_classes(lemma))
    if forms == {lemma}:
        return [ADVERB] if first == NOUN and lemma.endswith(_ADVERBIAL) else [first]
    scores: dict[str, float] = {}
    for tag in candidate_classes(lemma):
        generated = {r.form for r in paradigms.get((tag, lemma), ()) if r.lemma == lemma}
        scores[tag] = len(generated & forms) / len(generated | forms)
    best = max(scores.values())
    if best == 0:
        return [first]
    return [tag for tag, score in scores.items() if score >= _NEARLY * best]


def pair_readings(
    groups: Mapping[str, set[str]],
    known: Mapping[str, list[str]],
    paradigms: Paradigms,
) -> Iterator[Reading]:
    """Readings for all pairs: of each class that generates the form, or else of the first class.

    A noun or adjective that does not share the stem of its lemma (ηγέτης under ηγέτιδα) is left out.
    """
    for lemma, forms in sorted(groups.items()):
        tags = classes(lemma, forms, known.get(lemma, []), paradigms)
        made = {tag: paradigms.get((tag, lemma), frozenset()) for tag in tags}
        for tag in tags:
            yield from made[tag]
        generated = {tag: {reading.form for reading in made[tag]} for tag in tags}
        for form in forms:
            tag = _class_of(form, lemma, tags)
            if not any(form in made for made in generated.values()) and _shares_stem(form, lemma, tag):
                yield Reading(form, tag, lemma)


def _class_of(form: str, lemma: str, tags: list[str]) -> str:
    if VERB in tags and "μεν" in form[-7:].replace("έ", "ε") and not form.endswith(("ω", "αι")):
        return PARTICIPLE
    return tags[0]


def _shares_stem(form: str, lemma: str, tag: str) -> bool:
    return tag in (VERB, PARTICIPLE) or without_accent(form).startswith(without_accent(lemma)[:-2])
