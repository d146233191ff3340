"""`tmima analyze`: what the segmenter sees of a text, word by word."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from tmima import languages
from tmima.cli.options import common as options
from tmima.cli.show.output import write
from tmima.errors import TmimaError
from tmima.files import read_text
from tmima.formats import conllu, read
from tmima.languages import TAGGED
from tmima.values import Document


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@options.language
@click.option(
    "--input",
    "form",
    type=click.Choice(["text", "lines", "conllu"]),
    default="text",
    show_default=True,
    help="Prose, a sentence a line, or CoNLL-U, whose words are taken "
    "as they are and get new tags and lemmas.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["conllu", "table", "json"]),
    default="table",
    show_default=True,
    help="What to print.",
)
@options.normalise
@options.stopwords
@options.tagger
@options.output_file
def analyze(
    file: Path,
    language: str | None,
    form: str,
    style: str,
    normalise: str | None,
    stopwords: str | None,
    tagger: Path | None,
    output: Path | None,
) -> None:
    """Print the sentences and words of FILE (- for standard input) with tag and lemma.

    A word that is kept can make sentences similar; the others are passed over.
    """
    text = read_text(file)
    if form == "conllu":
        if style != "conllu":
            raise TmimaError(f"--input conllu comes out as conllu, not as {style}: --format conllu")
        write(_retagged(text, file, language or TAGGED[0], tagger), output)
        return
    analyzer = languages.analyzer(
        language or languages.detect(text),
        normalise=normalise,
        stopwords=options.stopword_list(stopwords),
        tagger=tagger,
    )
    document = read(text, analyzer, format=form)
    write("".join(_STYLES[style](document)), output)


def _retagged(text: str, file: Path, language: str, model: Path | None) -> str:
    if language not in TAGGED:
        raise TmimaError(f"--input conllu needs a tagger, which {language!r} has not: use el")
    from tmima.languages.el.analysis import load_tagger

    tagger = load_tagger(model)
    try:
        return conllu.retag(text, tagger.tag)
    except ValueError as error:
        raise TmimaError(f"{file}: {error}") from None


def _as_conllu(document: Document) -> Iterator[str]:
    text = document.text
    yield f"# language = {document.language}\n"
    for number, sentence in enumerate(document.sentences, start=1):
        shown = " ".join(text[sentence.start : sentence.end].split())
        yield f"# sent_id = {number}\n# text = {shown}\n"
        for index, token in enumerate(sentence.tokens):
            following = sentence.tokens[index + 1 : index + 2]
            notes = [
                f"TokenRange={token.start}:{token.end}",
                f"Kept={'Yes' if token.kept else 'No'}",
            ]
            if following and following[0].start == token.end:
                notes.insert(0, "SpaceAfter=No")
            columns = (
                index + 1,
                text[token.start : token.end],
                token.lemma,
                token.tag or "_",
                "_",
                "_",
                "_",
                "_",
                "_",
                "|".join(notes),
            )
            yield "\t".join(map(str, columns)) + "\n"
        yield "\n"


def _as_table(document: Document) -> Iterator[str]:
    for number, sentence in enumerate(document.sentences, start=1):
        yield f"sentence {number}, characters {sentence.start}-{sentence.end}\n"
        for token in sentence.tokens:
            mark = "*" if token.kept else " "
            word = document.text[token.start : token.end]
            yield f"{mark} {word:<24} {token.tag:<6} {token.lemma}\n"
        yield "\n"


def _as_json(document: Document) -> Iterator[str]:
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
    yield json.dumps(found, ensure_ascii=False) + "\n"


_STYLES = {"conllu": _as_conllu, "table": _as_table, "json": _as_json}
