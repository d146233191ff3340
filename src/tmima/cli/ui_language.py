"""In which language a command speaks: `--ui-language`, or the one of the locale."""

import os

import click

from tmima.wording import LANGUAGES, Wording, preferred_language


def _choose(context: click.Context, _: click.Parameter, language: str | None) -> None:
    if language is not None:
        context.meta[__name__] = language


option = click.Option(
    ["--ui-language"],
    type=click.Choice(LANGUAGES),
    expose_value=False,
    is_eager=True,
    callback=_choose,
    help="Language of what is printed for people. Help and refusals are English. [default: the "
    "locale's]",
)
# After a command it is understood too, without a line in every help.
hidden_option = click.Option(
    ["--ui-language"],
    type=click.Choice(LANGUAGES),
    expose_value=False,
    is_eager=True,
    callback=_choose,
    hidden=True,
)


def add_hidden_option(command: click.Command) -> None:
    """Let a command, and those of a group, understand the option too."""
    if hidden_option not in command.params:
        command.params.append(hidden_option)
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            add_hidden_option(inner)


def wording() -> Wording:
    """Return the words in which the command that runs speaks."""
    return Wording(chosen_language() or preferred_language(os.environ))


def chosen_language() -> str | None:
    """Return what `--ui-language` asks for, if it was given."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(__name__)
