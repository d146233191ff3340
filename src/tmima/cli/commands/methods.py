"""`tmima methods`: the table of all methods."""

import click

from tmima.cli.ui_language import wording
from tmima.files import encode_json
from tmima.methods import methods as known_methods
from tmima.methods import options_of


@click.command()
def methods() -> None:
    """Show every method: what it does, what it needs, where it was published, its options.

    The options are shown with their defaults. Another value is set by --set NAME=VALUE, once for
    each.
    """
    words = wording()
    for name in known_methods:
        known = known_methods[name]
        summary = words.say_or(f"method.{name}.help", known.summary)
        needs = words.say(f"cli.number.{known.count}")
        if known.needs:
            further = words.say_or(f"cli.needs.{known.needs}", f"needs a {known.needs}")
            needs = words.say("cli.then", first=needs, second=further)
        click.echo(f"{name:<12} {known.year:<5} {summary}")
        click.echo(f"{'':<18} {needs}")
        click.echo(f"{'':<18} {known.reference}")
        given = ", ".join(f"{key}={encode_json(one)}" for key, one in options_of(known).items())
        if given:
            click.echo(f"{'':<18} {words.say('cli.options', options=given)}")
