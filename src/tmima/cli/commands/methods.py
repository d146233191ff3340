"""`tmima methods`: the table of all methods."""

import click

from tmima.methods.registry import MODULES, entry


@click.command()
def methods() -> None:
    """Show every method: what it does, what it needs, where it was published."""
    for name in MODULES:
        known = entry(name)
        needs = f"; needs a {known.needs}" if known.needs else ""
        count = {
            "ignored": "finds the number of segments",
            "optional": "finds the number of segments or is told",
            "required": "must be told the number of segments",
        }[known.count]
        click.echo(f"{name:<12} {known.year:<5} {known.summary}")
        click.echo(f"{'':<18} {count}{needs}")
        click.echo(f"{'':<18} {known.reference}")
