"""In which language a command speaks: `--ui-language`, or the one of the locale."""

import os

import click

from tmima.wording import LANGUAGES, Wording, preferred_language


def _remember_language(context: click.Context, _: click.Parameter, language: str | None) -> None:
    if language is not None:
        context.meta[__name__] = language


option = click.Option(
    ["--ui-language"],
    type=click.Choice(LANGUAGES),
    expose_value=False,
    is_eager=True,
    callback=_remember_language,
    help="Language of what is printed for people. Help and refusals are English. [default: the "
    "locale's]",
)
# After a command it is understood too, without a line in every help.
hidden_option = click.Option(
    ["--ui-language"],
    type=click.Choice(LANGUAGES),
    expose_value=False,
    is_eager=True,
    callback=_remember_language,
    hidden=True,
)


def add_hidden_option(command: click.Command) -> None:
    """Add the hidden option to a command, and to every command of a group."""
    if hidden_option not in command.params:
        command.params.append(hidden_option)
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            add_hidden_option(inner)


def wording() -> Wording:
    """Return the wording in the language of the running command's output."""
    return Wording(chosen_language() or preferred_language(os.environ))


def chosen_language() -> str | None:
    """Return what `--ui-language` asks for, if it was given."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(__name__)
