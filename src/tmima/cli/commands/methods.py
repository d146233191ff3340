"""`tmima methods`: the table of all methods."""

import click

from tmima.methods import methods as known_methods
from tmima.methods import options_of
from tmima.records import encode_json


@click.command()
def methods() -> None:
    """Show every method: what it does, what it needs, where it was published, its options.

    The options are shown with their defaults. Another value is set by --set KEY=VALUE, once for
    each.
    """
    for name in known_methods:
        known = known_methods[name]
        needs = f"; needs a {known.needs}" if known.needs else ""
        count = {
            "ignored": "finds the number of segments",
            "optional": "finds the number of segments, or accepts one",
            "required": "needs the number of segments",
        }[known.count]
        click.echo(f"{name:<12} {known.year:<5} {known.summary}")
        click.echo(f"{'':<18} {count}{needs}")
        click.echo(f"{'':<18} {known.reference}")
        given = ", ".join(f"{key}={encode_json(one)}" for key, one in options_of(known).items())
        if given:
            click.echo(f"{'':<18} options: {given}")
