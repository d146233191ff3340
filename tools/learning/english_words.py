"""python -m tools.learning.english_words DATA: which English words head no noun phrase.

Writes src/tmima/languages/en_words.json: verbs and adverbs, and adjectives and participles, as far
as their endings do not tell. A word is known by the company of its lower-case form in the parts of
`sections` and `outlines` that are learnt from: what comes behind an article or a preposition and
before a function word or a mark heads a phrase; what comes there before another word modifies one;
what comes behind "to", "will" or "they", and before "the", is a verb.
"""

import re
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from tmima.languages.en import ending_role, function_words
from tmima.languages.language import stopword_list
from tmima.languages.phrases import PhraseKind
from tools.learning.texts import LEARN, sections

HERE = Path(__file__).parents[2] / "src/tmima/languages/en_words.json"
# So often a word must stand in the texts to be told by its company.
_FEWEST = 20
# Of a text, so that conversations do not outweigh everything else.
_MOST_CHARACTERS = 30_000
_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)?|[A-Z][A-Za-z]*|\d+|[.,;:!?()\[\]\"“”—–-]|\n")
_DETERMINERS = frozenset(
    "the a an this these those my your his her its our their some any no each every another both many several few such "
    "one two three".split()
)
_BEFORE_NOUNS = _DETERMINERS | frozenset(
    "of in on for with by from about into between through under over against during without within at as "
    "like than per via toward towards across".split()
)
_BEFORE_VERBS = frozenset(
    "to will would can could should must may might shall i you we they he she it who not don't doesn't didn't can't "
    "won't cannot never let's please i'll we'll you'll they'll it'll i'd we'd you'd".split()
)
_BEFORE_ADJECTIVES = frozenset(
    "is are was were be been being am very so more most too quite really less it's that's they're we're you're i'm "
    "extremely highly pretty".split()
)
_AUXILIARIES = frozenset(
    "is are was were be been has have had will would can could should must may might does do did".split()
)
_AFTER_VERBS = frozenset("me him them us it".split())
_NOT_FUNCTION = frozenset("system case group area problem state number point".split())


@dataclass(slots=True)
class Company:
    """How often a word stands where.

    Attributes:
        all: anywhere.
        determined: behind an article, a preposition or the like.
        head: there, and before a function word or a mark.
        verb: behind what stands before verbs.
        adjective: behind a form of "to be" or an adverb of degree.
        after_word: behind another word in lower case.
        object: before an article or the like.
    """

    all: int = 0
    determined: int = 0
    head: int = 0
    verb: int = 0
    adjective: int = 0
    after_word: int = 0
    object: int = 0

    def kind(self) -> PhraseKind:
        """Return what the word does in phrases."""
        determined, verb = self.determined / self.all, self.verb / self.all
        adjective, takes_object = self.adjective / self.all, self.object / self.all
        # A little of what most words do, as some are rare.
        head = (self.head + 0.9) / (self.determined + 1.5)
        if (
            (verb > 0.25 and determined < 0.07)
            or (takes_object > 0.3 and determined < 0.07)
            or (verb > 0.5 and determined < 0.1)
        ):
            return PhraseKind.BREAK
        if head < 0.36 or (head < 0.5 and adjective > 0.2) or (head < 0.6 and adjective > 0.3):
            return PhraseKind.MODIFIER
        # Gerunds with an object.
        if takes_object > 0.2 and determined < 0.3 and verb < 0.2:
            return PhraseKind.MODIFIER
        if determined < 0.06 and self.after_word / self.all < 0.2:
            return PhraseKind.BREAK
        if determined + 0.5 * self.after_word / self.all < 0.16 and adjective > 0.15:
            return PhraseKind.MODIFIER
        return PhraseKind.NOUN

    def surely_heads(self) -> bool:
        """Tell whether the word often heads phrases."""
        return self.determined >= 10 and self.determined > 0.2 * self.all and self.head > 0.55 * self.determined

    def is_plural(self) -> bool:
        """Tell whether a form in -s is clearly a noun's."""
        nominal = self.determined >= 4 * (self.verb + self.object) and self.determined >= 4
        return nominal and self.object < 0.06 * self.all


def companies(data: Path) -> dict[str, Company]:
    """Count the company of every word of the English texts that are learnt from."""
    function = (frozenset(stopword_list("en")) | _BEFORE_NOUNS | _AUXILIARIES) - _NOT_FUNCTION
    found: dict[str, Company] = defaultdict(Company)
    paths = sorted(path for folder in ("sections", "outlines") for path in (data / folder).glob("*.xz"))
    for path in paths:
        for text in sections(path):
            if text.language == "en" and text.part == LEARN:
                _count(_TOKEN.findall(text.text[:_MOST_CHARACTERS].replace("’", "'")), function, found)
    return found


def _count(tokens: list[str], function: frozenset[str], found: dict[str, Company]) -> None:
    for before, word, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if not word[0].islower() or len(word) < 3:
            continue
        company, left = found[word], before.lower()
        ends = not after[0].isalnum() or after in function
        company.all += 1
        if left in _BEFORE_NOUNS:
            company.determined += 1
            company.head += ends
        elif left in _BEFORE_VERBS:
            company.verb += 1
        elif left in _BEFORE_ADJECTIVES:
            company.adjective += 1
        elif before[0].islower() and left not in function:
            company.after_word += 1
        company.object += after in _DETERMINERS or after in _AFTER_VERBS


def main(data: Path) -> None:
    found = companies(data)
    kinds = {word: one.kind() for word, one in found.items() if one.all >= _FEWEST and "'" not in word}
    for word, kind in list(kinds.items()):
        plural = found.get(f"{word}s")
        # What has a plural that heads phrases is a noun itself ("vegetable", "ship").
        if plural is not None and kinds.get(f"{word}s") is PhraseKind.NOUN:
            fewest = max(_FEWEST, found[word].all / (4 if kind is PhraseKind.MODIFIER else 8))
            nominal = plural.determined >= 0.65 * (plural.determined + plural.verb)
            if kind is not PhraseKind.NOUN and plural.all >= fewest and nominal:
                kinds[word] = PhraseKind.NOUN
        # Against its ending a word is a noun only if it often stands as one ("music", "reply").
        ending = ending_role(word)
        if ending is not PhraseKind.NOUN and kinds[word] is not PhraseKind.BREAK and not found[word].surely_heads():
            kinds[word] = ending
    told = function_words()
    lists = {
        kind.name.lower(): sorted(
            word for word, one in kinds.items() if one is kind and word not in told and ending_role(word) is not kind
        )
        for kind in (PhraseKind.BREAK, PhraseKind.MODIFIER, PhraseKind.NOUN)
    }
    # Forms in -s that are hardly ever verbs.
    lists["plural"] = sorted(
        word
        for word, one in kinds.items()
        if one is PhraseKind.NOUN and word.endswith("s") and word not in told and found[word].is_plural()
    )
    rows = ",\n".join(f'"{name}": "{" ".join(words)}"' for name, words in lists.items())
    HERE.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
    print({name: len(words) for name, words in lists.items()}, HERE.stat().st_size, "bytes", Counter(kinds.values()))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
