"""Which language a text is in: by its script, then by the function words it uses."""

import unicodedata
from collections import Counter
from functools import cache, lru_cache
from itertools import chain
from operator import itemgetter

import numpy as np

from tmima import kernel
from tmima.errors import plain_text
from tmima.languages.language import UNDETERMINED, languages, listed_languages, stopword_list
from tmima.languages.normalise import written
from tmima.languages.tokens import scan_sentences
from tmima.text import Spans

# Some two thousand words tell all that a whole book would.
_SAMPLE = 12_000
# Scripts that one language alone writes today, as far as the lists of stop words go; those of the
# languages with a folder of their own are told there.
_SCRIPTS = {
    "HEBREW": "he", "HANGUL": "ko", "THAI": "th", "ARMENIAN": "hy",
    "BENGALI": "bn", "GUJARATI": "gu", "HIRAGANA": "ja", "KATAKANA": "ja", "CJK": "zh",
}  # fmt: skip
# Scripts that many write: no language need be asked whether it alone does.
_SHARED_SCRIPTS = frozenset({"LATIN", "CYRILLIC", "ARABIC", "DEVANAGARI"})
_ASCII_LETTERS = np.array([chr(code).isalpha() for code in range(128)])
# A script decides from this share of the letters on. Japanese writes more than half in Han.
_DECISIVE = 0.5
_KANA = 0.1
# In running text a quarter of the words and more are function words; far fewer prove nothing.
_THIN = 0.1


def detect_language(text: str) -> str:
    """Return the code of the language that a text is most likely in, or "und".

    A word counts for each language that has it in its list of stop words, the less the more lists
    hold it. No model is loaded, so this takes milliseconds.

    >>> detect_language("Η θάλασσα ήταν ήρεμη.")
    'el'
    >>> detect_language("The sea was calm and it was late.")
    'en'
    """
    sample = plain_text(text)[:_SAMPLE]
    return _language_by_script(sample) or _language_by_function_words(sample)


def _language_by_script(sample: str) -> str | None:
    if sample.isascii():  # Latin, if it has letters at all
        return None
    codes = np.frombuffer(sample.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    plain = np.frombuffer(sample.encode("ascii", "ignore"), dtype=np.uint8)
    letters = Counter(LATIN=int(np.count_nonzero(_ASCII_LETTERS[plain])))
    rest = np.sort(codes[codes >= len(_ASCII_LETTERS)])
    firsts = np.flatnonzero(np.append(True, rest[1:] != rest[:-1]))
    counts = np.diff(firsts, append=len(rest))
    for code, count in zip(rest[firsts].tolist(), counts.tolist(), strict=True):
        script = _script(chr(code))
        if script:
            letters[script] += count
    total = letters.total()
    if total and (letters["HIRAGANA"] + letters["KATAKANA"]) / total > _KANA:
        return "ja"
    script, count = max(letters.items(), key=itemgetter(1))
    if count > _DECISIVE * total and script not in _SHARED_SCRIPTS:
        return _language_of_script(script)
    return None


@lru_cache(maxsize=1 << 12)
def _script(character: str) -> str:
    """Return the script of a letter; "" for a character that is no letter."""
    return unicodedata.name(character, "?").split(" ")[0] if character.isalpha() else ""


def _language_of_script(script: str) -> str | None:
    for code in languages:
        if script in languages[code].scripts:
            return code
    return _SCRIPTS.get(script)


def _language_by_function_words(sample: str) -> str:
    whole = Spans.of([(0, len(sample))])
    starts, ends = scan_sentences(sample, whole, joins_apostrophes=False)[1:]
    numbers, places = kernel.number_distinct_words(sample, starts, ends)
    # The languages of each word, one word after the other.
    words = map(written, kernel.slice_words(sample, starts[places], ends[places]))
    listing = _languages_by_function_word()
    held = [listing.get(word, ()) for word in words]
    sizes = np.fromiter(map(len, held), np.int64, len(held))
    holders = np.array(list(chain.from_iterable(held)), dtype=np.int64)
    codes = _listed_codes()
    counts = np.repeat(np.bincount(numbers, minlength=len(held)), sizes)
    votes = np.bincount(holders, counts / np.repeat(sizes, sizes), minlength=len(codes))
    hits = np.bincount(holders, counts, minlength=len(codes))
    # Equal votes go to the first code in the alphabet, so that the answer never depends on order.
    winner = int(np.argmax(votes))
    return codes[winner] if hits[winner] > _THIN * len(numbers) else UNDETERMINED


@cache
def _listed_codes() -> list[str]:
    """Return the languages that have a list, in the order in which votes are counted."""
    return sorted(listed_languages())


@cache
def _languages_by_function_word() -> dict[str, tuple[int, ...]]:
    """Return for each function word the languages that list it, as places in `_listed_codes`."""
    holders: dict[str, tuple[int, ...]] = {}
    for place, code in enumerate(_listed_codes()):
        alone = (place,)
        # Joined, since many short words take longer to be normalised than a long one.
        listed = "\n".join([word for word in stopword_list(code) if len(word) > 1])
        for word in written(listed).split("\n"):
            held = holders.setdefault(word, alone)
            if held[-1] != place:
                holders[word] = held + alone
    return holders
