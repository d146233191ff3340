"""Which options there are, and that `--set` reaches every setting that has none of its own."""

import re

import click
import pytest

from tests.command import output, refusal
from tmima.cli import tmima as group
from tmima.cli.commands.segment import segment
from tmima.cli.options import given_settings
from tmima.methods import methods, options_of
from tmima.segmentation import Parameters
from tmima.segmenter import SETTINGS
from tmima.settings import settings_of

TEXT = "The cats purr. A cat sleeps. The ships sail. A ship sinks.\n"
PARAMETERS = settings_of(Parameters)
SCREEN = 50  # lines
# What is made by a program only: objects.
PYTHON_ONLY = {"analyzer", "adaptation"}
# The options of 0.3.0 that `segment` does not have any more, with what replaces each.
FORMER = {
    "--unit paragraphs": "unit=VALUE",
    "--normalise plain": "normalise=VALUE",
    "--stopwords none": "stopwords=VALUE",
    "--tagger model": "tagger=VALUE",
    "--similarity shared": "similarity=VALUE",
    "--mean-length 3": "mean_length=VALUE",
    "--std-length=2": "std_length=VALUE",
    "--gamma 0.5": "gamma=VALUE",
    "--r 0.5": "r=VALUE",
    "--length-unit words": "length_unit=VALUE",
    "--diagonal": "diagonal=true",
    "--no-diagonal": "diagonal=false",
    "--temperature 2": "temperature=VALUE",
    "--background folder": "background=VALUE",
    "--encode folder": "encode=VALUE",
    "--oversize split": "oversize=VALUE",
    "--no-cut-at 2": "no_cut_at=VALUE",
    "--cut-costs": "cut_costs=true",
    "--samples 3": "samples=VALUE",
    "--seed 3": "seed=VALUE",
    "--path 3": "path=VALUE",
    "--path-plot x.png": "path_plot=VALUE",
}
# What is written behind `--set`, and what it means in Python.
WRITTEN = {
    "unit=paragraph": {"unit": "paragraphs"},
    "normalise=plain": {"normalise": "plain"},
    "stopwords=none": {"stopwords": []},
    "similarity=shared": {"similarity": "shared"},
    "oversize=split": {"oversize": "split"},
    "no_cut_at=2,@17,headings": {"no_cut_at": (2, "@17", "headings")},
    "cut_costs=true": {"cut_costs": True},
    "cut_costs=false": {},
    "samples=3": {"samples": 3},
    "seed=3": {"seed": 3},
    "path=4": {"path": 4},
    "gamma=0.5": {"parameters": {"gamma": 0.5}},
    "diagonal=false": {"parameters": {"diagonal": False}},
    "length_unit=word": {"parameters": {"length_unit": "words"}},
    # Settings with an option of their own are understood too.
    "language=el": {"language": "el"},
    "format=lines": {"format": "lines"},
    "n_segments=2-3": {"n_segments": (2, 3)},
    "finer=-1": {"finer": -1.0},
    "keep_paragraphs=true": {"keep_paragraphs": True},
    "keep_paragraphs=false": {},
    # The rest is left to the method, as JSON where it is some.
    "mask=5": {"options": {"mask": 5}},
    "measure=cosine": {"options": {"measure": "cosine"}},
}


def given(*arguments: str) -> dict:
    """Return the settings that a command line of `segment` describes, without those not given."""
    context = segment.make_context("segment", ["text", *arguments])
    found = given_settings(context.params)
    return {name: value for name, value in found.items() if not SETTINGS[name].is_default(value)}


def test_the_help_of_segment_fits_on_two_screens():
    shown = segment.get_help(click.Context(segment, terminal_width=100))
    assert len(shown.splitlines()) <= 2 * SCREEN
    assert max(map(len, shown.splitlines())) <= 100
    assert len(re.findall(r"^  (?:-\w, )?--", shown, re.M)) <= 27  # and --help


def test_every_setting_can_be_written_on_the_command_line():
    options = [str(one.name) for one in segment.params]
    assert len(options) == len(set(options))
    assert (SETTINGS | PARAMETERS).keys() - PYTHON_ONLY <= set(options)


@pytest.mark.parametrize(("former", "instead"), FORMER.items())
def test_a_former_option_is_refused_with_what_replaces_it(former, instead):
    said = refusal("segment", "-", *former.split(), stdin=TEXT)
    flag = re.match(r"--[\w-]+", former)[0]
    assert said.startswith(f"tmima: {flag} is no option of its own: give --set {instead} (see")
    assert instead.partition("=")[0] in segment.set_options()


@pytest.mark.parametrize(("written", "means"), WRITTEN.items())
def test_set_means_what_the_setting_means_in_python(written, means):
    assert given("--set", written) == means
    assert given(f"--set={written}") == means


def test_the_last_of_several_counts_and_options_of_methods_add_up():
    assert given("--set", "gamma=0.5", "--set", "gamma=0.6")["parameters"] == {"gamma": 0.6}
    assert given("--set", "finer=1", "--finer", "2") == {"finer": 2.0}
    assert given("--set", "a=1", "--set", "b=2")["options"] == {"a": 1, "b": 2}


def test_an_option_of_the_method_is_its_own_even_if_a_setting_is_called_so():
    assert given("--method", "random", "--set", "seed=3") == {
        "method": "random",
        "options": {"seed": 3},
    }
    assert given("--method", "density", "--set", "seed=3") == {"method": "density", "seed": 3}
    shared = {name for name in methods for each in options_of(methods[name]) if each in SETTINGS}
    assert shared == {"random", "hmm", "aspect-hmm"}


def test_behind_two_dashes_nothing_is_an_option(tmp_path):
    context = segment.make_context("segment", ["--", "--set", "gamma=0.5"])
    assert context.params["files"] == ("--set", "gamma=0.5")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["segment", "-", "--set", "gamma"], "--set must be NAME=VALUE, not 'gamma'"),
        (["segment", "-", "--set"], "Option '--set' requires an argument"),
        (["segment", "-", "--set", "keep_paragraphs=perhaps"], "'perhaps' is not a valid boolean"),
        (["segment", "-", "--set", "gama=1"], "the method learnt has no option 'gama'"),
        (["segment", "-", "--gama", "1"], "No such option"),
        (["stream", "--set", "unit=paragraphs"], "tmima stream has no setting unit"),
        (["chapters", "-", "--set", "samples=3"], "tmima chapters has no setting samples"),
        (["corpus", "a", "b", "--set", "path=3"], "tmima corpus has no setting path"),
        (["stream", "--gamma", "1"], "No such option"),
    ],
)
def test_what_cannot_be_set_is_refused(arguments, said):
    assert said in refusal(*arguments, stdin=TEXT)


def test_settings_lists_what_set_can_set():
    sections = re.split(r"^(\S.*):\n", output("settings"), flags=re.M)[1:]
    listed = {
        commands: set(re.findall(r"^  (\w+)=", rows, re.M))
        for commands, rows in zip(sections[::2], sections[1::2], strict=True)
    }
    assert set().union(*listed.values()) == segment.set_options().keys()
    context = click.Context(group)
    for commands, names in listed.items():
        for command in ("segment", "chapters", "corpus", "stream"):
            has = group.get_command(context, command).set_options().keys()
            assert names <= has if command in commands.split(", ") else not names & has


def test_the_help_groups_the_commands():
    shown = output("--help")
    titles = re.findall(r"^(\w[\w ]*).*:$", shown.partition("-h, --help")[2], re.M)
    assert [title.split()[0] for title in titles] == ["Everyday", "Research", "Service"]
    assert re.findall(r"^  ([a-z]+)  ", shown.partition("-h, --help")[2], re.M) == list(group.names)
