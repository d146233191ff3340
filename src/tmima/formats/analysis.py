"""What an analyzer found in a text, written out word by word."""

import json
from collections.abc import Callable, Iterator

from tmima.formats import conllu
from tmima.text import Document


def table(document: Document) -> Iterator[str]:
    """Yield the words of each sentence, one per line with tag and lemma; a star marks the kept."""
    for number, sentence in enumerate(document.sentences, start=1):
        yield f"sentence {number}, characters {sentence.start}-{sentence.end}\n"
        for token in sentence.tokens:
            mark = "*" if token.kept else " "
            word = document.text[token.start : token.end]
            yield f"{mark} {word:<24} {token.tag:<6} {token.lemma}\n"
        yield "\n"


def json_pieces(document: Document) -> Iterator[str]:
    """Yield the sentences and words as one JSON object on a line."""
    encode = json.JSONEncoder(ensure_ascii=False).encode
    yield f'{{"language": {encode(document.language)}, "sentences": ['
    for number, sentence in enumerate(document.sentences):
        tokens = [
            {"text": document.text[token.start : token.end], **token._asdict()}
            for token in sentence.tokens
        ]
        found = {"start": sentence.start, "end": sentence.end, "tokens": tokens}
        yield (", " if number else "") + encode(found)
    yield "]}\n"


ANALYSES: dict[str, Callable[[Document], Iterator[str]]] = {
    "conllu": conllu.render,
    "table": table,
    "json": json_pieces,
}
"""The ways to write a document with its words, by name, piece by piece."""
