"""Measure the Greek analysis on treebanks: tags, lemmas, sentences and speed.

    make eval-greek, or python -m benchmarks.greek [--data DIR] [--tagger FILE]

The treebanks are looked for in ``DIR/ud``; DIR is `--data`, the environment variable TMIMA_DATA, or
``../shared/data``. Nothing is learnt from them here.

How the scores are taken:

- The written tokens of the treebank are tagged as they stand. A multiword token (στην) is tagged
  once and scored for each of its syntactic words (σ, την), which the treebank counts too.
- keep: F1 of NOUN, PROPN, VERB, ADJ, ADV against the rest. classes: accuracy over NOUN+PROPN, VERB,
  ADJ, ADV and the rest. lemma: F1 of kept words with the right lemma, compared in lower case. A
  word that the treebank tags X is not scored.
- sentences: F1 of the places where a sentence ends. The raw text is the sentences' texts joined by
  a blank, a text per document. The treebanks do not keep line breaks, so paragraphs are guessed
  from the reference: "headings" starts a new one after a sentence that ends in a letter or a figure
  (a title, a date); "unstopped" after any that has no stop at its end, a colon or an ano teleia say
  (the splitter takes neither for an end); "joined" never. "no small letters" is as "headings", with
  the sentences that begin with a small letter joined to the one before (the splitter never cuts
  there).
- words per second: written tokens, one core, first with an empty memory, then again.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tmima.formats.conllu import ConlluSentence, read
from tmima.languages.el.analysis import load_tagger
from tmima.languages.el.characters import accentless_key
from tmima.languages.el.spans import split_sentences

CLASSES = {"NOUN": "noun", "PROPN": "noun", "VERB": "verb", "ADJ": "adjective", "ADV": "adverb"}
TREEBANKS = ("el_gdt-ud-dev", "el_gud-ud-train")
APART = ("headings", "unstopped", "joined")
Tag = Callable[[Sequence[str]], list[tuple[str, str]]]
TagAll = Callable[[Sequence[Sequence[str]]], object]


@dataclass
class Counts:
    """What the scores are computed from."""

    words: int = 0
    right: int = 0
    kept_truly: int = 0
    kept: int = 0
    kept_both: int = 0
    lemma_right: int = 0

    def add(self, tag: str, lemma: str, gold_tag: str, gold_lemma: str) -> None:
        """Count one word."""
        truth, guess = CLASSES.get(gold_tag), CLASSES.get(tag)
        both = truth is not None and guess is not None
        self.words += 1
        self.right += truth == guess
        self.kept_truly += truth is not None
        self.kept += guess is not None
        self.kept_both += both
        self.lemma_right += both and lemma.lower() == gold_lemma.lower()

    def row(self) -> tuple[float, float, float]:
        """Give keep F1, accuracy over the classes and F1 of kept words with the right lemma."""
        kept = max(1, self.kept + self.kept_truly)
        return (
            200 * self.kept_both / kept,
            100 * self.right / max(1, self.words),
            200 * self.lemma_right / kept,
        )


def score_tags(tag: Tag, sentences: list[ConlluSentence]) -> Counts:
    """Tag the sentences and count."""
    counts = Counts()
    for sentence in sentences:
        answers = tag([token.text for token in sentence.tokens])
        for token, (guess, lemma) in zip(sentence.tokens, answers, strict=True):
            for _, gold_lemma, gold_tag in token.words:
                if gold_tag != "X":
                    counts.add(guess, lemma, gold_tag, gold_lemma)
    return counts


def ends_paragraph(text: str, apart: str) -> bool:
    """Tell whether a sentence ends a paragraph of the rebuilt text; `apart` says which do."""
    if apart == "headings":
        return text[-1:].isalnum()
    return apart == "unstopped" and not any(mark in text[-3:] for mark in ".!;?…")


def paragraphs(sentences: list[ConlluSentence], apart: str) -> Iterator[list[str]]:
    """Put the sentences' texts together again as paragraphs."""
    texts: list[str] = []
    for sentence in sentences:
        if sentence.new_document and texts:
            yield texts
            texts = []
        texts.append(sentence.text)
        if ends_paragraph(sentence.text, apart):
            yield texts
            texts = []
    if texts:
        yield texts


def joined(sentences: list[ConlluSentence]) -> list[ConlluSentence]:
    """Join each sentence that begins with a small letter to the one before it."""
    result: list[ConlluSentence] = []
    for sentence in sentences:
        letter = next((char for char in sentence.text if char.isalpha()), "Α")
        if letter.islower() and result and not sentence.new_document:
            last = result.pop()
            result.append(ConlluSentence([], f"{last.text} {sentence.text}", last.new_document))
        else:
            result.append(sentence)
    return result


def score_sentences(sentences: list[ConlluSentence], apart: str) -> float:
    """Give the F1 of sentence ends in the raw text."""
    found = true = both = 0
    for texts in paragraphs(sentences, apart):
        ends, position = set(), 0
        for text in texts:
            ends.add(position + len(text))
            position += len(text) + 1
        guessed = {end for _, end in split_sentences(" ".join(texts))}
        found, true, both = found + len(guessed), true + len(ends), both + len(guessed & ends)
    return 200 * both / max(1, found + true)


def speed(tag_all: TagAll, sentences: list[ConlluSentence]) -> float:
    """Give the written tokens tagged in a second, the sentences together as those of a text are."""
    texts = [[token.text for token in sentence.tokens] for sentence in sentences]
    start = time.process_time()
    tag_all(texts)
    return sum(map(len, texts)) / (time.process_time() - start)


def simplemma_tagger() -> Tag:
    """The baseline: a stop list and simplemma; what is kept has no class, and counts as a noun."""
    import simplemma
    import stopwordsiso

    stops = {accentless_key(stop) for stop in stopwordsiso.stopwords("el")}

    def tag(words: Sequence[str]) -> list[tuple[str, str]]:
        return [
            ("X", word)
            if accentless_key(word.lower()) in stops or not word[:1].isalpha()
            else ("NOUN", simplemma.lemmatize(word, lang="el"))
            for word in words
        ]

    return tag


def loading() -> str:
    """Measure, in a process of its own, how long the tagger takes to load and what it takes up."""
    code = (
        "import time; from tmima.languages.el import analysis as el\n"
        "def resident(): return int(open('/proc/self/statm').read().split()[1]) * 4096 / 2**20\n"
        "before, start = resident(), time.perf_counter(); el.load_tagger()\n"
        "print(f'{time.perf_counter() - start:.2f} s, {resident() - before:.0f} MB')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.strip()


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--data", type=Path, default=Path(os.environ.get("TMIMA_DATA", "../shared/data"))
    )
    parser.add_argument("--tagger", type=Path)
    parser.add_argument("--treebanks", nargs="+", default=TREEBANKS)
    options = parser.parse_args(arguments)
    out = sys.stdout.write
    out(f"{'treebank':18} {'tagger':16} {'keep':>6} {'classes':>8} {'lemma':>6} {'words/s':>16}\n")
    for name in options.treebanks:
        path = options.data / "ud" / f"{name}.conllu"
        if not path.exists():
            sys.stderr.write(
                f"{name}: not found in {options.data / 'ud'}; set TMIMA_DATA or --data\n"
            )
            continue
        with path.open(encoding="utf-8") as lines:
            sentences = list(read(lines))
        tagger = load_tagger(options.tagger)
        simple = simplemma_tagger()
        rows: list[tuple[str, Tag, TagAll]] = [
            ("tmima", tagger.tag, tagger.tag_sentences),
            ("simplemma+stops", simple, lambda texts, tag=simple: [*map(tag, texts)]),
        ]
        for label, tag, tag_all in rows:
            first, again = speed(tag_all, sentences), speed(tag_all, sentences)
            keep, classes, lemma = score_tags(tag, sentences).row()
            shown = f"{classes:8.2f}" if label == "tmima" else f"{'-':>8}"
            out(f"{name:18} {label:16} {keep:6.2f} {shown} {lemma:6.2f} {first:8.0f}{again:8.0f}\n")
        ends = {apart: score_sentences(sentences, apart) for apart in APART}
        ends["no small letters"] = score_sentences(joined(sentences), "headings")
        scores = ", ".join(f"{apart} {score:.2f}" for apart, score in ends.items())
        out(f"{name:18} sentence ends, F1: {scores}\n")
    out(f"lexicon, endings and weights load in {loading()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
