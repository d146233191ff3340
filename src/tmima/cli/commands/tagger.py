"""`tmima tagger train`: a tagger from a treebank of one's own."""

from pathlib import Path

import click

from tmima import languages
from tmima.cli.paths import InputPath, OutputPath
from tmima.cli.show.output import write
from tmima.cli.ui_language import wording


@click.group()
def tagger() -> None:
    """Train the tagger of a language that has one."""


@tagger.command()
@click.argument("treebank", metavar="FILE.conllu", type=InputPath())
@click.option(
    "-o",
    "--output",
    type=OutputPath(),
    metavar="FILE",
    required=True,
    help="Write the model here, for --set tagger=FILE of the other commands.",
)
@click.option(
    "--language",
    metavar="CODE",
    help="Language of the treebank. [default: the first that has a tagger]",
)
def train(treebank: Path, output: Path, language: str | None) -> None:
    """Learn from a tagged CoNLL-U file which reading of an ambiguous word a context asks for.

    The file's own conventions are learnt along. Nothing of it is shipped or kept elsewhere.
    """
    write(languages.train_tagger(language or languages.tagged_languages()[0], treebank), output)
    click.echo(wording().say("cli.model", output=output))
