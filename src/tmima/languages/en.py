"""English: abbreviations for the general rules, stems by default, noun phrases without a tagger.

What a word does in a phrase is told by closed lists, by the company that it keeps in other texts
(`en_words.json`, which `tools/learning/english_words.py` writes), by its ending, and by what stands
beside it.
"""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from os import PathLike
from pathlib import Path

from tmima.kernel import ALL_CELLS
from tmima.languages.language import LanguageEntry, TalkWords
from tmima.languages.normalise import written
from tmima.languages.phrases import (
    ATTRIBUTIVE,
    HOLLOW,
    MAYBE_VERB,
    Part,
    PartOf,
    PhraseKind,
    role_by_tag,
)
from tmima.text import Analyzer, Sense

# In lower case, without the last stop. A stop after these ends no sentence: a name or a number
# always follows.
ABBREVIATIONS = frozenset(
    """
    adm approx brig capt cf cmdr col cpl dr e.g eg eds ex fig figs fr gen gov hon i.e ie lt maj mlle
    mme mr mrs ms mt mx nos op pp pres prof pvt rep repr rev sect sen sgt st supt viz vol vols
    vs
    """.split()
)

# These may be the last word of a sentence, which then shows in the word that follows.
CLOSING_ABBREVIATIONS = frozenset(
    """
    a.d a.m al apr assn aug ave b.a b.c b.c.e bldg blvd bros c.e ca co corp dec dept dist ed est etc
    feb ft inc inst jan jr jul jun kg km ltd m.a m.d mar min mm mph no nov oct p p.m p.s pct ph.d
    pt rd sec sep sept sq sr tel u.k u.n u.s u.s.a univ yd
    """.split()
)


def analyzer(
    *,
    normalise: str | None = None,
    stopwords: Iterable[str] | None = None,
    tagger: str | PathLike[str] | None = None,
) -> Analyzer:
    """Return the analyzer for English, which has no tagger."""
    from tmima.languages.language import Language
    from tmima.languages.rules import RuleAnalyzer

    english = Language(
        code=LANGUAGE.code,
        normalise="stem",
        abbreviations=ABBREVIATIONS,
        closing_abbreviations=CLOSING_ABBREVIATIONS,
        joins_apostrophes=True,
    )
    return RuleAnalyzer(english, normalise=normalise, stopwords=stopwords)


def _word_set(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


_LISTS = (
    (PhraseKind.LINK, _word_set("of")),
    (PhraseKind.AND, _word_set("and")),
    (PhraseKind.ARTICLE, _word_set("the a an")),
    (
        PhraseKind.BEFORE_VERB,
        _word_set(
            "i you he she it we they who to not will would can could may might must shall should",
            "do does did don't doesn't didn't can't couldn't won't wouldn't shouldn't never let's",
            "let i'll you'll he'll she'll it'll we'll they'll i'd you'd he'd she'd we'd they'd",
            "i've you've we've they've please always often just also help helped",
        ),
    ),
    (
        PhraseKind.AFTER_VERB,
        _word_set(
            "my your his her its our their this that these those him them me us itself himself",
            "herself themselves himself yourself myself some any each every all another",
        ),
    ),
    # Common verbs and adverbs, and what talk is full of, that the list of stop words leaves.
    (
        PhraseKind.BREAK,
        _word_set(
            "include includes included including provide provides occur occurs occurred remain",
            "remains remained require requires required allowed called led held met brought",
            "bought told lost wrote written built spent guess gonna wanna gotta kinda bit lot lots",
            "stuff sort people person time times day days today yesterday tomorrow sit sits sat",
            "add adds added leave leaves left stay stays stayed speak spoke spoken eat ate",
            "talk talking talked hear heard stand stands stood run ran pay paid sell sold grow",
            "grew grown fall fell fallen write writes read reads learn learnt learned bring brings",
            "send sends sent lie lay lies rise raise catch caught teach taught fought",
            "choose chose chosen spend leads hold holds lose loses build builds agree agreed",
            "decide decided seek sought carry carried happen happens happened consist consists",
            "consisted appear appears appeared suggest suggests suggested consider considered",
            "argue argues argued claim claims claimed depend depends refer refers referred relate",
            "describes described produce produces create creates created receive receives received",
            "continue continues continued move moves moved live lives lived die died born become",
            "rode drove flew threw drew shook took sang swam woke wore tore swore stole froze",
            "shone hung dug stuck struck swept slept wept crept kept bent rang sank sprang hid",
            "dealt ridden driven flown thrown drawn shaken taken sung worn torn sworn stolen",
            "frozen hidden",
            "worth able unable aware sure fine nice pretty bad wrong",
            "okay alright cool yep basically probably definitely obviously anyway mister",
            "mr mrs ms dr sir madam yes please thank thanks hello bye half couple dozen hundred",
            "thousand million billion works",
            "great good nice funny favorite favourite interesting cool amazing awesome different",
            "certain particular specific various several many whole entire actual same own similar",
            "current next last previous following recent important major best better multiple",
            "first huge tiny weird crazy popular way ways thing things",
            "coming going doing getting trying saying looking happening wanting",
            "whereas despite amid unlike upon toward towards beneath among amongst across along",
        ),
    ),
)  # fmt: skip
_FUNCTION = {word: kind for kind, words in _LISTS for word in words}
# On the list of stop words, but parts of phrases: never enough for one.
_COMMON_NOUNS = _word_set(
    "area areas case cases example face fact group groups home importance information interest",
    "interests member members number numbers order page part parts place places point points",
    "problem problems research result results room rooms side sides state states system systems",
    "thought thoughts value view water work world year years",
)
_COMMON_MODIFIERS = _word_set(
    "second third new old young small large little high low early late",
    "general open long short hard easy quick slow big tall",
)
# Before "of", they say nothing: "number of ships".
_HOLLOW = _word_set(
    "number numbers part parts portion majority amount amounts rest bunch ton tons couple set sets",
    "piece pieces kind kinds sort sorts lack goal goals series range variety subset list copy",
)
# Behind a hyphen, they stand before nouns: "client-side rendering", "a people-first culture".
_ATTRIBUTIVE = _word_set(
    "first last like side wide specific only term level scale end style class based time range",
    "sized size type free party hand",
)
_COMMON = _COMMON_NOUNS | _COMMON_MODIFIERS
# Before a noun, never one: "famous", but not "bus".
_MODIFIER_ENDINGS = ("ous", "ful", "less", "able", "ible", "al", "ic", "ive", "ed")
_NOUNS_IN_ED = _word_set(
    "bed seed speed breed weed reed need feed greed creed deed shed sled steed"
)
_NOUNS_IN_LY = _word_set(
    "ally anomaly assembly belly bully butterfly family folly jelly melancholy monopoly rally",
    "reply supply",
)
_NOUNS = _NOUNS_IN_ED | _NOUNS_IN_LY
# What stands before a noun that is counted, and what before one that needs such a word.
_COUNTING = _word_set("a an each every another")
_DETERMINERS = _COUNTING | _word_set("the this that my your his her its our their any which")
_LEAST_DETERMINED = 0.75
# What ends so has a plural of its own, or none, or is one.
_OWN_PLURALS = tuple(
    "s man child person people foot tooth mouse goose f fe o um ing ness ware information advice "
    "research data series species".split()
)
_SHORTEST = 5
# No third person ends so.
_NO_VERB = ("ss", "us", "is", "ics")
_POSSESSIVE = "'s"


def phrase_role(word: str, sense: Sense) -> Part:
    """Return the role of a word in noun phrases.

    A capital makes a name of any content word, and of a stop word (*York* and *New*, *Stamp* and
    *Act*) that only stands beside one; the caller, who sees its neighbours, decides.

    >>> words = ("famous", "ship", "slowly", "effective", "certificates", "offers")
    >>> [phrase_role(word, Sense(word, "", True)).kind.name for word in words]
    ['MODIFIER', 'NOUN', 'BREAK', 'MODIFIER', 'NOUN', 'BREAK']
    >>> phrase_role("baker's", Sense("baker", "", True)).kind.name
    'MODIFIER'
    >>> phrase_role("States", Sense("states", "", False)).kind.name
    'NAME'
    """
    form = written(word)
    part = _part(form, word, sense)
    return part._replace(cells=part.cells | ATTRIBUTIVE) if form in _ATTRIBUTIVE else part


def _part(form: str, word: str, sense: Sense) -> Part:
    listed = _FUNCTION.get(form)
    if listed is not None:
        return Part(listed)
    if sense.tag:
        return Part(role_by_tag(sense))
    if word != word.lower():
        return Part(_role_with_capital(form, sense))
    if form in _COMMON:
        kind = PhraseKind.NOUN if form in _COMMON_NOUNS else PhraseKind.MODIFIER
    elif form in _HOLLOW:
        kind = PhraseKind.NOUN
    elif not sense.kept:
        return Part(PhraseKind.BREAK)
    else:
        known = _known_words().get(form)
        kind = ending_role(form) if known is None else known
        verbal = kind is PhraseKind.NOUN and form.endswith("s") and not form.endswith(_NO_VERB)
        if known is None and verbal:
            return Part(kind, ALL_CELLS | MAYBE_VERB)
    return Part(kind, ALL_CELLS | HOLLOW if form in _HOLLOW else ALL_CELLS)


def _role_with_capital(form: str, sense: Sense) -> PhraseKind:
    if "'" in form and not sense.kept:
        return PhraseKind.BREAK
    return PhraseKind.MODIFIER if form.endswith(_POSSESSIVE) else PhraseKind.NAME


def ending_role(form: str) -> PhraseKind:
    """Return the role of a word that is on no list, by its ending."""
    if "'" in form:
        return PhraseKind.MODIFIER if form.endswith(_POSSESSIVE) else PhraseKind.BREAK
    if len(form) < _SHORTEST or form in _NOUNS:
        return PhraseKind.NOUN
    if form.endswith("ly"):
        return PhraseKind.BREAK
    return PhraseKind.MODIFIER if form.endswith(_MODIFIER_ENDINGS) else PhraseKind.NOUN


def function_words() -> frozenset[str]:
    """Return the words whose role is told by closed lists, whatever company they keep."""
    return frozenset(_FUNCTION) | _COMMON


def plural(word: str, before: Sequence[str]) -> str:
    """Return the plural of a noun that is counted, by the words that stand before it.

    >>> plural("check", ["a", "the"]), plural("check", ["the", "the"]), plural("rice", ["some"])
    ('checks', '', '')
    >>> plural("query", ["each"]), plural("boss", ["a"]), plural("gas", ["a"])
    ('queries', 'bosses', '')
    """
    counted = sum(one in _COUNTING for one in before)
    determined = sum(one in _DETERMINERS for one in before)
    if not counted or determined < _LEAST_DETERMINED * len(before):
        return ""
    if word.endswith(("ss", "x", "z", "ch", "sh")):
        return f"{word}es"
    if word.endswith(_OWN_PLURALS):
        return ""
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


@cache
def _known_words() -> dict[str, PhraseKind]:
    """Return the words that are known by their company, where their endings tell otherwise."""
    lists = json.loads(Path(__file__).with_name("en_words.json").read_bytes())
    plurals = dict.fromkeys(lists.pop("plural").split(), PhraseKind.NOUN)
    return plurals | {
        word: PhraseKind[kind.upper()] for kind, row in lists.items() for word in row.split()
    }


def _phrase_roles() -> PartOf:
    return phrase_role


TALK = TalkWords(
    introduces=r"i'm|i am|my name is|my name's|joined (?:today |again )?by|"
    r"with (?:me|us) (?:today )?(?:is|are)|co-?hosts?,?(?: is)?|your hosts?,?|"
    r"guests?,?(?: today)?(?: is)?,?|thanks,|thank you,?|hey,?|hi,?|hello,?|"
    r"welcome,?|mr\.?|mrs\.?|ms\.?|dr\.?",
    shows=r"welcome (?:back )?to(?: the| another episode of(?: the)?)?|"
    r"(?:episode|edition) of(?: the)?|listening to(?: the)?|tuned? in(?:to)?(?: to)?(?: the)?",
    greets=r"\bwelcome (?:back |everyone|everybody|to)|\bhello\b|\bhi,? (?:every|all|there|folks)|"
    r"\bgood (?:morning|afternoon|evening)|\bthanks for (?:joining|tuning|being|having)|"
    r"\bmy name is\b|\byour host\b",
    thanks_sponsors=r"\bsponsor(?:s|ed)?\b|\bbrought to you by\b|\bpromo code\b|\bad break\b|"
    r"\bcoupon\b|\bfree trial\b|\bback (?:right )?after\b",
    says_farewell=r"\bthank(?:s| you)(?: all| so much| very much| everyone| everybody)* for "
    r"(?:listening|watching|joining|tuning|coming|having|being)|\bsee you (?:next|soon|all|later)|"
    r"\b(?:good)?bye\b|\bnext (?:time|week|episode)\b|\btake care\b",
    greeting="Intro",
    sponsors="Break",
    farewell="Outro",
    breaks=frozenset("break sponsor sponsors ad ads advertisement".split()),
)

LANGUAGE = LanguageEntry(
    code="en",
    analyzer=analyzer,
    aliases=("eng",),
    stemmer="english",
    parts=_phrase_roles,
    plural=plural,
    conjunction="and",
    introduction="Introduction",
    talk=TALK,
)
