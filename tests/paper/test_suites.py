"""Collections and the generators of the two suites."""

import json
import random
import re
from collections import Counter

import pytest

from tests.command import output, refusal
from tmima import Segmentation, TmimaError, languages
from tmima.formats import parse_choi
from tmima.paper import BUNDLED, collection_language, read_collection, suite1, suite2
from tmima.paper.suites import RANGES


@pytest.fixture(scope="module")
def bundled():
    return read_collection(BUNDLED, languages.analyzer("el", normalise="plain"))


@pytest.fixture
def folder(tmp_path):
    for author, texts in (("anna", 3), ("vera", 2), ("zoe", 1)):
        (tmp_path / author).mkdir()
        for number in range(texts):
            lines = [f"The {author} {i} sails. It is {number}." for i in range(4)]
            (tmp_path / author / f"{number}.txt").write_text("\n".join(lines))
    return tmp_path


def read_english(folder):
    return read_collection(folder, languages.analyzer("en"))


def test_the_bundled_collection_is_what_it_says(bundled):
    assert len(bundled.authors) == 10
    assert list(map(len, bundled.sets.values())) == [2, 2, 3, 4, 5, 10]
    seen = Counter()
    for author in bundled.authors.values():
        assert author.area
        assert len(author.texts) >= 6
        for text in author.texts:
            document = text.document
            assert len(document.sentences) >= 14, text.name
            assert len(document.paragraphs) >= 4, text.name
            letters = re.findall(r"[^\W\d_]", document.text)
            greek = sum("\u0370" <= letter <= "\u03ff" for letter in letters)
            assert greek > 0.95 * len(letters), text.name
            seen.update(document.text[s.start : s.end] for s in document.sentences)
    assert seen.most_common(1)[0][1] == 1, "a sentence stands twice"


def test_sets_follow_the_areas_of_table_2(bundled):
    areas = [{bundled.authors[name].area for name in names} for names in bundled.sets.values()]
    assert areas[0] == {"Archaeology", "Biology"}
    assert areas[1] == {"Archaeology", "Culture, Society"}
    assert areas[4] == {
        "Archaeology",
        "Biology",
        "Culture, Society",
        "Culture, History",
        "Philosophy",
    }


@pytest.mark.parametrize("lengths", RANGES)
def test_suite1_texts_are_beginnings_of_texts(bundled, lengths):
    members = bundled.members(3)
    for text in suite1(members, lengths, 20, random.Random(5)):
        assert len(text.truth) == len(text.passages) == 10
        for passage, length in zip(text.passages, text.truth.lengths, strict=True):
            assert passage.first == 0
            assert passage.last == length
            assert lengths[0] <= length <= lengths[1]
            assert passage.author.name in {author.name for author in members}


def test_suite1_draws_uniformly(bundled):
    texts = suite1(bundled.members(2), (3, 5), 400, random.Random(1))
    passages = [passage for text in texts for passage in text.passages]
    for counted in (
        Counter(passage.last for passage in passages),
        Counter(passage.author.name for passage in passages),
    ):
        # 4,000 draws of thirds: five deviations are about 150.
        assert len(counted) == 3
        assert all(abs(count - 4000 / 3) < 150 for count in counted.values())


def test_suite2_texts_are_runs_of_whole_paragraphs(bundled):
    authors = list(bundled.authors.values())
    for text in suite2(authors, 20, random.Random(5)):
        assert len(text.truth) == 10
        for passage in text.passages:
            paragraphs = passage.source.document.paragraphs
            assert passage.first in {first for first, _ in paragraphs}
            assert passage.last in {last for _, last in paragraphs}
        ends = {last for _, last in text.document.paragraphs}
        assert set(text.truth.boundaries) <= ends


def test_suite2_draws_runs_uniformly(bundled):
    (author,) = (a for a in bundled.authors.values() if a.name == "biology")
    texts = suite2([author], 300, random.Random(1))
    runs = Counter()
    for text in texts:
        for passage in text.passages:
            paragraphs = passage.source.document.paragraphs
            if len(paragraphs) == 6:
                first = [a for a, _ in paragraphs].index(passage.first)
                last = [b for _, b in paragraphs].index(passage.last)
                runs[first, last + 1] += 1
    total = runs.total()
    assert len(runs) == 21
    for (first, last), count in runs.items():
        expected = total / 6 / (6 - (last - first) + 1)
        assert abs(count - expected) < 5 * expected**0.5, (first, last)


def test_glued_texts_keep_true_offsets_and_words(bundled):
    text = suite2(list(bundled.authors.values()), 1, random.Random(9))[0]
    analyzer = languages.analyzer("el", normalise="plain")
    again = [s.tokens for s in text.document.sentences]
    spans = [(s.start, s.end) for s in text.document.sentences]
    assert analyzer.tokens(text.document.text, spans) == again


def test_a_text_in_choi_format_has_the_true_boundaries(bundled):
    text = suite1(bundled.members(5), (3, 11), 1, random.Random(2))[0]
    parsed = parse_choi(text.as_choi())
    assert parsed.boundaries == text.truth.boundaries
    assert len(parsed.sentences) == len(text.document.sentences)


def test_the_same_seed_gives_the_same_texts(bundled):
    one, other = (suite1(bundled.members(0), (3, 11), 5, random.Random("7")) for _ in range(2))
    assert one == other
    assert one != suite1(bundled.members(0), (3, 11), 5, random.Random("8"))


def test_authors_are_ranked_by_texts_where_nothing_describes_them(folder):
    collection = read_english(folder)
    assert collection.sets[0] == ("anna", "vera")
    assert collection.sets[1] == ("anna", "zoe")
    assert collection.sets[5] == ("anna", "vera", "zoe")


def test_the_language_of_a_collection_is_told_by_its_description_or_its_texts(folder):
    assert collection_language(BUNDLED) == "el"
    assert collection_language(str(folder)) == "en"
    (folder / "authors.toml").write_text('language = "de-AT"')
    assert collection_language(folder) == "de"
    (folder / "authors.toml").write_text('language = "tlh"')
    with pytest.raises(TmimaError, match=r"authors.toml: unknown language 'tlh'"):
        collection_language(folder)


def test_a_collection_without_texts_has_no_language(tmp_path):
    assert collection_language(tmp_path) == "und"
    with pytest.raises(TmimaError, match="there is no folder"):
        collection_language(tmp_path / "none")


def test_a_description_is_obeyed(folder):
    (folder / "authors.toml").write_text('[authors]\nzoe = "Ships"\n[sets]\n0 = ["zoe", "anna"]\n')
    collection = read_english(folder)
    assert collection.sets == {0: ("zoe", "anna")}
    assert collection.authors["zoe"].area == "Ships"
    with pytest.raises(TmimaError, match="no set 5: choose one of 0"):
        collection.members(5)


def test_bad_texts_are_named_all_at_once(folder):
    (folder / "anna" / "bad.txt").write_bytes(b"\xff\xfa")
    (folder / "zoe" / "empty.txt").write_text(" \n")
    with pytest.raises(TmimaError) as raised:
        read_english(folder)
    assert "2 bad texts" in str(raised.value)
    assert "bad.txt is not UTF-8: byte 0xff at offset 0" in str(raised.value)
    assert "zoe/empty.txt: the text is empty" in str(raised.value)


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ("sets = 3 =", "is not TOML"),
        ('[sets]\n0 = ["nobody"]', "set 0 names 'nobody', which has no texts"),
    ],
)
def test_a_bad_description_is_refused(folder, description, message):
    (folder / "authors.toml").write_text(description)
    with pytest.raises(TmimaError, match=message):
        read_english(folder)


def test_a_range_no_text_is_long_enough_for_is_refused(folder):
    collection = read_english(folder)
    with pytest.raises(TmimaError, match="no author has a text of 9 sentences among anna, vera"):
        suite1(collection.members(0), (3, 11), 1, random.Random(1))


def test_generate_writes_texts_and_their_sources(tmp_path):
    out = tmp_path / "texts"
    output("generate", "suite1", "--set", "0", "--range", "3", "5", "--texts", "2", "-o", out)
    assert sorted(path.name for path in out.glob("[!.]*")) == ["001.ref", "002.ref", "sources.json"]
    sources = json.loads((out / "sources.json").read_text())
    parsed = parse_choi((out / "001.ref").read_text(encoding="utf-8"))
    lengths = [source["last"] - source["first"] for source in sources["001.ref"]]
    assert Segmentation(parsed.boundaries).lengths == lengths
    source = sources["001.ref"][0]
    text = (BUNDLED / source["author"] / source["text"]).read_text(encoding="utf-8")
    assert text.startswith(parsed.sentence(0))


def test_generate_refuses_bad_collections(tmp_path):
    assert "there is no folder" in refusal(
        "generate", "suite2", "--collection", tmp_path / "no", "-o", tmp_path / "out"
    )
    assert "holds no author" in refusal(
        "generate", "suite2", "--collection", tmp_path, "-o", tmp_path / "out"
    )
    assert "must rise" in refusal("generate", "suite1", "--range", "5", "3", "-o", tmp_path / "out")
