"""Options of commands: those of settings come from their fields, and others that commands share.

A setting that a person at a shell often needs has an option of its own (`SHOWN`). Every other
setting is written `--set NAME=VALUE`.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import click

from tmima.cli.paths import InputPath, OutputPath
from tmima.cli.values import Choice, attributes_of, method_options
from tmima.errors import TmimaError, marked_message
from tmima.files import read_text
from tmima.learnt import Adaptation
from tmima.methods import methods, options_of
from tmima.segmentation import Parameters
from tmima.segmenter import SETTINGS
from tmima.settings import Function, Setting, Switch, settings_of
from tmima.text import COUNTED_UNITS

Command = TypeVar("Command", bound=Callable[..., None])
Decorator = Callable[[Command], Command]

_PARAMETERS = settings_of(Parameters)
# The settings that have an option of their own, in the order of the help.
SHOWN = (
    "language", "format", "n_segments", "finer", "min_size", "max_size", "size_unit",
    "tokenizer", "cut_at", "keep_paragraphs", "outline", "titles", "overlap", "levels",
    "posteriors", "best", "method", "parameters", "options",
)  # fmt: skip
_SET = "--set"
# The settings and parameters that can be written on a command line.
_WRITABLE = [
    name for name, one in (SETTINGS | _PARAMETERS).items() if one.option != "" and name != "options"
]


# --- Options of settings


def setting(name: str, **changes: Any) -> Decorator[Any]:
    """Return an option `--NAME` for a setting, or for a parameter of the method density.

    Args:
        name: of the setting, which is also that of the command's argument.
        changes: attributes of the option that this command has otherwise, as click names them.
    """
    declared = _setting_named(name)
    attributes = {"help": _help(declared), **attributes_of(declared.kind)}
    if declared.metavar is not None:
        attributes["metavar"] = declared.metavar
    if name not in _PARAMETERS and declared.default:
        attributes |= {"default": declared.default, "show_default": True}
    flag = _flag_of_setting(name)
    if isinstance(declared.kind, Switch):
        attributes |= {"type": None, "metavar": None, "is_flag": True}
        if declared.default:
            flag, attributes["default"] = f"{flag}/--no-{flag.removeprefix('--')}", None
    return click.option(flag, name, **{**attributes, **changes})


def set_option(name: str, *, help: str, **attributes: Any) -> Decorator[Any]:
    """Return an option that is written `--set NAME=VALUE`, for a `SettingsCommand`."""
    return click.option(f"{_SET} {name}", name, help=help, hidden=True, **attributes)


def _setting_by_set(name: str) -> Decorator[Any]:
    """Return the option `--set NAME=VALUE` of a setting."""
    declared = _setting_named(name)
    attributes = {**attributes_of(declared.kind)}
    if declared.metavar is not None:
        attributes["metavar"] = declared.metavar
    usual = f" [default: {declared.default}]" if declared.default else ""
    is_parameter = name in _PARAMETERS or declared.usual
    return set_option(name, help=_help(declared) + ("" if is_parameter else usual), **attributes)


# Settings that are written otherwise on the command line than in Python.
_CHANGES: dict[str, dict[str, Any]] = {
    "parameters": {
        "type": InputPath(),
        "metavar": "FILE",
        "help": "Take what tmima train has found from its file.",
    },
    "options": {
        "help": "Another setting (`tmima settings` lists them) or an option of the method (`tmima "
        "methods`); may be given again.",
    },
}


def settings(*names: str, without: Iterable[str] = (), also: Iterable[str] = ()) -> Decorator[Any]:
    """Return the options of a segmenter's settings, for a `SettingsCommand`.

    Those in `SHOWN` have options of their own, the others are written `--set NAME=VALUE`.

    Args:
        names: of the settings; all if none is named.
        without: settings and parameters that the command does not have.
        also: settings that have an option of their own in this command.
    """
    wanted = [*(names or SETTINGS), *(_PARAMETERS if "parameters" in (names or SETTINGS) else ())]
    usable = [name for name in wanted if _setting_named(name).option != "" and name not in without]
    shown = [name for name in (*also, *SHOWN) if name in usable]

    def decorate(command: Command) -> Command:
        for name in reversed(usable):
            if name not in shown:
                command = _setting_by_set(name)(command)
        for name in reversed(shown):
            command = setting(name, **_CHANGES.get(name, {}))(command)
        return command

    return decorate


def _setting_named(name: str) -> Setting:
    return SETTINGS.get(name) or _PARAMETERS[name]


def _flag_of_setting(name: str) -> str:
    return f"--{_setting_named(name).option or name.replace('_', '-')}"


def _help(declared: Setting) -> str:
    """Return the help of a setting, in which other settings stand as they are written here."""
    text = TmimaError(declared.help).with_setting_names(_spell_setting)
    if isinstance(declared.kind, Function):
        text += " The module may lie in the current folder."
    return f"{text} [default: {declared.usual}]" if declared.usual else text


def _spell_setting(name: str) -> str:
    """Return how a setting is written on the command line; other names stay as they are."""
    if name not in SETTINGS:
        return f"`{name}`"
    return _flag_of_setting(name) if name in SHOWN else f"{_SET} {name}"


class SettingsCommand(click.Command):
    """A command with options that are written `--set NAME=VALUE`.

    To click they are options called `--set NAME`, with one argument `--set NAME=VALUE`, so that it
    reads and refuses their values as those of all others. A name that is none of them is left to
    the option `--set` itself, as an option of the method.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line; refuse the former option of a setting with what replaces it."""
        try:
            return super().parse_args(ctx, list(self._join_set_arguments(ctx, args)))
        except click.NoSuchOption as error:
            instead = self._replacement_of(error.option_name)
            if instead is None:
                raise
            raise click.UsageError(
                f"{error.option_name} is no option of its own: give {instead}", ctx
            ) from None

    def set_options(self) -> dict[str, click.Option]:
        """Return the options that are written `--set NAME=VALUE`, by name."""
        return {
            str(one.name): one
            for one in self.params
            if isinstance(one, click.Option) and one.opts[0].startswith(f"{_SET} ")
        }

    def _join_set_arguments(self, ctx: click.Context, arguments: Sequence[str]) -> Iterator[str]:
        """Yield the arguments, each `--set NAME=VALUE` of a setting as one argument."""
        rest = iter(arguments)
        for argument in rest:
            written = next(rest, None) if argument == _SET else None
            if argument.startswith(f"{_SET}="):
                written = argument.removeprefix(f"{_SET}=")
            if argument == "--":
                yield argument
                yield from rest
            elif written is None:
                yield argument
            else:
                yield from self._setting_argument(ctx, written)

    def _setting_argument(self, ctx: click.Context, written: str) -> Iterator[str]:
        """Yield the argument that sets a setting; `--set` itself for an option of the method."""
        name, equals, value = written.partition("=")
        if name in _WRITABLE and name not in self._settable:
            raise click.UsageError(f"{ctx.command_path} has no setting {name}", ctx)
        option = self._settable.get(name)
        if option is None or not equals:
            yield f"{_SET}={written}"
        elif not option.is_flag:
            yield f"{option.opts[0]}={value}"
        elif click.BOOL.convert(value, option, ctx):
            yield option.opts[0]

    @property
    def _settable(self) -> dict[str, click.Option]:
        """The options that `--set` may set: those without and those with an own option."""
        options = {one.name: one for one in self.params if isinstance(one, click.Option)}
        own = {name: options[name] for name in _WRITABLE if name in options}
        return own | self.set_options()

    def _replacement_of(self, flag: str) -> str | None:
        """Return what is given in place of an option that a setting had up to 0.3.0."""
        options = self.set_options()
        name = flag.removeprefix("--").replace("-", "_")
        if name in options:
            value = "true" if options[name].type is click.BOOL else "VALUE"
            return f"{_SET} {name}={value}"
        negated = name.removeprefix("no_")
        return f"{_SET} {negated}=false" if negated in options else None


def given_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of the segmenter that a command's options describe."""
    settings_given = {
        name: value for name, value in given.items() if name in SETTINGS and value is not None
    }
    own = {name: settings_given.pop(name) for name in _options_of_method(settings_given)}
    settings_given["options"] = {**own, **method_options(settings_given.get("options", ()))} or None
    return settings_given | _given_parameters(given) if "parameters" in given else settings_given


def _options_of_method(given: Mapping[str, Any]) -> list[str]:
    """Return the settings that mean an option of the method, as `--set seed=3` does for hmm."""
    if given.get("method") not in methods:
        return []
    entry = methods[given["method"]]
    own = options_of(entry)
    return [name for name in given if name in own and SETTINGS[name].of not in entry.settings]


def _given_parameters(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that the options of the parameters give.

    A file is complete, and names the similarity that it was trained for; without a file only the
    parameters that are given count.
    """
    path = given["parameters"]
    here = {name: given[name] for name in _PARAMETERS if given.get(name) is not None}
    if path is None:
        Parameters.of(here)  # refuses bad ones at once
        return {"parameters": here or None}
    if here:
        raise TmimaError(
            f"`parameters` {path} already gives the parameters: leave out "
            + ", ".join(f"`{name}`" for name in here)
        )
    from tmima.training import read_parameters

    try:
        trained, similarity = read_parameters(read_text(path))
    except TmimaError as error:
        raise TmimaError(f"{path}: {marked_message(error)}") from None
    name = "adaptation" if isinstance(trained, Adaptation) else "parameters"
    return {"parameters": None, name: trained, "similarity": given["similarity"] or similarity}


# --- Errors


def spell_options(error: TmimaError, command: click.Command | None = None) -> str:
    """Return the message of an error, with settings written as options of a command.

    Args:
        error: the error, in whose message settings are marked.
        command: whose options they are; by default the one that runs.
    """
    command = command or click.get_current_context().command
    flags: dict[str, str] = {}
    for each in _command_and_subcommands(command):
        flags |= {str(one.name): max(one.opts, key=len) for one in each.params}
    return error.with_setting_names(lambda name: flags.get(name, name))


def _command_and_subcommands(command: click.Command) -> list[click.Command]:
    inner = command.commands.values() if isinstance(command, click.Group) else ()
    return [command, *inner]


# --- Other options that commands share


encoding = click.option(
    "--encoding",
    metavar="NAME",
    help="Encoding of the text, e.g. cp1253. [default: UTF-8, or UTF-16 by its byte order mark]",
)
strict = click.option(
    "--strict", is_flag=True, help="Refuse a transcript that cannot be read without a fault."
)
train = click.option(
    "--train",
    type=InputPath(),
    metavar="FOLDER",
    help="Folder of texts with known segments (Choi's format), for methods that learn.",
)
score_unit = click.option(
    "--score-unit",
    type=Choice(COUNTED_UNITS),
    default="sentences",
    show_default=True,
    help="What Pk and WindowDiff are counted in.",
)
jobs = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="the machine's cores",
    help="How many processes.",
)
output_file = click.option(
    "-o",
    "--output",
    type=OutputPath(),
    metavar="OUT",
    help="Write to a file instead of standard output.",
)
