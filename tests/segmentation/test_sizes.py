"""What alone is larger than the greatest size; tokenizers by name; sentences as context."""

import json
import sys
from hashlib import sha1
from types import SimpleNamespace

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

import tmima
from tests.command import output, refusal
from tmima import Constraints, Segmenter, TmimaError
from tmima.segmentation.tokenizers import count_tokens, tokenizer_named

LONG = (
    "The court said, after hearing everybody, that the harbour must be closed; the ships had to "
    "wait outside, in the rain, for eleven days and nights. It was cold."
)
FAMILY = "👨‍👩‍👧‍👦"
PARTS = [
    "One. ",
    "Two ships, and a baker; ",
    "Ένα πλοίο· ",
    FAMILY,
    "e\u0301",
    " " * 9,
    "\n\n",
    "y" * 17,
]


def letters(text: str) -> list[str]:
    return regex.findall(r"\w{1,4}|\W", text)


def pieces(text: str, **constraints) -> list[str]:
    given_ = {"size_unit": "characters", "oversize": "split"} | constraints
    segmenter = Segmenter(language="en", titles="none", constraints=given_)
    return [segment.text for segment in segmenter.segment(text)]


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(PARTS), min_size=1, max_size=9).map("".join),
    st.sampled_from(["characters", "tokens", "words"]),
    st.integers(1, 25),
    st.sampled_from(["sentences", "paragraphs"]),
    st.booleans(),
)
def test_the_greatest_size_holds_always(text, size_unit, greatest, unit, keep):
    if not text.strip():
        return
    result = Segmenter(
        language="en",
        unit=unit,
        titles="none",
        constraints=Constraints(
            max_size=greatest,
            size_unit=size_unit,
            tokenizer=letters,
            keep_paragraphs=keep,
            oversize="split",
        ),
    ).segment(text)
    size = {
        "characters": len,
        "tokens": lambda piece: len(letters(piece)),
        "words": lambda piece: 0,
    }[size_unit]
    assert "".join(segment.text for segment in result) == text
    assert max(size(segment.text) for segment in result) <= greatest
    if size_unit == "words":
        words = result.units.words
        assert max(words[one.first : one.last].sum() for one in result) <= greatest
    for sentence in result.document.sentences:
        for token in sentence.tokens:
            assert sentence.start <= token.start < token.end <= sentence.end


@pytest.mark.parametrize(
    ("text", "greatest", "expected"),
    [
        # After marks that end a clause, before white space.
        (
            LONG,
            60,
            [
                "The court said, after hearing everybody, ",
                "that the harbour must be closed; ",
                "the ships had to wait outside, ",
                "in the rain, for eleven days and nights. It was cold.",
            ],
        ),
        ("one two three four", 10, ["one two ", "three four"]),
        ("y" * 12, 5, ["yyy"] * 4),
        (FAMILY * 2, len(FAMILY), [FAMILY] * 2),
        ("e\u0301" * 4, 4, ["e\u0301" * 2] * 2),
        ("e\u0301" * 3, 4, ["e\u0301", "e\u0301" * 2]),
        (FAMILY, 3, None),
        ("海が青い、空も青い、風も吹く", 6, ["海が青い、", "空も青い、", "風も吹く"]),
    ],
)
def test_the_best_place_inside(text, greatest, expected):
    found = pieces(text, max_size=greatest)
    assert "".join(found) == text
    assert max(map(len, found)) <= greatest
    if expected is not None:
        assert [piece for piece in found if piece] == expected


def test_a_paragraph_that_stays_whole_is_cut_between_its_sentences_if_it_is_too_large():
    text = "A ship sails. A baker bakes. A judge judges. A cat sleeps.\n\nIt rains."
    for settings_ in ({"unit": "paragraphs"}, {"keep": True}):
        keep = settings_.pop("keep", False)
        found = Segmenter(
            **settings_,
            language="en",
            constraints={
                "max_size": 30,
                "size_unit": "characters",
                "oversize": "split",
                "keep_paragraphs": keep,
            },
        ).segment(text)
        assert [one.text for one in found] == [
            "A ship sails. A baker bakes. ",
            "A judge judges. ",
            "A cat sleeps.\n\nIt rains.",
        ]


def test_a_truth_and_times_survive():
    long = "word " * 30
    document = tmima.Segmenter(format="choi", language="en").read(
        f"==========\nA cat.\n{long}\n==========\nA ship.\n=========="
    )
    cut = Segmenter(
        constraints={"max_size": 40, "size_unit": "characters", "oversize": "split"}
    ).prepare(document)
    assert document.truth.boundaries == (2, 3)
    ends = [cut.document.sentences[end - 1].end for end in cut.document.truth.boundaries]
    assert ends == [document.sentences[1].end, document.sentences[2].end]
    talk = tmima.Timeline([tmima.Cue(0, 9, long.strip()), tmima.Cue(9, 10, "Thanks.")])
    found = tmima.segment(
        tmima.Source.of(talk),
        constraints={"max_size": 4, "size_unit": "seconds", "oversize": "split"},
    )
    assert max(one.end_time - one.start_time for one in found) <= 4


def test_what_is_too_large_may_be_kept_alone():
    text = f"A cat. {LONG} A ship."
    limits = {"max_size": 30, "size_unit": "characters"}
    with pytest.raises(TmimaError, match=r"alone has 146 characters, .* oversize='split'"):
        pieces(text, **limits, oversize="refuse")
    found = pieces(text, **limits, oversize="keep")
    assert [one for one in found if len(one) > 30] == [LONG.removesuffix("It was cold.")]
    # A paragraph that must stay whole is kept too.
    paragraphs = "One cat is here. One cat is here.\n\nA dog."
    assert pieces(paragraphs, **limits, oversize="keep", keep_paragraphs=True) == [
        "One cat is here. One cat is here.\n\n",
        "A dog.",
    ]


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        ({"oversize": "cut"}, "oversize must be one of refuse, split, keep, not 'cut'"),
        ({"tokenizer": "bert"}, "tokenizer= must be a function, or tiktoken"),
        ({"tokenizer": "tokenizers:nowhere/to/be/found"}, "no file and no model on this machine"),
        (
            {"max_size": 1, "size_unit": "tokens", "tokenizer": lambda text: text.encode()},
            r"max_size 1 is too small: 'Έ' alone has 2 tokens",
        ),
    ],
)
def test_what_cannot_be_is_said(monkeypatch, constraints, message):
    known = SimpleNamespace(Tokenizer=None)
    monkeypatch.setitem(sys.modules, "tokenizers", known)
    with pytest.raises(TmimaError, match=message):
        tmima.segment("Ένα.", constraints={"oversize": "split"} | constraints)


def test_tokens_are_counted_once():
    asked = []

    def tokens(text):
        asked.append(text)
        return text.split()

    limits = {"max_size": 8, "size_unit": "tokens", "tokenizer": tokens, "oversize": "split"}
    segmenter = Segmenter(language="en", constraints=limits, questions={"levels": 2})
    segmenter.segment(LONG * 2)
    assert len(asked) == len(set(asked))


def test_a_tokenizer_that_has_no_hash_counts_too():
    class Tokens:
        __hash__ = None

        def __call__(self, text):
            return text.split()

    assert count_tokens(Tokens(), "a b c") == 3


def test_a_file_of_the_package_tokenizers(tmp_path):
    tokenizers = pytest.importorskip("tokenizers", reason="tokenizers is not installed")
    model = tokenizers.models.WordLevel({"[UNK]": 0, "ship": 1}, unk_token="[UNK]")
    made = tokenizers.Tokenizer(model)
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    made.enable_truncation(2)
    path = tmp_path / "tokenizer.json"
    made.save(str(path))
    assert count_tokens(f"tokenizers:{path}", "The ship, a ship.") == 6
    path.write_text("{}")
    tokenizer_named.cache_clear()
    with pytest.raises(TmimaError, match="cannot be read"):
        tokenizer_named(f"tokenizers:{path}")


def test_what_tiktoken_lacks_is_told_with_its_place(tmp_path, monkeypatch):
    """A package of the same shape: it asks for a file by its address."""
    package = tmp_path / "tiktoken"
    package.mkdir()
    (package / "load.py").write_text("def read_file(address): raise AssertionError\n")
    (package / "__init__.py").write_text(
        "from tiktoken import load\n"
        "def list_encoding_names(): return ['own_base']\n"
        "def get_encoding(name): return load.read_file(f'https://example.org/a/{name}.tiktoken')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("tiktoken", "tiktoken.load"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    key = sha1(b"https://example.org/a/own_base.tiktoken").hexdigest()
    with pytest.raises(TmimaError, match=rf"own_base\.tiktoken under the name {key} into a folder"):
        tokenizer_named("tiktoken:own_base")
    for name in ("tiktoken", "tiktoken.load"):
        del sys.modules[name]


def test_tiktoken_never_asks_the_network(tmp_path, monkeypatch):
    pytest.importorskip("tiktoken", reason="tiktoken is not installed")
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr("socket.socket.connect", None)
    with pytest.raises(TmimaError, match="cannot be had: it is not on this machine"):
        tokenizer_named("tiktoken:o200k_base")
    with pytest.raises(TmimaError, match="tiktoken:parrot cannot be had"):
        tokenizer_named("tiktoken:parrot")


def test_a_name_of_a_tokenizer_is_saved(tmp_path, monkeypatch):
    monkeypatch.setattr("tmima.segmentation.tokenizers._KINDS", {"split": lambda which: str.split})
    limits = Constraints(max_size=9, size_unit="tokens", tokenizer="split:x", oversize="split")
    segmenter = Segmenter(language="en", constraints=limits, overlap=1)
    segmenter.save(tmp_path / "saved.json")
    loaded = Segmenter.load(tmp_path / "saved.json")
    assert Constraints.of(loaded.constraints) == limits
    assert loaded.segment(LONG) == segmenter.segment(LONG)
    assert limits.as_dict()["oversize"] == "split"


def test_context_is_told_beside_the_segment():
    text = "  The ship. A ship sails.\n\nBakers bake. Bread rises. Dough rests. "
    result = tmima.segment(text, language="en", constraints={"cut_at": [2]}, overlap=1)
    assert "".join(one.text for one in result) == text
    first, last = result
    assert (first.before, first.after) == ("", "Bakers bake. ")
    assert (last.before, last.after) == ("A ship sails.\n\n", "")
    around = tmima.segment(text, language="en", constraints={"cut_at": [2, 3]}, overlap=9)
    for segment in around:
        assert segment.before + segment.text + segment.after == text
    assert tmima.segment(text, language="en").segments[0].before is None
    with pytest.raises(TmimaError, match="overlap= must be 0 or more, not -1"):
        tmima.segment(text, overlap=-1)


def test_on_the_command_line(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text(LONG, encoding="utf-8")
    limits = ["segment", path, "--max-size", 60, "--size-unit", "characters"]
    assert "--set oversize=split cuts it" in refusal(*limits)
    split = output(*limits, "--set", "oversize=split", "--overlap", 1, "--format", "json")
    found = json.loads(split)["segments"]
    assert max(len(one["text"]) for one in found) <= 60
    assert found[1]["before"] == found[0]["text"]


@pytest.mark.parametrize("overlap", range(1, 8))
def test_context_has_as_many_sentences_as_were_asked_for(overlap):
    sentences = ["The ship. ", "A ship sails. ", "Bakers bake. ", "Bread rises. ", "Dough rests. "]
    for cut in range(1, 5):
        limits = {"cut_at": [cut], "n_segments": 2}
        first, last = tmima.segment(
            "".join(sentences), language="en", constraints=limits, overlap=overlap
        )
        assert first.after == "".join(sentences[cut : cut + overlap])
        assert last.before == "".join(sentences[max(0, cut - overlap) : cut])
