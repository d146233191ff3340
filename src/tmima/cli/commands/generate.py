"""`tmima generate`: the texts of the paper's two suites from a collection."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tmima import languages
from tmima.cli.paths import InputPath, OutputPath, results_folder
from tmima.cli.ui_language import wording
from tmima.files import encode_json
from tmima.paper import (
    BUNDLED,
    Collection,
    GeneratedText,
    collection_language,
    read_collection,
    seeded_generator,
)
from tmima.paper import suite1 as generate_suite1
from tmima.paper import suite2 as generate_suite2

_SOURCES = "sources.json"


def _shared_options(texts: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    options = [
        click.option(
            "--collection",
            type=InputPath(),
            default=BUNDLED,
            metavar="DIR",
            help="A folder for each author. [default: the bundled one]",
        ),
        click.option(
            "--language",
            metavar="CODE",
            help="Language of the collection. [default: as its authors.toml or its texts tell]",
        ),
        click.option(
            "--texts",
            type=click.IntRange(min=1),
            default=texts,
            show_default=True,
            help="How many texts.",
        ),
        click.option(
            "--seed",
            type=int,
            default=1,
            show_default=True,
            help="The same seed gives the same texts.",
        ),
        click.option(
            "-o",
            "--output",
            type=OutputPath(),
            metavar="OUT",
            required=True,
            help="The folder to write them to.",
        ),
    ]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


@click.group()
def generate() -> None:
    """Make texts of ten segments, as in Fragkou's experiments, in Choi's format.

    sources.json in the same folder tells where each segment comes from.
    """


@generate.command()
@_shared_options(texts=50)
@click.option("--set", "number", type=int, default=5, show_default=True, help="The set of authors.")
@click.option(
    "--range",
    "lengths",
    type=(int, int),
    default=(3, 11),
    show_default=True,
    metavar="A B",
    help="Segments of A to B sentences.",
)
def suite1(
    collection: Path,
    language: str | None,
    texts: int,
    seed: int,
    output: Path,
    number: int,
    lengths: tuple[int, int],
) -> None:
    """Each segment is the beginning of a text."""
    members = _read_authors(collection, language).members(number)
    chance = seeded_generator(seed, "suite1", members=number, lengths=lengths)
    _write_texts(generate_suite1(members, lengths, texts, chance), output)


@generate.command()
@_shared_options(texts=200)
def suite2(collection: Path, language: str | None, texts: int, seed: int, output: Path) -> None:
    """Each segment is a run of whole paragraphs of a text, of all authors."""
    authors = list(_read_authors(collection, language).authors.values())
    chance = seeded_generator(seed, "suite2")
    _write_texts(generate_suite2(authors, texts, chance), output)


def _read_authors(folder: Path, language: str | None) -> Collection:
    return read_collection(folder, languages.analyzer(language or collection_language(folder)))


def _write_texts(texts: list[GeneratedText], output: Path) -> None:
    named = {f"{number:03}.ref": text for number, text in enumerate(texts, start=1)}
    folder = results_folder(output, [*named, _SOURCES])
    for name, text in named.items():
        folder.write(name, text.as_choi())
    sources = {name: [one.as_dict() for one in text.passages] for name, text in named.items()}
    folder.write(_SOURCES, encode_json(sources, indent=1, ensure_ascii=False) + "\n")
    words = wording()
    click.echo(words.say("cli.textsIn", texts=words.count("texts", len(texts)), folder=output))
