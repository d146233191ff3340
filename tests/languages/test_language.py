"""Languages by name: codes as people write them, and languages that outsiders add."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tmima
from tests.sources import string_literals
from tmima import TmimaError, languages
from tmima.languages import Language, LanguageEntry, RuleAnalyzer, TaggerEntry, language_code
from tmima.languages.language import _ALIASES, known_languages, listed_languages

SOURCE = Path(tmima.__file__).parent


def own_analyzer(*, normalise=None, stopwords=None, tagger=None):
    return RuleAnalyzer(
        Language(code="tlh", normalise="plain"), normalise=normalise, stopwords=stopwords
    )


OWN = LanguageEntry(
    code="tlh",
    analyzer=own_analyzer,
    aliases=("kli",),
    # Klingon's own letters are not in Unicode.
    scripts=("CHEROKEE",),
    stemmer="english",
    tagger=TaggerEntry(
        load=lambda model: lambda words: [(str(model), word.upper()) for word in words],
        train=lambda treebank: f"learnt from {treebank}",
    ),
    frequencies=lambda: lambda term, forms: 0.25,
)


@pytest.fixture
def registered():
    languages.languages.register("tlh", OWN)
    yield
    languages.languages.unregister("tlh")


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("el", "el"), ("EL", "el"), ("El", "el"), (" el ", "el"), ("el-GR", "el"), ("el_GR", "el"),
        ("el_GR.UTF-8", "el"), ("EL-gr", "el"), ("ell", "el"), ("gre", "el"), ("GRE", "el"),
        ("en", "en"), ("EN", "en"), ("en_US", "en"), ("en-GB", "en"), ("eng", "en"),
        ("zh-Hans-CN", "zh"), ("fra", "fr"), ("FRE", "fr"), ("deu", "de"), ("ger", "de"),
        ("pt_BR", "pt"), ("und", "und"), ("UND", "und"),
    ],
)  # fmt: skip
def test_a_code_is_understood_however_it_is_written(written, code):
    assert language_code(written) == code


@pytest.mark.parametrize("code", ["", "tlh", "e", "greek", "-", "xx-EL"])
def test_an_unknown_code_is_refused_with_the_known_ones(code):
    known = ", ".join(known_languages())
    with pytest.raises(
        TmimaError, match=f"unknown language '{code}': choose one of {known}, or und"
    ):
        language_code(code)
    with pytest.raises(TmimaError, match="unknown language"):
        languages.analyzer(code)


def test_a_code_that_is_no_text_is_refused():
    with pytest.raises(TmimaError, match="language must be a code such as en, not 5"):
        language_code(5)


def test_every_language_by_general_rules_has_its_codes_of_three_letters():
    assert set(_ALIASES.values()) >= listed_languages().difference(languages.languages.own())
    assert set(_ALIASES.values()) <= listed_languages()


@pytest.mark.parametrize(
    ("text", "written", "code"),
    [
        ("Η γάτα κοιμάται. Το πλοίο φεύγει.\nΗ γάτα τρώει.", "EL", "el"),
        ("Cats purr. A cat sleeps.\nShips sail. Every ship sails.", "EN_us", "en"),
        ("Le chat dort. Les bateaux partent.", "fre", "fr"),
    ],
)
def test_a_code_in_capitals_gives_exactly_the_same(text, written, code):
    found, expected = (tmima.segment(text, language=each) for each in (written, code))
    assert found.document == expected.document
    assert (found.cost, found.boundaries) == (expected.cost, expected.boundaries)


def test_a_registered_language_is_like_ours(registered):
    assert "tlh" in languages.known_languages()
    assert language_code("TLH") == language_code("kli") == "tlh"
    assert languages.analyzer("tlh").language == "tlh"
    assert languages.detect_language("ᎣᏏᏲ ᎣᏏᏲ ᎣᏏᏲ") == "tlh"
    (tokens,) = languages.analyzer("tlh", normalise="stem").tokens("ships", [(0, 5)])
    assert tokens[0].lemma == "ship"
    assert languages.tagged_languages() == ["el", "tlh"]
    assert languages.load_tagger("tlh", "file")(["a"]) == [("file", "A")]
    assert languages.train_tagger("tlh", "treebank") == "learnt from treebank"
    assert languages.has_frequencies("tlh")
    assert languages.word_probability("tlh")("a", ["a"]) == 0.25
    assert tmima.segment("nuqneH. Qapla.", language="tlh").document.language == "tlh"


def test_a_language_need_not_be_registered():
    assert languages.analyzer(OWN, normalise="plain").language == "tlh"
    with pytest.raises(TmimaError, match="unknown language 'tlh'"):
        languages.analyzer("tlh")


def test_what_a_language_cannot_do_is_refused():
    with pytest.raises(TmimaError, match="language 'fr' has no tagger: choose one of el"):
        languages.load_tagger("fr")
    with pytest.raises(TmimaError, match="lemmas of el, not language en with normalise='stem'"):
        languages.analyzer("en", tagger="model")
    with pytest.raises(TmimaError, match="not language el with normalise='plain'"):
        languages.analyzer("el", normalise="plain", tagger="model")
    with pytest.raises(TmimaError, match="lower case, as en or pt-br, not 'TLH'"):
        LanguageEntry(code="TLH", analyzer=own_analyzer)
    with pytest.raises(TmimaError, match="the language 'kli' has the code 'tlh'"):
        languages.languages.register("kli", OWN)
    with pytest.raises(TmimaError, match="'el' is a language of tmima's own"):
        languages.languages.register("el", LanguageEntry(code="el", analyzer=own_analyzer))


def run(code: str, *folders: Path) -> str:
    path = os.pathsep.join(map(str, [*folders, SOURCE.parent]))
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"},
    )
    assert not done.stderr, done.stderr
    return done.stdout


def test_an_installed_package_adds_a_language(tmp_path):
    (tmp_path / "klingon.py").write_text(
        "from tmima.languages import Language, LanguageEntry, RuleAnalyzer\n"
        "def analyzer(*, normalise=None, stopwords=None, tagger=None):\n"
        "    return RuleAnalyzer(Language(code='tlh', normalise='plain'), normalise=normalise)\n"
        "LANGUAGE = LanguageEntry(code='tlh', analyzer=analyzer, scripts=('CHEROKEE',))\n"
    )
    metadata = tmp_path / "klingon-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: klingon\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[tmima.languages]\ntlh = klingon:LANGUAGE\n")
    code = (
        "import tmima; from tmima import languages;"
        "print(languages.analyzer('TLH').language, languages.detect_language('ᎣᏏᏲ ᎣᏏᏲ'),"
        "'tlh' in languages.known_languages())"
    )
    assert run(code, tmp_path) == "tlh tlh True\n"


@pytest.mark.parametrize(
    "text", ["Η γάτα κοιμάται. Το πλοίο φεύγει.", "The cat sleeps. The ship sails."]
)
def test_installed_packages_are_not_looked_through_for_our_languages(text):
    code = (
        "import importlib.metadata, sys; importlib.metadata.entry_points = None; import tmima;"
        "print(any(name.startswith('tmima.languages.e') and not name.endswith('.entry')"
        " for name in sys.modules));"
        f"text = {text!r}; code = tmima.detect_language(text);"
        "print(tmima.segment(text, language=code).document.language == code)"
    )
    assert run(code) == "False\nTrue\n"


def imported(tree: ast.Module) -> list[str]:
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


# The title of the paper that the method is from.
PAPER = "Segmentation of Greek Texts"


def test_nothing_outside_its_folder_names_greek():
    named = {}
    for path in SOURCE.rglob("*.py"):
        if SOURCE / "languages/el" in path.parents:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert not [name for name in imported(tree) if name.startswith("tmima.languages.el")], path
        texts = [
            text
            for text in string_literals(tree)
            if text in ("el", "ell", "gre") or "greek" in text.replace(PAPER, "").lower()
        ]
        if texts:
            named[path.relative_to(SOURCE).as_posix()] = texts
    # The one line of the table of languages, as for any other, and of those of the interface.
    assert named == {"languages/language.py": ["el"], "wording/__init__.py": ["el"]}


@pytest.mark.parametrize("package", ["languages", "formats"])
def test_other_packages_import_from_the_door_of_a_package(package):
    for path in SOURCE.rglob("*.py"):
        if SOURCE / package in path.parents:
            continue
        deep = [
            node.module
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom)
            and (node.module or "").startswith(f"tmima.{package}.")
        ]
        assert not deep, path


def test_the_library_speaks_of_keywords_and_not_of_options():
    for path in (SOURCE / "languages").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert not [text for text in string_literals(tree) if re.search("--[a-z]", text)], path
