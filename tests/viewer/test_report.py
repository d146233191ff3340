"""The report: one file, all of the viewer, no way for a text to become anything but text."""

import base64
import hashlib
import json
import re
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tmima
from tests.command import output
from tmima import Parameters, TmimaError
from tmima.chapters import chapter_formats
from tmima.explore.session import SIMILARITIES
from tmima.explore.settings import examples
from tmima.formats import AUTO, render_choi, text_formats
from tmima.methods import methods
from tmima.scores import SCORES
from tmima.segmentation.certainty import CERTAINTIES
from tmima.similarity import similarities
from tmima.text import UNITS
from tmima.viewer.report import bundle_modules, script_safe
from tmima.wording import Wording, table, wording_as_javascript

STATIC = files("tmima.viewer").joinpath("static")
TEXT = "The cats purr. A cat sleeps. The ships sail. A ship sinks."
MEAN = "</script><script>alert(1)</script><!-- {data} {script} & \" ' <img src=x onerror=alert(2)>"


SETTING = {"language": "en", "parameters": Parameters(mean_length=2, std_length=1)}


def report_of(text: str, **options) -> str:
    asked = {"posteriors": True}
    return tmima.segment(text, questions=asked, **SETTING, **options).as_html()


def data_of(report: str) -> dict:
    (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', report)
    return json.loads(data)


def test_the_report_holds_the_segmentation():
    text = render_choi([["The cats purr.", "A cat sleeps."], ["Ships sail.", "A ship sinks."]])
    data = data_of(report_of(text, format="choi"))
    assert data["text"]["text"] == text
    assert data["text"]["truth"] == [2, 4]
    assert data["text"]["unit"] == "sentences"
    assert data["cuts"]["boundaries"] == [2, 4]
    assert data["cuts"]["probabilities"][1] == max(data["cuts"]["probabilities"])
    first, second = data["cuts"]["segments"]
    assert first["certainty"] is None
    assert second["certainty"] in CERTAINTIES
    assert data["cuts"]["scores"]["pk"] == 0


def test_the_report_tells_the_number_and_how_sure_it_is():
    text = examples()["en-island"].text
    result = tmima.segment(text, language="en", finer=0.5)
    cuts = data_of(result.as_html())["cuts"]
    assert cuts["fitted"] == {"similarity": "graded", "number": result.settings.number.as_dict()}
    assert cuts["parameters"] == {"finer": 0.5}
    told = data_of(tmima.segment(text, language="en", n_segments=3).as_html())["cuts"]
    assert told["fitted"] == {"similarity": "graded"}


def test_a_report_of_another_method_or_without_the_diagonal():
    other = data_of(tmima.segment(TEXT, method="uniform", n_segments=2).as_html())
    assert (other["cuts"]["boundaries"], other["cuts"]["probabilities"]) == ([2, 4], None)
    assert other["cuts"]["parameters"] == {"n_segments": 2}
    parameters = Parameters(mean_length=2, std_length=1, diagonal=False)
    bare = data_of(tmima.segment(TEXT, parameters=parameters).as_html())
    assert bare["cuts"]["segments"][0]["density"] == 0.5
    # What was not asked for is not there.
    assert bare["cuts"]["probabilities"] is None
    assert bare["cuts"]["elsewhere"] == []
    assert {one["certainty"] for one in bare["cuts"]["segments"]} == {None}


def test_the_command_writes_it(tmp_path):
    written = tmp_path / "report.html"
    text = render_choi([["The cats purr.", "A cat sleeps."], ["Ships sail.", "A ship sinks."]])
    plain = ["--input-format", "choi", "--format", "html"]
    options = [*plain, "--set", "mean_length=2", "--set", "std_length=1"]
    assert output("segment", "-", *options, "-o", written, stdin=text) == ""
    data = data_of(written.read_text(encoding="utf-8"))
    assert data["text"]["truth"] == data["cuts"]["boundaries"] == [2, 4]
    one = data_of(output("segment", "-", *options, "--n-segments", 1, stdin=text))
    assert one["cuts"]["probabilities"] == [0] * 3
    hierarchy = data_of(output("segment", "-", *options, "--levels", 2, stdin=text))
    assert hierarchy["cuts"]["probabilities"][1] > 0.5
    assert len(hierarchy["cuts"]["answers"]["levels"][0]["children"]) > 0
    # With nothing set it says how sure cuts are too; a method that does not know is not asked.
    found = data_of(output("segment", "-", *plain, stdin=text))
    assert found["cuts"]["method"] == "learnt"
    assert len(found["cuts"]["probabilities"]) == 3
    other = data_of(output("segment", "-", "--method", "c99", "--format", "html", stdin=text))
    assert other["cuts"]["probabilities"] is None


def test_a_mean_text_stays_in_its_place():
    report = report_of(f"A cat. {MEAN} A cat.")
    assert data_of(report)["text"]["text"] == f"A cat. {MEAN} A cat."
    assert report.count("<script") == 2
    assert report.count("</script") == 2
    assert "<img" not in report


@given(st.text())
def test_no_text_can_end_its_element(text):
    safe = script_safe({"text": text})
    assert "<" not in safe
    assert json.loads(safe) == {"text": text}


def test_the_policy_names_the_script_and_the_style_and_nothing_else():
    report = report_of(TEXT)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', report)
    for tag, directive in (('script type="module"', "script-src"), ("style", "style-src")):
        content = re.search(f"<{tag}>(.*?)</{tag.split()[0]}>", report, re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}';" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"""(?:src|href)=["'](?!data:)""", report.partition("<script")[0])


def test_modules_are_joined_once_each_and_in_order():
    sources = {
        "a.js": 'import { b } from "./b.js";\nimport { c } from "./c.js";\nb(c);\n',
        "b.js": 'import { c } from "./c.js";\nexport function b() { c; }\n',
        "c.js": "export const c = 1;\n",
    }
    joined = bundle_modules("a.js", sources.__getitem__)
    assert joined == "const c = 1;\nfunction b() { c; }\nb(c);\n"
    with pytest.raises(TmimaError, match="cannot be joined"):
        bundle_modules("x.js", {"x.js": "export default 3;\n"}.__getitem__)


def test_the_modules_share_no_name():
    names = {"PAGE_WORDS": "words.js"}
    assert wording_as_javascript().startswith("export const PAGE_WORDS = {")
    for file in sorted(STATIC.iterdir(), key=lambda path: path.name):
        if not file.name.endswith(".js") or file.name == "page.js":
            continue
        source = file.read_text(encoding="utf-8")
        top = r"^(?:export )?(?:async )?(?:const|let|class|function\*?) ([\w$]+)"
        for name in re.findall(top, source, re.MULTILINE):
            assert name not in names, f"{name} is in {names[name]} and in {file.name}"
            names[name] = file.name


def test_nothing_in_the_viewer_reads_text_as_html():
    for file in STATIC.iterdir():
        source = file.read_text(encoding="utf-8")
        for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert way not in source, f"{file.name} uses {way}"


def test_the_page_says_nothing_that_the_table_has_not():
    scripts = "".join(
        file.read_text(encoding="utf-8")
        for file in STATIC.iterdir()
        if file.name.endswith((".js", ".html"))
    )
    said = re.findall(r"""\bsay\("([^"]+)"|data-say(?:-\w+)?="([^"]+)\"""", scripts)
    assert len(said) > 50
    assert {one or other for one, other in said} <= set(table())


def test_the_report_brings_the_words_of_the_page_along():
    script = report_of(TEXT)
    assert json.dumps(table()["contents"], ensure_ascii=False) in script
    assert '"cli.' not in script


def test_every_unit_and_certainty_has_its_words():
    for unit in UNITS:
        for use in ("unit.{}", "one.{}", "before.{}", "count.{}", "count.{}.one"):
            assert use.format(unit) in table()
    for each in CERTAINTIES:
        assert {f"certainty.{each}", f"certainties.{each}"} <= set(table())


# An entry of a registry needs no words here: it is shown by its own English ones.
@pytest.mark.parametrize(
    ("prefix", "known", "ends"),
    [
        ("format.", (AUTO, *text_formats()), ("",)),
        ("form.", chapter_formats, ("",)),
        ("similarity.", SIMILARITIES, ("", ".help")),
        ("method.", methods, ("", ".help")),
        ("score.", SCORES, ("", ".help")),
    ],
)
def test_what_the_table_calls_by_name_is_there(prefix, known, ends):
    keys = {key for key in table() if key.startswith(prefix)}
    assert keys
    assert keys <= {f"{prefix}{name}{end}" for name in known for end in ends}


@pytest.mark.parametrize("language", ["en", "el"])
def test_an_entry_without_words_on_the_page_is_shown_by_its_summary(language):
    for key in ("similarity.new", "similarity.new.help", "score.new", "score.new.help"):
        assert key not in table()
        assert Wording(language).say_or(key, "its own words") == "its own words"


def test_the_report_tells_the_summaries_of_its_method_and_its_similarity():
    told = data_of(report_of(TEXT))["summaries"]
    assert told["methods"] == methods["density"].summary
    assert told["similarities"] == similarities["shared"].summary
    alone = data_of(tmima.segment(TEXT, method="uniform").as_html())["summaries"]
    assert alone == {"methods": methods["uniform"].summary, "similarities": ""}


def test_the_report_of_a_transcript_holds_times_speakers_and_titles():
    talk = "Ann 0:01\nThe cats purr.\n\nBo 0:05\nThe ships sail the sea at night.\n"
    data = data_of(tmima.segment(talk, n_segments=2).as_html())
    assert data["text"]["times"] == [1, 5, 7.133]
    assert data["text"]["speakers"] == ["Ann", "Bo"]
    (one, two) = data["cuts"]["segments"]
    assert (one["start_time"], one["end_time"], one["speakers"]) == (1, 5, ["Ann"])
    assert (two["start_time"], two["end_time"], two["speakers"]) == (5, 7.133, ["Bo"])
