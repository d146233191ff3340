"""Text from files in any encoding, standard streams, and what reaches a terminal."""

import codecs
import os
import subprocess
from pathlib import Path

import pytest

from tests.command import COMMAND, PATIENCE, output, refusal, tmima
from tests.files import listed, posix
from tmima.cli.show.output import printable
from tmima.errors import TmimaError
from tmima.files import decoded, read_text
from tmima.files.whole import write_whole


def test_a_picture_goes_exactly_where_it_was_asked_for(article, tmp_path):
    pytest.importorskip("matplotlib")
    folder = tmp_path / "folder"
    folder.mkdir()
    assert "Is a directory" in refusal("segment", article, "--plot", folder)
    output("segment", article, "--plot", tmp_path / "picture")
    assert (tmp_path / "picture").read_bytes()[:4] == b"\x89PNG"
    assert listed(tmp_path) == ["article.txt", "folder", "picture"]


# Standard streams


def shell(line: str, *, stdin: bytes = b"") -> subprocess.CompletedProcess:
    command = " ".join(f"'{part}'" for part in COMMAND)
    return subprocess.run(
        ["sh", "-c", line.replace("tmima", command)],
        input=stdin,
        capture_output=True,
        timeout=PATIENCE,
    )


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("line", ["tmima segment ARTICLE", "tmima stream < ARTICLE", "tmima info"])
def test_a_full_standard_output_is_told_in_a_line(article, line):
    done = shell(line.replace("ARTICLE", str(article)) + " > /dev/full")
    assert done.returncode == 2
    told = b"tmima: standard output cannot be used: No space left on device\n"
    assert done.stderr == told


@posix
def test_closed_standard_streams_are_told_in_a_line(article, tmp_path):
    done = shell(f"tmima segment {article} >&-")
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert done.stderr.startswith(b"tmima: standard output cannot be used")
    for line in ("tmima segment - <&-", "tmima stream <&-"):
        done = shell(line)
        assert (done.returncode, done.stderr.count(b"\n")) == (2, 1), done.stderr
        assert done.stderr.startswith(b"tmima: standard input cannot be read")
    out = tmp_path / "out"
    done = shell(f"tmima segment {article} -o {out} <&- >&- 2>&-")
    assert done.returncode == 0
    assert out.read_text().startswith("1. ")
    assert shell("tmima segment /not/there 2>&-").returncode == 2
    assert shell("tmima segment /not/there 2>/dev/full").returncode == 2


@posix
def test_a_reader_that_has_gone_is_no_error_for_any_command(tmp_path):
    text = tmp_path / "long.txt"
    text.write_text("The ships sail. " + "ship " * 60_000)
    for command in (f"segment {text}", f"stream < {text}"):
        done = shell(f"(tmima {command}; echo $? >&2) | head -c 1")
        assert done.stderr.splitlines()[-1] == b"0", done.stderr


# Reading


@pytest.mark.parametrize(
    ("encoding", "given"),
    [
        ("utf-8", None),
        ("utf-16", None),
        ("utf-32", None),
        ("cp1253", "cp1253"),
        ("utf-16-le", "utf-16-le"),
        ("shift_jis", "shift_jis"),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 3, 5, 1000])
def test_a_text_is_the_same_in_every_encoding_and_in_any_pieces(tmp_path, encoding, given, size):
    text = "γάτα\r\n, πλοίο" if encoding != "shift_jis" else "猫が寝る。\n船"
    content = text.encode(encoding)
    pieces = [content[start : start + size] for start in range(0, len(content), size)]
    assert "".join(decoded(pieces, "x", given)) == text
    path = tmp_path / "text"
    path.write_bytes(content)
    assert read_text(path, encoding=given) == text


@pytest.mark.parametrize("encoding", [None, "utf-8", "UTF8", "utf-8-sig"])
@pytest.mark.parametrize("size", [1, 2, 3, 4, 100])
def test_a_byte_order_mark_is_no_text(size, encoding):
    assert "".join(decoded([b"\xfe\xff\x03\xb1"], "x")) == "α"
    content = codecs.BOM_UTF8 + "αβ\ufeff".encode()
    pieces = [content[start : start + size] for start in range(0, len(content), size)]
    # Only at the head is it a mark.
    assert "".join(decoded(pieces, "x", encoding)) == "αβ\ufeff"
    assert "".join(decoded([codecs.BOM_UTF8 * 2], "x", encoding)) == "\ufeff"
    assert "".join(decoded([codecs.BOM_UTF8], "x", encoding)) == ""
    assert "".join(decoded([b"a" + codecs.BOM_UTF8], "x", encoding)) == "a\ufeff"
    # In the message bytes are counted as they stand in the file.
    if encoding != "utf-8-sig":
        with pytest.raises(TmimaError, match="byte 0xff at offset 4"):
            list(decoded([codecs.BOM_UTF8 + b"a\xff"], "x", encoding))


@pytest.mark.parametrize("size", [1, 3, 4, 7, 100])
def test_the_error_names_the_byte_and_the_way_out(size):
    content = "αβγ".encode() + b"abc\xe9def"
    pieces = [content[start : start + size] for start in range(0, len(content), size)]
    with pytest.raises(TmimaError) as caught:
        list(decoded(pieces, "letter.txt"))
    assert str(caught.value) == (
        "letter.txt is not UTF-8: byte 0xe9 at offset 9. Give encoding= where one file is read, as "
        "cp1253 or latin-1, or convert it to UTF-8"
    )


def test_a_text_that_ends_in_half_a_character_is_refused():
    with pytest.raises(TmimaError, match="is not UTF-8: byte 0xce at offset 1"):
        list(decoded([b"a", b"\xce"], "x"))
    with pytest.raises(TmimaError, match="is not UTF-16"):
        list(decoded([b"\xff\xfea\x00b"], "x"))


def test_the_command_takes_an_encoding(tmp_path):
    path = tmp_path / "greek.txt"
    text = "Η γάτα κοιμάται. Το πλοίο φεύγει."
    path.write_bytes(text.encode("cp1253"))
    told = refusal("segment", path)
    assert "is not UTF-8: byte 0xc7 at offset 0. Give --encoding" in told
    assert "γάτα" in output("segment", path, "--encoding", "cp1253")
    assert "γάτα" in output("stream", "--encoding", "cp1253", stdin=path.read_bytes())
    assert "γάτα" in output("analyze", path, "--encoding", "cp1253")
    for name in ("klingon", "rot13", "base64"):
        assert f"--encoding {name} is not known" in refusal("segment", path, "--encoding", name)
    path.write_bytes(text.encode("utf-16"))
    assert output("segment", path) == output("segment", "-", stdin=text)


def test_a_path_that_is_none_gets_one_line():
    assert tmima("segment", "a\nb").stderr.count(b"\n") <= 2
    with pytest.raises(TmimaError, match="null"):
        read_text("a\0b")
    with pytest.raises(TmimaError, match="null"):
        write_whole("a\0b", "x")


# What reaches the terminal


def test_a_terminal_is_not_told_to_do_anything():
    told = printable("\x1b]0;title\x07 \x9b31m \x7f\r\ttab\r\nnext\n\x00")
    assert told == "␛]0;title␇ \ufffd31m ␡␍\ttab\r\nnext\n␀"


@posix
@pytest.mark.parametrize("style", ["text", "json", "choi"])
def test_escapes_of_a_text_do_not_reach_the_terminal(tmp_path, style):
    import pty

    path = tmp_path / "hostile.txt"
    path.write_text("The cats \x1b]0;owned\x07 purr \x9b2J loud. A cat sleeps.\n", encoding="utf-8")
    master, slave = pty.openpty()
    subprocess.run(
        [*COMMAND, "segment", path, "--format", style],
        stdin=subprocess.DEVNULL,
        stdout=slave,
        check=True,
        timeout=PATIENCE,
        env={**os.environ, "NO_COLOR": "1", "TERM": "dumb"},
    )
    os.close(slave)
    shown = b""
    try:
        while piece := os.read(master, 1 << 16):
            shown += piece
    except OSError:  # so a terminal says that nobody writes any more
        pass
    os.close(master)
    assert b"owned" in shown
    told = shown.decode()
    assert "\x1b" not in told
    assert "\x9b" not in told
    assert "\x07" not in told
