"""A journal gives back what was appended whole, wherever its writing was stopped."""

import os

import pytest

from tmima.errors import TmimaError
from tmima.files.journal import DamagedJournalError, Journal

RECORDS = [{"number": 0}, {"name": "τμήμα", "values": [1, None]}, {"number": 2}, {"number": 3}]
PAYLOADS = [b"", b"\x00two\nlines\n" * 30, b"", b"{}\n"]


@pytest.fixture
def journal(tmp_path) -> Journal:
    return Journal(tmp_path / "journal")


def appended(journal: Journal) -> list[int]:
    """Append all records; return the size of the file after each."""
    pairs = zip(RECORDS, PAYLOADS, strict=True)
    return [journal.append(record, payload).end for record, payload in pairs]


def content(journal: Journal) -> list[tuple[dict, bytes]]:
    return [(entry.record, journal.payload(entry)) for entry in journal.entries()]


def test_what_was_appended_is_read_in_order(journal):
    ends = appended(journal)
    assert ends[-1] == journal.path.stat().st_size
    assert content(Journal(journal.path)) == list(zip(RECORDS, PAYLOADS, strict=True))
    assert [entry.end for entry in Journal(journal.path).entries()] == ends
    assert journal.records() == RECORDS


def test_a_journal_cut_off_at_any_byte_goes_on_after_its_last_whole_record(journal):
    ends = appended(journal)
    whole = journal.path.read_bytes()
    for size in range(len(whole) + 1):
        journal.path.write_bytes(whole[:size])
        resumed = Journal(journal.path)
        there = sum(end <= size for end in ends)
        expected = list(zip(RECORDS, PAYLOADS, strict=True))[:there]
        assert content(resumed) == expected
        assert journal.path.read_bytes() == whole[:size]  # reading changes nothing
        resumed.append({"number": 9}, b"more")
        assert content(Journal(journal.path)) == [*expected, ({"number": 9}, b"more")]


def test_a_record_that_was_altered_is_not_believed(journal):
    appended(journal)
    whole = journal.path.read_bytes()
    pairs = list(zip(RECORDS, PAYLOADS, strict=True))
    for place in range(0, len(whole), 3):
        journal.path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        altered = Journal(journal.path)
        seen = []
        try:
            for entry in altered.entries():
                seen.append((entry.record, altered.payload(entry)))
        except DamagedJournalError:
            pass
        assert seen == pairs[: len(seen)]
        assert len(seen) < len(pairs)
        # The next record takes the place of what was damaged.
        altered.append({"number": 9})
        assert content(Journal(journal.path)) == [*seen, ({"number": 9}, b"")]


def test_an_append_that_failed_is_no_part_of_the_journal(journal, monkeypatch):
    journal.append({"number": 0})

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TmimaError, match="journal cannot be written: No space left on device"):
        journal.append({"number": 1}, to_disk=True)
    monkeypatch.undo()
    journal.append({"number": 2})
    assert Journal(journal.path).records() == [{"number": 0}, {"number": 2}]


@pytest.mark.parametrize("size", [-1, 0.5, "x", 10**30, True])
def test_a_payload_whose_size_cannot_be_is_left_out(journal, size):
    journal.append({"payload_bytes": size, "payload_sha256": "0"})
    assert Journal(journal.path).records() == []


def test_a_journal_is_rewritten_and_cleared(journal):
    assert Journal(journal.path).records() == []
    journal.clear()
    assert not journal.path.exists()
    appended(journal)
    assert journal.rewrite(RECORDS[:2]) == journal.path.stat().st_size
    assert journal.records() == RECORDS[:2]
    journal.clear()
    assert journal.path.read_bytes() == b""
    journal.append(RECORDS[0])
    assert journal.records() == RECORDS[:1]


def test_lines_of_an_older_version_are_read(tmp_path):
    path = tmp_path / "journal"
    path.write_text('["a", 1]\n["b", 2]\n')
    journal = Journal(
        path, older=lambda value: {value[0]: value[1]} if type(value) is list else None
    )
    journal.append({"c": 3})
    assert journal.records() == [{"a": 1}, {"b": 2}, {"c": 3}]
    with pytest.raises(DamagedJournalError, match="this is no line of a journal"):
        Journal(path).records()


def test_a_journal_that_cannot_be_read_is_told_by_name(tmp_path):
    with pytest.raises(TmimaError, match="cannot be read: Is a directory"):
        Journal(tmp_path).records()
