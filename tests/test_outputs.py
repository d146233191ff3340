"""Nothing that is read is written over, and nothing is opened before what can be refused is."""

import os
from pathlib import Path

import pytest

from tmima.errors import TmimaError
from tmima.files import refuse_inputs

posix = pytest.mark.skipif(os.name != "posix", reason="as POSIX has it")


def test_an_output_that_is_an_input_is_refused_by_whatever_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = Path("texts")
    folder.mkdir()
    read = folder / "a.txt"
    read.write_text("A cat.")
    Path("link").symlink_to(read)
    Path("folder").symlink_to(folder)
    Path("hard").hardlink_to(read)
    for output in (read, "texts/../texts/a.txt", read.resolve(), "link", "folder/a.txt", "hard"):
        for given in (read, folder, "link", "hard"):
            with pytest.raises(TmimaError, match="would be written over the input"):
                refuse_inputs(["new", output], ["other", given])
        refuse_inputs([output], ["other", "texts/b.txt"])
    refuse_inputs(["texts/b.txt", "texts"], [read, folder])


def test_one_file_for_two_outputs_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("there").write_text("")
    Path("hard").hardlink_to("there")
    Path("link").symlink_to("new")
    for one, other in (("new", "./new"), ("new", "link"), ("there", "hard")):
        with pytest.raises(TmimaError, match="are one file for two outputs"):
            refuse_inputs([one, other], [])
    refuse_inputs(["new", "there"], [])


@posix
def test_what_is_no_regular_file_cannot_be_written_over(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for special in (tmp_path / "pipe", Path("/dev/null")):
        refuse_inputs([special, special], [special])
