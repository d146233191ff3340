"""What an analyzer found in a text, written out word by word."""

import json
from collections.abc import Callable

from tmima.formats import conllu
from tmima.values import Document


def as_table(document: Document) -> str:
    """Return the words of each sentence, one per line with tag and lemma; a star marks the kept."""
    parts = []
    for number, sentence in enumerate(document.sentences, start=1):
        parts.append(f"sentence {number}, characters {sentence.start}-{sentence.end}\n")
        for token in sentence.tokens:
            mark = "*" if token.kept else " "
            word = document.text[token.start : token.end]
            parts.append(f"{mark} {word:<24} {token.tag:<6} {token.lemma}\n")
        parts.append("\n")
    return "".join(parts)


def as_json(document: Document) -> str:
    """Return the sentences and words as one JSON object on a line."""
    sentences = [
        {
            "start": sentence.start,
            "end": sentence.end,
            "tokens": [
                {"text": document.text[token.start : token.end], **token._asdict()}
                for token in sentence.tokens
            ],
        }
        for sentence in document.sentences
    ]
    found = {"language": document.language, "sentences": sentences}
    return json.dumps(found, ensure_ascii=False) + "\n"


ANALYSES: dict[str, Callable[[Document], str]] = {
    "conllu": conllu.render,
    "table": as_table,
    "json": as_json,
}
"""The ways to write a document with its words, by name."""
