"""`tmima tagger train`: a tagger from a treebank of one's own."""

from pathlib import Path

import click

from tmima.cli.show.output import write


@click.group()
def tagger() -> None:
    """Train the choice between readings that the Greek tagger makes."""


@tagger.command()
@click.argument("treebank", metavar="FILE.conllu", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    required=True,
    help="Write the model here, for --tagger.",
)
def train(treebank: Path, output: Path) -> None:
    """Learn from a tagged CoNLL-U file which reading of an ambiguous word a context asks for.

    The file's own conventions are learnt along. Nothing of it is shipped or kept elsewhere.
    """
    from tmima.languages.el.analysis import train_tagger

    write(train_tagger(treebank).dump(), output)
    click.echo(f"the model is in {output}: use it with --tagger {output}")
