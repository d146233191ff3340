"""What is cut off by the user leaves nothing behind."""

import os

import pytest

from tmima.files import write_whole


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("moment", ["replace", "fdopen"])
def test_an_interrupted_write_leaves_no_file_behind(moment, there, tmp_path, monkeypatch):
    path = tmp_path / "out"
    if there:
        path.write_text("as it was")

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, moment, interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "new")
    assert [each.name for each in tmp_path.iterdir()] == (["out"] if there else [])
    assert not there or path.read_text() == "as it was"
