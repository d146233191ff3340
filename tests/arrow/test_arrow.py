"""Columns of texts: the same segments as the plain loop, and no text in the way of another."""

import pickle
import re
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tmima import Segmenter, TmimaError

pa = pytest.importorskip("pyarrow", reason="columns of texts need pyarrow: 'tmima[corpus]'")

from tmima.arrow import (  # noqa: E402
    explode,
    nested,
    segment_batches,
    segment_fields,
    segment_table,
    segments_type,
)

ROOT = Path(__file__).parents[2]
TEXT = (
    "The cats purr. A cat sleeps. The cats drink.\nThe ships sail. A ship sinks. The ships drift.\n"
)
TALK = "WEBVTT\n\n00:01.000 --> 00:03.000\nCats purr.\n\n00:03.000 --> 00:09.000\nShips sail.\n"
LENGTHS = {"method": "density", "parameters": {"mean_length": 3, "std_length": 1}}
SEGMENTER = Segmenter(language="en", questions={"posteriors": True}, **LENGTHS)
SENTENCES = (
    "The cats purr. ", "A cat drinks. ", "The ships sail.\n", "Ο ήλιος βγήκε; ", "🙂 ", "\n\n",
)  # fmt: skip
KINDS = [
    pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())
]  # fmt: skip

a_text = st.one_of(
    st.none(), st.lists(st.sampled_from(SENTENCES), max_size=9).map("".join), st.just(TALK)
)


def plain(text: str | None, segmenter: Segmenter = SEGMENTER) -> list[dict] | None:
    """Return what the plain loop finds in a text, as the column has it."""
    if text is None:
        return None
    nothing = dict.fromkeys(field.name for field in segment_fields())
    try:
        result = segmenter.segment(text)
    except TmimaError as error:
        return [nothing | {"error": str(error)}]
    return [
        # Of a field that is declared since, what the segment tells.
        {name: getattr(each, name, None) for name in nothing}
        | {
            "segment": number,
            "start": each.start,
            "end": each.end,
            "first": each.first,
            "last": each.last,
            "text": result.document.text[each.start : each.end],
            "title": each.title or None,
            "keywords": list(each.keywords) or None,
            "summary": each.summary or None,
            "probability": float(result.answers.posteriors.cuts[each.first - 1])
            if number
            else None,
            "certainty": each.certainty,
            "path": each.path,
            "segment_id": each.id,
            "forced": False,
            "units": each.last - each.first,
            "start_time": each.start_time,
            "end_time": each.end_time,
            "speakers": None if each.speakers is None else list(each.speakers),
        }
        for number, each in enumerate(result)
    ]


@settings(max_examples=10)
@given(st.lists(a_text, max_size=6), st.sampled_from(KINDS), st.integers(0, 5))
def test_a_column_has_what_the_plain_loop_finds(texts, kind, place):
    column = pa.chunked_array([pa.array(texts[:place], kind), pa.array(texts[place:], kind)])
    found = nested(column, segmenter=SEGMENTER)
    found.validate(full=True)
    assert found.type == segments_type()
    assert found.to_pylist() == [plain(text) for text in texts]
    for text, segments in zip(texts, found.to_pylist(), strict=True):
        if text and text != TALK and segments[0]["error"] is None:
            assert "".join(each["text"] for each in segments) == text


@settings(max_examples=10)
@given(st.lists(a_text, max_size=6), st.booleans())
def test_a_table_has_a_row_for_each_segment_and_loses_no_text(texts, whole):
    table = pa.table(
        {"id": pa.array(range(len(texts)), pa.int16()), "text": pa.array(texts, pa.string())}
    )
    given_ = (
        table
        if whole
        else (table.to_batches() or [pa.RecordBatch.from_pylist([], table.schema)])[0]
    )
    rows = segment_table(given_, segmenter=SEGMENTER)
    assert type(rows) is type(given_)
    assert rows.schema.field("id").type == pa.int16()
    empty = dict.fromkeys(field.name for field in segment_fields())
    assert rows.to_pylist() == [
        {"id": number} | segment
        for number, text in enumerate(texts)
        for segment in (plain(text) or [empty])
    ]


def test_what_starts_and_ends_are_counted_in_is_said():
    for name in ("start", "end"):
        (field,) = (each for each in segment_fields() if each.name == name)
        assert b"characters" in field.metadata[b"unit"]
    assert nested(pa.array(["🙂 a. 🙂 b."])).to_pylist()[0][-1]["end"] == 9


def test_the_columns_are_those_that_the_docs_list():
    page = (ROOT / "docs/reference/arrow.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", page, re.MULTILINE)
    assert listed == [(field.name, str(field.type)) for field in segment_fields()]


def test_batches_come_one_by_one():
    batches = pa.table({"text": [TEXT, None, ""]}).to_batches(max_chunksize=1)

    def endless():
        yield from batches
        raise AssertionError("taken before it was asked for")

    found = segment_batches(endless(), segmenter=SEGMENTER)
    assert [next(found).num_rows for _ in range(3)] == [2, 1, 1]


def test_text_can_be_left_out():
    found = nested(pa.array([TEXT]), segmenter=SEGMENTER, text=False)
    assert found.type == segments_type(text=False)
    assert "text" not in found.to_pylist()[0][0]
    assert [each["end"] for each in found.to_pylist()[0]] == [45, 92]


@pytest.mark.parametrize("error", [RuntimeError, MemoryError, RecursionError, ValueError])
def test_whatever_goes_wrong_with_one_text_is_its_own_affair(error):
    def titles(segments):
        if "bad" in segments[0].text:
            raise error("no \ud800 titles")
        return ["good"] * len(segments)

    segmenter = Segmenter(titles=titles, **LENGTHS)
    found = nested(pa.array([TEXT, "A bad text.", TEXT]), segmenter=segmenter)
    first, wrong, last = found.to_pylist()
    assert first == last
    assert [each["title"] for each in first] == ["good", "good"]
    assert [each["error"] for each in wrong] == [f"{error.__name__}: no ? titles"]


def test_a_text_that_is_too_long_or_no_text_costs_its_row():
    data = b"Cats purr.\xff" + TEXT.encode()
    offsets = pa.array([0, 11, len(data)], pa.int32()).buffers()[1]
    broken = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(data)])
    wrong, right = nested(broken, segmenter=SEGMENTER).to_pylist()
    assert wrong[0]["error"] == "the text is not UTF-8: invalid start byte at byte 10"
    assert right == plain(TEXT)
    short, long = nested(
        pa.array(["Cats purr.", TEXT]), segmenter=SEGMENTER, max_bytes=91
    ).to_pylist()
    assert short == plain("Cats purr.")
    assert long[0]["error"] == "the text has 92 bytes, more than max_bytes=91: part it"


def test_half_a_character_in_a_transcript_is_a_replacement_character():
    talk = '{"segments": [{"start": 0, "end": 4, "text": "Cats \\ud800 purr."}]}'
    (found,) = nested(pa.array([talk]), segmenter=Segmenter(format="whisper")).to_pylist()
    assert (found[0]["text"], found[0]["error"]) == ("Cats \ufffd purr.", None)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"method": "none of ours"}, "unknown method"),
        ({"language": "Klingon"}, "Klingon"),
        ({"format": "none of ours"}, "unknown format"),
        ({"method": "c99", "n_segments": (2, 3)}, "one number"),
        ({"parameters": {"gamma": 3}}, "gamma"),
    ],
)
def test_settings_that_suit_no_text_are_refused_at_once(settings, message):
    with pytest.raises(TmimaError, match=message):
        nested(pa.array([TEXT]), segmenter=Segmenter(**settings))


def test_columns_that_do_not_fit_are_refused():
    with pytest.raises(TmimaError, match=r"no column 'body': there are id, text"):
        segment_table(pa.table({"id": [1], "text": [TEXT]}), column="body")
    with pytest.raises(TmimaError, match="must be of strings, not of int64"):
        nested(pa.array([1]))
    with pytest.raises(TmimaError, match="'title' would be there twice"):
        segment_table(pa.table({"title": ["a"], "text": [TEXT]}))


def test_it_can_be_sent_to_other_processes_with_what_was_learnt():
    labelled = [(TEXT, [3, 6]), (TEXT * 2, [3, 6, 12])]
    segmenter = Segmenter(language="en", method="density").train(labelled)
    table = pa.table({"text": [TEXT, TEXT * 3]})
    work = partial(segment_table, segmenter=segmenter)
    assert pickle.loads(pickle.dumps(work))(table).equals(work(table))
    starts = [each.start for text in (TEXT, TEXT * 3) for each in segmenter.segment(text)]
    assert work(table).column("start").to_pylist() == starts


def test_nothing_explodes_into_nothing():
    table = pa.table({"id": pa.array([], pa.int8())})
    assert explode(table, nested(pa.array([], pa.string()))).num_rows == 0


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_what_is_not_utf8_is_an_error_of_its_own(kind):
    raw = pa.array([b"Cats purr.", b"byte \xff.", b"Ships sail."], pa.binary())
    column = pa.Array.from_buffers(pa.string(), len(raw), raw.buffers())
    if pa.types.is_dictionary(kind):
        column = pa.DictionaryArray.from_arrays(pa.array([0, 1, 2], pa.int32()), column)
    try:
        column = column.cast(kind)
    except pa.ArrowNotImplementedError:
        pytest.skip(f"pyarrow {pa.__version__} cannot make {kind} of bytes")
    found = nested(column, segmenter=SEGMENTER).to_pylist()
    wanted = "the text is not UTF-8: invalid start byte at byte 5"
    assert [[each["error"] for each in text] for text in found] == [[None], [wanted], [None]]


def test_two_columns_of_texts_are_refused():
    table = pa.Table.from_arrays([["a"], ["b"]], names=["text", "text"])
    with pytest.raises(TmimaError, match=r"there are several columns 'text': rename all but one"):
        segment_table(table, segmenter=SEGMENTER)
