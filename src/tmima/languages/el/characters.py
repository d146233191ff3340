"""One spelling for every way of typing the same Greek word.

Greek text comes decomposed, polytonic, in capitals without accents, with Latin look-alikes and with
invisible characters inside the words. A lexicon knows one spelling only: lower case, monotonic,
NFC. The functions here take a token's text and give that spelling. Offsets need no care: a token
keeps the span of the text as it was written, and only its form is normalised.
"""

import unicodedata
from typing import Final

import regex

ACUTE: Final = "\u0301"
_GRAVE: Final = "\u0300"
_CIRCUMFLEX: Final = "\u0342"

# What the polytonic system adds: breathings, the subscript iota, and marks of length.
_POLYTONIC_MARKS: Final = frozenset("\u0313\u0314\u0345\u0304\u0306\u0343\u1fbf\u1ffe")
_ACCENTS: Final = frozenset({ACUTE, _GRAVE, _CIRCUMFLEX, "\u0341", "\u0340", "\u0311", "\u0303"})

# Compatibility letters that NFC leaves alone, and the apostrophes that typists use for one another.
_SINGLE: Final = str.maketrans(
    {
        "\u00b5": "μ",
        "ϐ": "β",
        "ϑ": "θ",
        "ϕ": "φ",
        "ϖ": "π",
        "ϰ": "κ",
        "ϱ": "ρ",
        "ϲ": "σ",
        "ϵ": "ε",
        "\u037e": ";",
        "\u0387": "·",
        **dict.fromkeys("\u2019\u2018\u02bc\u1fbd\u1fbf\u00b4\u0384\u0374\u2032\u055a", "'"),
        **dict.fromkeys("\u2010\u2011", "-"),
    }
)

# Latin letters that look like Greek ones; read as Greek in a word that has Greek letters too.
_LOOKALIKES: Final = str.maketrans("aikopuvxtABEHIKMNOPTXYZUV", "αικορυνχτΑΒΕΗΙΚΜΝΟΡΤΧΥΖΥΝ")

_GREEK: Final = regex.compile(r"\p{Greek}")
_LATIN: Final = regex.compile(r"[A-Za-z]")
_INVISIBLE: Final = regex.compile(r"[\p{Cf}\p{Variation_Selector}]+")
_FINAL_SIGMA: Final = regex.compile(r"(?<=\w)σ(?!\w)")
_INNER_SIGMA: Final = regex.compile(r"ς(?=\w)")
_VOWELS: Final = regex.compile(r"(?:αι|ει|οι|υι|ου|αυ|ευ|ηυ|[αεηιουω])")
PLAIN: Final = frozenset("αβγδεζηθικλμνξοπρςστυφχψωάέήίόύώϊϋΐΰ")


def normalise(word: str) -> str:
    """Give the lower-case monotonic NFC spelling of one word.

    >>> normalise("ΟΔΟΣ"), normalise("τὸν"), normalise("ἄνθρωπος"), normalise("\u00b5\u00adία")
    ('οδος', 'τον', 'άνθρωπος', 'μία')
    """
    form = word.lower()
    if (
        len(form) > 1 and PLAIN.issuperset(form) and form[-1] != "σ" and form.find("ς", 0, -1) < 0
    ):  # the common case, quickly
        return form
    if word.isascii():
        return form
    form = _INVISIBLE.sub("", word).translate(_SINGLE)
    if _GREEK.search(form):
        if _LATIN.search(form):
            form = form.translate(_LOOKALIKES)
        form = _monotonic(form)
    form = unicodedata.normalize("NFC", form.lower())
    return str(_INNER_SIGMA.sub("σ", _FINAL_SIGMA.sub("ς", form)))


def _monotonic(form: str) -> str:
    """Rewrite the accents of Greek letters as acutes and drop the other polytonic marks."""
    out: list[str] = []
    polytonic = grave = False
    greek = False
    for char in unicodedata.normalize("NFD", form):
        if not unicodedata.combining(char):
            greek = bool(_GREEK.match(char))
            out.append(char)
        elif greek and char in _ACCENTS:
            polytonic |= char != ACUTE
            grave |= char == _GRAVE
            out.append(ACUTE)
        elif greek and char in _POLYTONIC_MARKS:
            polytonic = True
        else:
            out.append(char)
    text = "".join(out)
    if polytonic and _is_monosyllable(text):
        # In the monotonic system a monosyllable has no accent, but for ή, πού and πώς. The last two
        # are conjunctions without accent where the polytonic system writes a grave.
        bare = text.replace(ACUTE, "").lower()
        if not (bare == "η" or (bare in ("που", "πως") and not grave)):
            text = text.replace(ACUTE, "")
    return text


def _is_monosyllable(decomposed: str) -> bool:
    return len(_VOWELS.findall(decomposed.replace(ACUTE, "").lower())) == 1


ACCENTED: Final = frozenset("άέήίόύώΐΰ")


def without_second_accent(form: str) -> str:
    """Drop the accent that an enclitic throws on the word before it.

    >>> without_second_accent("αυτοκίνητό"), without_second_accent("σπίτι")
    ('αυτοκίνητο', 'σπίτι')
    """
    if form[-1:] not in ACCENTED and form[-2:-1] not in ACCENTED:
        return form  # the second accent is on the last syllable
    if ACCENTED.isdisjoint(form[:-2]) and not ACCENTED.issuperset(form[-2:]):
        return form  # the accent of the last syllable is its only one
    decomposed = unicodedata.normalize("NFD", form)
    first = decomposed.find(ACUTE)
    if first < 0 or ACUTE not in decomposed[first + 1 :]:
        return form
    head, tail = decomposed[: first + 1], decomposed[first + 1 :]
    return unicodedata.normalize("NFC", head + tail.replace(ACUTE, ""))


_KEY: Final = str.maketrans("άέήίόύώΐΰϊϋς", "αεηιουωιυιυσ")


def accentless_key(form: str) -> str:
    """Return the key that normalised forms share if they differ by accents alone.

    The diaeresis goes too: capitals need it where lower case marks the hiatus by the accent
    (γάιδαρος, ΓΑΪΔΑΡΟΣ), and many typists leave it out.

    >>> accentless_key("προϊόν") == accentless_key(normalise("ΠΡΟΙΟΝ"))
    True
    """
    return form.translate(_KEY)


def is_unaccented_capitals(word: str) -> bool:
    """Tell whether a word is written in capitals without any accent (ΕΛΛΑΔΑ)."""
    return word.isupper() and ACUTE not in unicodedata.normalize("NFD", word)
