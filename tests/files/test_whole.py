"""A file is written whole or not at all, and nothing is ruined that was there."""

import os
import stat
import subprocess
import sys
import threading

import pytest

from tests.command import COMMAND, PATIENCE
from tests.files import listed, posix
from tmima.errors import TmimaError
from tmima.files import whole
from tmima.files.whole import write_whole

TEXT = "The cats purr. A cat sleeps. The ships sail. A ship sinks.\n"
as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may do this"
)


@posix
@as_root
def test_a_device_is_written_into_and_stays_a_device(tmp_path):
    device = tmp_path / "null"
    try:
        os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        device.open("wb").close()
    except OSError:
        pytest.skip("no device can be made here")
    write_whole(device, TEXT)
    assert stat.S_ISCHR(device.stat().st_mode)
    assert listed(tmp_path) == ["null"]


@posix
def test_a_pipe_is_written_into(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_whole(pipe, TEXT)
    reader.join(timeout=PATIENCE)
    assert read == [TEXT.encode()]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@posix
@pytest.mark.parametrize("how", ["/dev/stdout", "/dev/fd/1", "link"])
def test_standard_output_by_name_goes_on_where_it_is(article, tmp_path, how):
    name = tmp_path / "named"
    name.symlink_to("/dev/stdout")
    log = tmp_path / "log"
    log.write_text("before\n")
    with log.open("ab") as file:
        subprocess.run(
            [
                *COMMAND,
                "segment",
                article,
                "--format",
                "json",
                "-o",
                name if how == "link" else how,
            ],
            stdout=file,
            check=True,
            timeout=PATIENCE,
        )
    lines = log.read_text().splitlines()
    assert lines[0] == "before"
    assert len(lines) == 2
    assert lines[1].startswith('{"language"')


@posix
def test_a_link_is_followed_and_its_target_replaced(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to("target")
    write_whole(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    dangling = tmp_path / "dangling"
    dangling.symlink_to("not-there-yet")
    write_whole(dangling, "new")
    assert dangling.is_symlink()
    assert (tmp_path / "not-there-yet").read_text() == "new"


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_the_mode_is_kept(tmp_path, mode):
    path = tmp_path / "private"
    path.write_text("old")
    path.chmod(mode)
    write_whole(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_text() == "new"


@posix
def test_a_new_file_is_like_the_users_other_files(tmp_path):
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", "x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


@posix
@as_root
def test_the_owner_is_kept(tmp_path):
    path = tmp_path / "theirs"
    path.write_text("old")
    os.chown(path, 65534, 65533)
    path.chmod(0o640)
    write_whole(path, "new")
    there = path.stat()
    assert (there.st_uid, there.st_gid) == (65534, 65533)
    assert stat.S_IMODE(there.st_mode) == 0o640


@posix
def test_a_group_that_cannot_be_kept_lets_no_other_group_in(tmp_path, monkeypatch):
    path = tmp_path / "theirs"
    path.write_text("old")
    path.chmod(0o664)

    def refused(*_):
        raise PermissionError

    monkeypatch.setattr(os, "fchown", refused)
    monkeypatch.setattr(
        whole, "_mode_and_owner", lambda _: (0o664, (os.getuid() + 1, os.getgid() + 1))
    )
    write_whole(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


def test_what_is_written_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    path = tmp_path / "out"
    path.write_text("old")
    seen = []

    def synced(descriptor):
        seen.append((os.fstat(descriptor).st_size, path.read_text()))

    monkeypatch.setattr(os, "fsync", synced)
    write_whole(path, "newer")
    assert seen == [(5, "old")]


@pytest.mark.parametrize("moment", ["open", "chmod", "fsync"])
@pytest.mark.parametrize("trouble", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_whatever_happens_the_old_file_stays_and_nothing_else(
    tmp_path, monkeypatch, moment, trouble
):
    path = tmp_path / "out"
    path.write_text("old")
    real = getattr(os, moment)

    def interrupted(*arguments, **named):
        real(*arguments, **named)  # it was done, and then
        raise trouble

    monkeypatch.setattr(os, moment, interrupted)
    with pytest.raises((KeyboardInterrupt, TmimaError)) as caught:
        write_whole(path, "new")
    monkeypatch.undo()
    if caught.type is TmimaError:
        assert str(caught.value) == f"{path} cannot be written: No space left on device"
    assert path.read_text() == "old"
    assert listed(tmp_path) == ["out"]


@posix
def test_what_a_killed_process_left_is_cleared_away_and_no_other(tmp_path):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left = tmp_path / f".out.{ended.pid}-0123.unfinished"
    at_work = tmp_path / f".out.{os.getpid()}-0123.unfinished"
    of_another = tmp_path / f".out2.{ended.pid}-0123.unfinished"
    for path in (left, at_work, of_another):
        path.write_text("half")
    write_whole(tmp_path / "out", "new")
    assert listed(tmp_path) == sorted([at_work.name, of_another.name, "out"])


def test_what_cannot_be_written_is_told_in_a_line(tmp_path):
    for path, reason in (
        (tmp_path, "Is a directory"),
        (tmp_path / "none" / "out", "No such file or directory"),
        (tmp_path / ("x" * 300), "name too long"),
    ):
        with pytest.raises(TmimaError, match=reason):
            write_whole(path, "x")


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anything")
def test_a_write_protected_file_is_not_replaced(tmp_path):
    path = tmp_path / "kept"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(TmimaError, match="write-protected"):
        write_whole(path, "new")
    assert path.read_text() == "old"


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
