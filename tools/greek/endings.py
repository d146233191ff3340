"""Count which endings of the lexicon's forms go with which class and lemma: the guesser's table.

    python -m tools.greek.endings LEXICON.bin -o endings.json

An ending of one to six letters is kept when at least `--least` forms have it and its usual reading
differs from that of the next shorter ending. Forms count once each, whatever their frequency: the
words the guesser meets are rare ones. Names are left out (a capital tells them) and so are
participles read as verbs.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

from tmima.languages.el import accents
from tmima.languages.el.characters import accentless_key
from tmima.languages.el.dictionary import LONGEST, SHORTEST_STEM, Lexicon, Rule


def _shared(one: str, other: str) -> int:
    """Give the length of the common beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def count(lexicon: Lexicon) -> dict[str, Counter[Rule]]:
    """Count the rules by ending."""
    counts: dict[str, Counter[Rule]] = defaultdict(Counter)
    # Of rules that are equally usual the first one met is taken: this order decides.
    for form in sorted(lexicon, key=lambda form: (accentless_key(form), form)):
        seen: set[str] = set()
        bare = accents.without_accents(form)
        for tag, lemma, _, participle in lexicon.lookup(form):
            if tag == "PROPN" or participle or tag in seen:
                continue
            seen.add(tag)
            bare_lemma = accents.without_accents(lemma)
            stem = _shared(bare, bare_lemma)
            rule = (tag, len(form) - stem, bare_lemma[stem:], accents.accented_syllable(lemma))
            for length in range(max(1, rule[1]), min(LONGEST, len(form) - SHORTEST_STEM) + 1):
                counts[form[-length:]][rule] += 1
    return counts


def choose(counts: dict[str, Counter[Rule]], least: int, share: float) -> dict[str, list[Rule]]:
    """Keep the endings that say something their shorter selves do not."""
    table: dict[str, list[Rule]] = {}
    for ending in sorted(counts, key=len):
        rules = counts[ending]
        total = sum(rules.values())
        if total < least:
            continue
        best: dict[str, Rule] = {}
        for rule, number in rules.most_common():
            if rule[0] not in best and number >= share * total:
                best[rule[0]] = rule
        shorter = next((table[ending[i:]] for i in range(1, len(ending)) if ending[i:] in table), [])
        if best and list(best.values()) != shorter:
            table[ending] = list(best.values())
    return table


def main(arguments: list[str]) -> None:
    """Build the table and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lexicon", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--least", type=int, default=40)
    parser.add_argument("--share", type=float, default=0.15)
    options = parser.parse_args(arguments)
    table = choose(count(Lexicon.open(options.lexicon)), options.least, options.share)
    text = json.dumps(dict(sorted(table.items())), ensure_ascii=False, separators=(",", ":"))
    options.output.write_text(text + "\n", encoding="utf-8")
    sys.stderr.write(f"{len(table)} endings\n")


if __name__ == "__main__":
    main(sys.argv[1:])
