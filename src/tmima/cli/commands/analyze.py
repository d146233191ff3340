"""`tmima analyze`: what the segmenter sees of a text, word by word."""

from pathlib import Path

import click

from tmima import languages
from tmima.cli import options
from tmima.cli.paths import InputPath
from tmima.cli.show.output import write
from tmima.cli.ui_language import wording
from tmima.errors import TmimaError
from tmima.files import read_text
from tmima.formats import ANALYSES, conllu, open_file, read


@click.command()
@click.argument("file", type=InputPath())
@options.setting("language")
@click.option(
    "--input-format",
    "format",
    type=click.Choice(["text", "lines", "conllu"]),
    default="text",
    show_default=True,
    help="Prose, one sentence per line, or CoNLL-U, whose words are taken "
    "as they are and get new tags and lemmas.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(list(ANALYSES)),
    default="table",
    show_default=True,
    help="What to print.",
)
@options.encoding
@options.setting("normalise")
@options.setting("stopwords")
@options.setting("tagger")
@options.output_file
def analyze(
    file: Path,
    language: str | None,
    format: str,
    encoding: str | None,
    style: str,
    normalise: str | None,
    stopwords: list[str] | None,
    tagger: Path | None,
    output: Path | None,
) -> None:
    """Print the sentences and words of FILE (- for standard input) with tag and lemma.

    A word that is kept can make sentences similar; the others are passed over.
    """
    if format == "conllu":
        if style != "conllu":
            raise TmimaError(
                f"`format` conllu comes out as conllu, not as {style}: --format conllu"
            )
        text = read_text(file, encoding=encoding)
        write(_retag(text, file, language or languages.tagged_languages()[0], tagger), output)
        return
    source = open_file(file, encoding=encoding, format=format)
    analyzer = languages.analyzer(
        language or languages.detect_language(source.text),
        normalise=normalise,
        stopwords=stopwords,
        tagger=tagger,
    )
    document = read(source, analyzer)
    if style == "table":
        write(conllu.render_table(document, wording()), output)
    else:
        write(ANALYSES[style](document), output)


def _retag(text: str, file: Path, language: str, model: Path | None) -> str:
    tag = languages.load_tagger(language, model)
    try:
        return conllu.retag(text, tag)
    except ValueError as error:
        raise TmimaError(f"{file}: {error}") from None
