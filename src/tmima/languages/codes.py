"""Codes of languages as people write them: in any case, with a region, of two letters or three."""

from tmima.errors import TmimaError
from tmima.languages.entry import languages, plain_code
from tmima.languages.language import UNDETERMINED
from tmima.languages.stopwords import has_list, listed_languages

# The codes of ISO 639-2, terminological and bibliographic, of the languages with general rules.
_ALIASES = {
    alias: code
    for code, aliases in {
        "af": "afr", "ar": "ara", "bg": "bul", "bn": "ben", "br": "bre", "ca": "cat",
        "cs": "ces cze", "da": "dan", "de": "deu ger", "eo": "epo", "es": "spa", "et": "est",
        "eu": "eus baq", "fa": "fas per", "fi": "fin", "fr": "fra fre", "ga": "gle", "gl": "glg",
        "gu": "guj", "ha": "hau", "he": "heb", "hi": "hin", "hr": "hrv", "hu": "hun",
        "hy": "hye arm", "id": "ind", "it": "ita", "ja": "jpn", "ko": "kor", "ku": "kur",
        "la": "lat", "lt": "lit", "lv": "lav", "mr": "mar", "ms": "msa may", "nl": "nld dut",
        "no": "nor", "pl": "pol", "pt": "por", "ro": "ron rum", "ru": "rus", "sk": "slk slo",
        "sl": "slv", "so": "som", "st": "sot", "sv": "swe", "sw": "swa", "th": "tha", "tl": "tgl",
        "tr": "tur", "uk": "ukr", "ur": "urd", "vi": "vie", "yo": "yor", "zh": "zho chi",
        "zu": "zul",
    }.items()
    for alias in aliases.split()
}  # fmt: skip


def known_languages() -> list[str]:
    """Return the codes of all languages that can be asked for by name."""
    return sorted({*languages, *listed_languages()})


def language_code(language: str) -> str:
    """Return the code under which a language is known here.

    >>> language_code("EN"), language_code("en_US"), language_code("eng"), language_code("und")
    ('en', 'en', 'en', 'und')
    """
    if not isinstance(language, str):
        raise TmimaError(f"language must be a code such as en, not {language!r}")
    whole = plain_code(language)
    base = whole.partition("-")[0]
    for code in (whole, base):
        if code == UNDETERMINED or code in languages or has_list(code):
            return code
    if base in _ALIASES:
        return _ALIASES[base]
    for code in languages:
        if base in languages[code].aliases:
            return code
    raise TmimaError(
        f"unknown language {language!r}: choose one of {', '.join(known_languages())}, "
        f"or {UNDETERMINED} for general rules"
    )
