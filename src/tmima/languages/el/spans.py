"""Where sentences and words of a Greek text begin and end, in the text as it was given.

A run of ``. ! ? ; …`` (and U+037E, the Greek question mark) is a candidate, with the quotation
marks and brackets that close after it. It ends a sentence unless a lower-case letter follows, or
the stop belongs to an abbreviation, an initial, a number or the enumerator of a paragraph. The ano
teleia, the colon and a line break are no ends: a caller splits paragraphs and headings first.

Every test looks at a bounded stretch around the candidate, so the time is linear in the text.

Of abbreviations, in lower case and without the last stop: after a `LEADING` one the sentence goes
on: something belongs to it (κ. Παπαδόπουλος, σελ. 5, ο Γιάννης). A `CLOSING` one stands at the end
of what it belongs to (κ.λπ., 40 χλμ., το 44 π.Χ.), so a capital after it begins a new sentence. The
`UNITS` lead, but close after a number (στρ. Παπάγος, 12 στρ.).

Words keep the combining accents and invisible characters typed inside them; elided words keep their
apostrophe (σ' αυτό, απ'τα: two words each; να 'ρθω: two); numbers, dates, hours, percentages and
ordinals (22ος) are one word each, and so are hyphenated words, abbreviations with their stops,
addresses and runs of one punctuation mark. Every character that is no white space belongs to
exactly one word.
"""

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final, cast

import regex

from tmima.kernel import CharacterKind
from tmima.kernel.arrays import Classes
from tmima.languages.el.characters import accentless_key, normalise
from tmima.languages.el.word_lists import CLOSED, FORM_BY_KEY
from tmima.text import character_classes

# First names cut short (ο Χρ. Νικολάου, η Ελ. Σταύρου).
_FIRST_NAMES: Final = frozenset(
    """
    αγγ αθ αθαν αικ αλ αλεξ αλκ αναστ ανδρ αντ αντων απ αποστ αριστ αστ βαγγ βασ βαρβ βικτ γεράσ
    γερ γεώργ γεωργ γιάνν γιαν γιώργ γρηγ δημ δημήτρ δημοσθ διαμ διον ειρ ελ ελευθ ελπ εμμ εμμαν
    επαμ ευάγγ ευαγγ ευθ ευστ ευτ ευφ ζαχ ηλ ηρ θαν θεμ θεόδ θεοδ θεοφ θωμ ιάκ ιακ ιωάν ιω
    κλεάν κων κωνστ κυρ λαζ λεων μαν μαργ μαρ μενέλ μενελ μιλτ μιχ ναπ νεκτ νικ νικόλ ξεν
    οδ οδυσ παναγ παντ παρασκ πασχ περικλ πέτρ πετρ ραλ σάβ σαβ σοφ σπ σπυρ στ σταμ σταύρ σταυρ
    στέλ στέφ στεφ στυλ σωκρ σωτ τηλέμ τιμ τρ τρύφ φιλ φίλ φωτ χαρ χαράλ χαραλ χρ χρήστ χριστ χρυσ
    """.split()
)

LEADING: Final = _FIRST_NAMES | frozenset(
    """
    κ κα κος κες κκ κας δις δίδα δνίς δρ καθ καθηγ σεβ παν αγ αρχ αρχιμ αρ αρ.φ αριθ αρθ άρθ άρθρ
    βλ γεν γερμ γρ δηλ διευθ διεύθ εδ εδάφ ελλ εκδ ένθ.αν επ επιμ επιστ ημ ημερ θεσ θρ ιερ κεφ λ
    λ.χ λεωφ μακαρ μητρ μτφ μτφρ μετ μετάφρ μον μπ ν.δ ο.π ό.π ολ όπ όπ.π π παπ παρ παράγρ πβ πβλ
    περ πλ πρ πρβ πρβλ πρωθ πρωτ π.χ π.δ προφ ρ σ σελ σημ στρ συγγ συμπλ συν τ τετρ τηλ τόμ τομ τχ
    τεύχ υπ υπουργ υποσ υποστρ υφ υφυπ φ φρ φυλ χγφ χιλ ψ πχ π.υ φεκ ν ά α β γ δ ε vs dr mr mrs ms
    prof st no vol pp p cf ιαν φεβ φεβρ μαρτ απρ ιουν ιούν ιουλ ιούλ αυγ σεπ σεπτ οκτ νοε νοέμ νοεμ
    δεκ
    """.split()
)

# Leading ones that are also measures after a number.
UNITS: Final = frozenset("στρ γρ χιλ σελ σ λ τόμ τομ".split())

# π.χ. (for example) leads; π.Χ. (before Christ) closes.
ERA: Final = "π.Χ"

CLOSING: Final = frozenset(
    """
    κ.λπ κλπ κ.λ.π κ.τ.λ κτλ κ.ά κ.α κ.ο.κ κοκ κ.τ.ό κ.τ.ο κ.τ.π κ.τ.τ κ.ε κ.εξ κ.επ κ.έ εξ μ.χ
     μ.μ π.μ χλμ χλγ μέτρ εκ εκατ δισ δισεκ τρισ τρισεκ δολ δρχ ευρ λεπ δευτ αι τ.μ
    τ.χλμ τ.ε κ.μ κυβ χγρ κιλ λίτρ ώρ βαθμ μ χμ χλ χιλστ στρμ α.ε α.ε.β.ε ο.ε ε.ε ε.π.ε ε.ε.τ
    ι.κ.ε α.β.ε.ε ν.π.δ.δ ν.π.ι.δ ο.τ.α inc ltd co corp etc jr sr a.m p.m
    """.split()
)

# Closers may stand apart from the stop in carelessly set text; only a guillemet (or ”) is then sure
# to close.
_STOP: Final = re.compile("[.!?;\u037e\u2026\u203c-\u2049]")  # the first of a candidate
_CANDIDATE: Final = regex.compile(
    r"""(?P<stop>[.!?;\u037e\u2026\u203c-\u2049]++)      # the stops
        (?P<close>(?:['"”’»›)\]}*]|\p{Cf})*+(?:[\s\x1c-\x1f]{0,3}[»”])*+)  # what closes after them
        (?P<gap>[\s\x1c-\x1f]*+)""",
    regex.VERBOSE,
)
_OPENERS: Final = frozenset("«»\"“”„‘’'‹([{-–—―•*…·\u00ad\u200b\ufeff")
_WORD_BEFORE: Final = regex.compile(r"[\p{L}\p{M}\p{Cf}](?:[\p{L}\p{M}\p{Cf}\d]|\.(?=\p{L}))*+$")
_ENUMERATOR: Final = regex.compile(
    r"[(«\s]*(?:\d{1,3}(?:\.\d{1,3})*|[Α-Ωα-ωA-Za-z]΄?|[IVXLΙΧ]{1,6}|[α-ω]{2})"
)
_NEXT_WORD: Final = regex.compile(r"[\p{L}\p{M}\p{Cf}]{1,24}")
_ADDRESS: Final = regex.compile(r"[\w-]\.[a-z]{2,}$")  # paradeigma.gr, of a site or mailbox
_AFTER_NUMBER: Final = regex.compile(r"\d[\s\x1c-\x1f]{0,3}$")
_LOOK_BACK: Final = 40
# Normalising may drop a mark or two, never this many letters.
_SHORT_WORDS: Final = CLOSING | UNITS | LEADING
_LONGEST_SHORT_WORD: Final = max(map(len, _SHORT_WORDS)) + 2
_LOOK_AHEAD: Final = 12
_REMEMBERED: Final = 1 << 14


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Give the spans of the sentences of a paragraph: tight, in order, all non-blank text covered.

    >>> text = "Ήρθε ο κ. Λάμπρου. Πού ήταν; «Εδώ!» είπε."
    >>> [text[start:end] for start, end in split_sentences(text)]
    ['Ήρθε ο κ. Λάμπρου.', 'Πού ήταν;', '«Εδώ!» είπε.']
    """
    spans: list[tuple[int, int]] = []
    begin, last = len(text) - len(text.lstrip()), len(text.rstrip())
    done = 0
    for stop in _STOP.finditer(text):
        at = stop.start()
        if at < done:
            continue
        if at + 1 == last:
            break
        ends = _is_plain_sentence_end(text, begin, at)
        if ends is not None:
            done = at + 2
            if ends:
                spans.append((begin, at + 1))
                begin = at + 2
            continue
        match = cast("regex.Match[str]", _CANDIDATE.match(text, at))
        end, done = match.end("close"), match.end()
        if done >= last:
            break
        if match.start() > begin and _is_sentence_end(text, begin, match):
            spans.append((begin, end))
            begin = match.end()
    if begin < last:
        spans.append((begin, last))
    return spans


def _is_plain_sentence_end(text: str, begin: int, stop: int) -> bool | None:
    """Return whether a stop ends a sentence in the common cases, None where rules must decide.

    The answer is the one that the rules would give, but quicker. Common are a stop before a blank
    and a letter, or right before a letter or digit, if the word before it is no abbreviation.
    """
    after = text[stop + 1 : stop + 3]
    if after[:1] != " ":
        return False if after[:1].isalnum() and not after[0].isupper() else None
    letter = after[1:]
    if letter.islower() and letter.isalpha():
        return False
    if not letter.isupper() or stop - begin <= _LOOK_AHEAD:
        return None
    if text[stop] != ".":
        return True
    start = text.rfind(" ", stop - _LOOK_BACK if stop - _LOOK_BACK > begin else begin, stop) + 1
    return True if start and _is_plain_word(text[start:stop]) else None


@lru_cache(maxsize=_REMEMBERED)
def _is_plain_word(word: str) -> bool:
    """Tell whether a stop after a word is its sentence's: of two letters, and no abbreviation."""
    if len(word) < 2 or not word.isalpha():
        return False
    return len(word) > _LONGEST_SHORT_WORD or normalise(word) not in _SHORT_WORDS


def _is_sentence_end(text: str, begin: int, match: "regex.Match[str]") -> bool:
    stop, closed = match.group("stop"), match.start("close") != match.end("close")
    spaced = match.start("gap") != match.end("gap")
    following = _first_letter(text, match.end())
    if following is not None and (
        text[following].islower() or (not spaced and not text[following].isupper())
    ):
        return False
    if stop == "." and not closed:
        return _full_stop_ends(text, begin, match.start(), match.end(), spaced, following)
    if not spaced:
        return _is_missing_space(text, match.start(), match.end())
    return True


def _first_letter(text: str, position: int) -> int | None:
    """Find the first letter or digit after opening quotes, brackets and dashes."""
    limit = min(len(text), position + _LOOK_AHEAD)
    for index in range(position, limit):
        char = text[index]
        if char.isalnum():
            return index
        if not (char in _OPENERS or char.isspace() or unicodedata.category(char) == "Cf"):
            return None
    return None


def _full_stop_ends(
    text: str, begin: int, stop: int, after: int, spaced: bool, following: int | None
) -> bool:
    if stop - begin <= _LOOK_AHEAD and _ENUMERATOR.fullmatch(text, begin, stop):
        return False
    earliest = max(begin, stop - _LOOK_BACK)
    start = text.rfind(" ", earliest, stop) + 1
    if not (start and text[start:stop].isalpha()):
        word = _WORD_BEFORE.search(text, earliest, stop)
        if word is None:
            return spaced
        start = word.start()
    elif stop - start > _LONGEST_SHORT_WORD and not text[stop - 1].isascii():
        return spaced or _is_missing_space(text, stop, after)
    shape = text[start:stop]
    form = normalise(shape)
    if form in CLOSING or shape == ERA or ("." in shape and _ADDRESS.search(shape)):
        return spaced
    if form in UNITS and _AFTER_NUMBER.search(text, max(begin, start - 4), start):
        return spaced and following is not None and text[following].isupper()
    if form in LEADING and not shape.isupper():
        return False
    if "." in form or (len(shape) == 1 and shape.isupper()):
        # Initials: a name follows them. A new sentence shows when it begins with a function word.
        return spaced and following is not None and _begins_with_function_word(text, following)
    return spaced or _is_missing_space(text, stop, after)


def _begins_with_function_word(text: str, position: int) -> bool:
    word = _NEXT_WORD.match(text, position)
    if word is None or text.startswith(".", word.end()):  # one more initial
        return False
    form = normalise(word.group())
    if word.group().isupper():
        form = FORM_BY_KEY.get(accentless_key(form), form)
    readings = CLOSED.get(form, ())
    return bool(readings) and readings[0].tag != "INTJ"


def _is_missing_space(text: str, stop: int, after: int) -> bool:
    """Tell whether a blank was forgotten: a stop between a small and a capital Greek letter."""
    before, word = text[max(0, stop - 3) : stop], text[after : after + 2]
    return (
        len(before) == 3
        and before.isalpha()
        and before.islower()
        and word.isalpha()
        and word[0].isupper()
        and word[0] > "\u036f"
        and (len(word) < 2 or word[1].islower() or word[0] in "ΟΗ")
    )


_APOSTROPHES: Final = "'\u2019\u2018\u02bc\u1fbd\u1fbf\u00b4\u0384\u0374\u2032"
_SPACE: Final = r"\s\x1c-\x1f"  # what str.isspace calls white space
_LETTER: Final = r"\p{L}[\p{M}\p{Cf}]*+"


def _alternation(forms: list[str]) -> str:
    return "|".join(regex.escape(form) for form in sorted(forms, key=len, reverse=True))


# Words that lose their last vowel before a vowel, and those that lose their first one after it.
_ELIDED: Final = [
    form[:-1] for form in CLOSED if form[-1] == "'"
] + "δω φέρ δώσ πάρ άσ κάν πες".split()
_CUT: Final = [form[1:] for form in CLOSED if form[0] == "'"]
# Abbreviations of one word keep their stop; those with inner stops are covered by the letter-stop
# pattern.
_ABBREVIATED: Final = [form for form in LEADING | CLOSING if len(form) > 1 and "." not in form]
LONGEST_SHORT: Final = max(map(len, [*_ABBREVIATED, *_ELIDED]))
_MIXED: Final = [form for form in LEADING | CLOSING if regex.search(r"\w\w\.|\.\w\w", form)]

_COMMON: Final = r"[A-Za-z\u0386\u0388-\u03ce]"
_NO_END: Final = rf"[\w\p{{M}}\p{{Cf}}.@{_APOSTROPHES}\u2010\u2011\-]"
_MARKS: Final = '[,;:!«»()"“”„–—…]'

# The first two alternatives are the common cases, which `word_classes` tells a scanner; the others,
# slower to try, see what they leave.
_TOKEN: Final = regex.compile(
    rf"""
      {_COMMON}++(?!{_NO_END}|,τι\b)
    | {_MARKS}(?=[{_SPACE}\p{{L}}])
    | (?:https?://|www\.)[^{_SPACE}«»"<>]*[\w/]                           # web addresses
    | (?<![\w.+-])[\w.+-]{{1,64}}+@[\w-]{{1,64}}+(?:\.\w{{1,64}})++   # mail addresses
    | [όΌ],τι\b | [οΟ]\u0301,τι\b                                    # the pronoun ό,τι, not ότι
    | (?<!\w)(?i:{_alternation(_ELIDED)})[{_APOSTROPHES}]                # σ' απ' γι'
    | (?<![\w{_APOSTROPHES}])[{_APOSTROPHES}](?i:{_alternation(_CUT)})(?!\w)   # 'ναι 'ρθω
    | (?<!\w)(?i:{_alternation(_MIXED)})\.                               # κ.λπ. αρ.φ.
    | (?<!\w)(?:{_LETTER}\.){{2,12}}+(?!\w)                            # π.χ. Η.Π.Α.
    | (?<!\w)(?i:{_alternation(_ABBREVIATED)})\.(?!\w)                   # σελ. δηλ.
    | (?<!\w)\p{{L}}\.(?=\s?\p{{Lu}})                                # initials
    | \d++(?:[.,:/-]\d++)*+(?:%|‰|(?:{_LETTER}){{1,3}}+(?!\w)|[{_APOSTROPHES}](?!\w))?+
    | \p{{Lu}}[{_APOSTROPHES}](?![\w])                               # Γ' as a numeral
    | (?:{_LETTER}|_)(?:{_LETTER}|[\d_]|[-\u2010\u2011{_APOSTROPHES}](?=\p{{L}}))*+     # words
    | (?P<mark>[^\w{_SPACE}])(?P=mark)*+                                  # punctuation
    | [^{_SPACE}]
    """,
    regex.VERBOSE,
)


def spans(text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    """Give the spans of the words of ``text[start:end]``, as offsets into `text`.

    >>> text = "Απ' το 22ο λεπτό, σ'αυτό: 3,5%."
    >>> [text[start:stop] for start, stop in spans(text)]
    ["Απ'", 'το', '22ο', 'λεπτό', ',', "σ'", 'αυτό', ':', '3,5%', '.']
    """
    return [
        match.span() for match in _TOKEN.finditer(text, start, len(text) if end is None else end)
    ]


def next_word(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the first word of a stretch of text."""
    # The ends of sentences, quickly: a word before a stop before a blank.
    stop = text.find(".", start, start + LONGEST_SHORT + 1)
    if 0 <= stop < end and (stop + 1 == end or text[stop + 1] == " "):
        word = text[start:stop]
        if stop > start + 1 and word.isalpha() and (not start or text[start - 1] == " "):
            return [(start, stop + _is_abbreviation(word))]
    match = _TOKEN.search(text, start, end)
    return [match.span()] if match else []


@lru_cache(maxsize=_REMEMBERED)
def _is_abbreviation(word: str) -> bool:
    """Tell whether a word of several letters is an abbreviation, to which the stop belongs."""
    match = _TOKEN.search(f"{word}. ")
    return match is not None and match.end() > len(word)


@cache
def word_classes() -> Classes:
    """Return the `CharacterKind` of each character by code point, from the pattern's usual cases.

    A comma before a letter may be that of ό,τι; what has no kind is none of the common cases.
    """
    return character_classes(
        {
            f"[{_SPACE}]": CharacterKind.SKIPPED,
            _COMMON: CharacterKind.FIRST | CharacterKind.INSIDE,
            r"\d": CharacterKind.DIGIT,
            "[.,:/-]": CharacterKind.DIGIT_JOINING,
            _NO_END: CharacterKind.BLOCKING,
            "[%‰+]": CharacterKind.BLOCKING,  # of percentages and addresses
            _MARKS: CharacterKind.MARK,
            rf"[^\w\p{{Cf}}{_SPACE}]": CharacterKind.STOP,
            ",": CharacterKind.TOUCHING,
            r"\p{L}": CharacterKind.LETTER,
            r"[\s\S]": CharacterKind.OTHER,
        }
    )
