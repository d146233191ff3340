"""Registries: a dictionary that outsiders add to by name, by object and by entry points."""

import importlib.metadata
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any

import pytest

import tmima
from tests.texts import made_up
from tmima import Format, Prepared, Segmentation, Segmenter, Source, Span, TmimaError, similarities
from tmima.formats import Layout, formats
from tmima.loading import Registry
from tmima.loading import registry as registry_module
from tmima.methods import MethodEntry, methods
from tmima.similarity import NamedSimilarity, SharedWords

TEXT = "\n".join(made_up())
REGISTRIES: dict[str, Registry[Any]] = {
    "method": methods,
    "similarity": similarities,
    "format": formats,
}


class Thirds:
    """Cuts into three."""

    def __init__(self, *, shift: int = 0) -> None:
        self.shift = shift

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        third = len(text) // 3
        return Segmentation((third + self.shift, 2 * third, len(text)))


def by_semicolons(source: Source, analyzer: object) -> Layout:
    """Take what semicolons part for sentences; the first one is a segment of its own."""
    spans, start = [], 0
    for part in source.text.split(";"):
        spans.append(Span(start, start + len(part)))
        start += len(part) + 1
    return Layout([spans], Segmentation((1, len(spans))))


THIRDS = MethodEntry("thirds", "", "cuts into three", "", Thirds)
COMMON = NamedSimilarity("words in common", 0.7, 0.5, lambda sources: SharedWords)
SEMICOLONS = Format(
    "semicolons",
    "parted by semicolons",
    recognises=lambda text: ";" in text,
    lay_out=by_semicolons,
)
OWN = {"method": THIRDS, "similarity": COMMON, "format": SEMICOLONS}


@pytest.fixture(autouse=True)
def as_before(monkeypatch) -> Iterator[None]:
    """Leave no trace: neither of what is registered nor of what is said to be installed."""
    for each in REGISTRIES.values():
        monkeypatch.setattr(each, "_entries", dict(each._entries))
    registry_module._installed.cache_clear()
    yield
    registry_module._installed.cache_clear()


@pytest.fixture
def installed(monkeypatch) -> dict[str, dict[str, str]]:
    """What entry points there are, by group and name, and a module that they lead to."""
    module = ModuleType("a_plugin")
    vars(module).update(thirds=THIRDS, common=COMMON, semicolons=SEMICOLONS)
    monkeypatch.setitem(sys.modules, "a_plugin", module)
    groups: dict[str, dict[str, str]] = {}

    def entry_points(*, group: str) -> list[EntryPoint]:
        return [EntryPoint(name, value, group) for name, value in groups.get(group, {}).items()]

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    return groups


@pytest.mark.parametrize("kind", list(REGISTRIES))
def test_a_registry_is_like_a_dictionary(kind):
    known = REGISTRIES[kind]
    names = list(known)
    assert names[: len(known.own())] == list(known.own())
    assert all(name in known for name in names)
    assert "nothing" not in known
    assert known.get("nothing") is None
    assert known.get(names[0]) is known[names[0]]
    with pytest.raises(TmimaError, match=f"unknown {kind} 'nothing': choose one of {names[0]}, "):
        known["nothing"]


def test_own_entries_can_be_used_by_their_names():
    methods.register("thirds", THIRDS)
    similarities.register("common", COMMON)
    formats.register("semicolons", SEMICOLONS)
    given = {"language": "en", "format": "lines"}
    by_name = Segmenter(**given, method="thirds").segment(TEXT)
    assert (by_name.boundaries, by_name.method) == ((15, 30, 45), "thirds")
    shifted = Segmenter(**given, method="thirds", options={"shift": 2}).segment(TEXT)
    assert shifted.boundaries == (17, 30, 45)
    with pytest.raises(TmimaError, match="thirds has no option 'shft': it has shift"):
        Segmenter(**given, method="thirds", options={"shft": 2}).segment(TEXT)
    similar = Segmenter(**given, method="density", similarity="common").segment(TEXT)
    assert similar.settings.similarity == "common"
    assert isinstance(similar.similarity, SharedWords)
    assert similar.settings.parameters.gamma == 0.7
    parted = Segmenter(language="en", format="semicolons", method="none").segment("A ship;a cat")
    assert [(one.start, one.end) for one in parted.document.sentences] == [(0, 6), (7, 12)]
    assert parted.truth == Segmentation((1, 2))
    assert tmima.segment("A ship;a cat", language="en", format="auto").truth == parted.truth
    assert tmima.segment("A ship, a cat", language="en", format="auto").truth is None


def test_own_entries_can_be_used_as_they_are():
    found = Segmenter(language="en", format=SEMICOLONS, method=THIRDS).segment("a;b;c")
    assert found.boundaries == (1, 2, 3)
    assert found.truth == Segmentation((1, 3))
    similar = Segmenter(language="en", similarity=COMMON).segment("A ship. The ship.")
    assert isinstance(similar.similarity, SharedWords)
    assert "thirds" not in methods


@pytest.mark.parametrize("kind", list(REGISTRIES))
def test_ours_cannot_be_replaced_and_one_s_own_can(kind):
    known, entry = REGISTRIES[kind], OWN[kind]
    ours = known.own()[0]
    before = known[ours]
    with pytest.raises(TmimaError, match=f"'{ours}' is a {kind} of tmima's own"):
        known.register(ours, entry)
    with pytest.raises(TmimaError, match=f"no {kind} '{ours}' was registered"):
        known.unregister(ours)
    assert known[ours] is before
    other = object()
    known.register("mine", other)
    known.register("mine", entry)
    assert known["mine"] is entry
    assert list(known)[-1] == "mine"
    assert "mine" not in known.own()
    known.unregister("mine")
    assert "mine" not in known
    with pytest.raises(TmimaError, match=f"no {kind} 'mine' was registered"):
        known.unregister("mine")
    for bad in ("", None, 3):
        with pytest.raises(TmimaError, match=f"the name of a {kind} must be a word"):
            known.register(bad, entry)


def test_an_entry_may_be_named_and_its_module_is_imported_when_it_is_asked_for(installed):
    known: Registry[object] = Registry("thing", "tmima.things", {"ours": "a_plugin:thirds"})
    # Nothing is imported by registering: what is named need not be there yet.
    del vars(sys.modules["a_plugin"])["common"]
    known.register("mine", "a_plugin:common")
    assert "mine" in known
    assert known["ours"] is THIRDS
    vars(sys.modules["a_plugin"])["common"] = COMMON
    assert known["mine"] is COMMON
    assert methods["none"].make().segment is not None


def test_entry_points_of_installed_packages_are_found(installed):
    installed["tmima.methods"] = {"thirds": "a_plugin:thirds"}
    installed["tmima.similarities"] = {"common": "a_plugin:common"}
    installed["tmima.formats"] = {"semicolons": "a_plugin:semicolons"}
    for kind, name in (("method", "thirds"), ("similarity", "common"), ("format", "semicolons")):
        known = REGISTRIES[kind]
        assert name in known
        assert list(known)[-1] == name
        assert known[name] is OWN[kind]
        assert name not in known.own()
    found = Segmenter(language="en", format="semicolons", method="thirds").segment("a;b;c")
    assert found.boundaries == (1, 2, 3)
    similar = Segmenter(language="en", similarity="common").segment("A ship. The ship.")
    assert similar.settings.similarity == "common"


def test_an_entry_point_does_not_replace_what_is_there(installed):
    installed["tmima.methods"] = {"c99": "a_plugin:thirds", "mine": "a_plugin:thirds"}
    assert methods["c99"] is not THIRDS
    other = MethodEntry("other", "", "another", "", Thirds)
    methods.register("mine", other)
    assert methods["mine"] is other
    assert list(methods).count("c99") == 1


def test_a_broken_entry_point_is_named_and_harms_nobody_else(installed):
    installed["tmima.methods"] = {"gone": "no_such_module:entry", "empty": "a_plugin:nothing"}
    for name, value in (("gone", "no_such_module:entry"), ("empty", "a_plugin:nothing")):
        message = f"the method '{name}' of the entry point {value} cannot be loaded"
        with pytest.raises(TmimaError, match=message):
            methods[name]
    assert Segmenter(language="en", method="none").segment("A ship.").boundaries == (1,)


def test_a_broken_entry_point_does_not_stop_a_refusal(installed):
    """The methods that understand a setting are listed from all entries, also those of others."""
    installed["tmima.methods"] = {"gone": "no_such_module:entry"}
    refused = "the method c99 takes no similarity=: that is for learnt, density"
    with pytest.raises(TmimaError, match=refused):
        Segmenter(language="en", method="c99", similarity="graded").segment("A ship.")


def test_a_broken_format_does_not_stop_finding_the_format(installed):
    installed["tmima.formats"] = {"gone": "no_such_module:entry"}
    assert tmima.segment("A ship.", language="en", format="auto").boundaries == (1,)


def test_packages_keep_their_names():
    """`tmima.methods` is the package however it is come by, and the registry lies in it."""
    import tmima.formats as formats_
    import tmima.methods as methods_

    for package, registry in ((formats_, formats), (methods_, methods)):
        name = package.__name__
        assert package is import_module(name) is getattr(tmima, name.removeprefix("tmima."))
        assert getattr(package, name.removeprefix("tmima.")) is registry
    for name in tmima.__all__:
        assert f"tmima.{name}" not in sys.modules
