"""Command lines good and bad, and files that are not what they say."""

import codecs
import io
import json
import random
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import tmima
from tools.torture.chance import METHODS, Chance, a_feed, a_page, a_text, require, some
from tools.torture.child import Said, apart, here

_LINES = 10
_VALUES = (
    "0", "1", "2", "3", "7", "0.5", "-1", "1e6", "1e-9", "1e300", "nan", "inf", "99999999999999999999", "", "x", "٣",
    "5-9", "9-5", "1,2", "@5", "headings", "none", "--", "-", "\x1b[31m", "κ", "builtins:len", "json:dumps", "a:b:c",
)  # fmt: skip
_OPTIONS: dict[str, tuple[str, ...]] = {
    "--language": ("el", "en", "EL", "und", "xx", "zh"),
    "--input-format": ("text", "lines", "choi", "auto", "markdown", "html"),
    "--overlap": ("0", "1", "3"),
    "--set oversize": ("refuse", "split", "keep"),
    "--set normalise": ("plain", "stem", "lemma", "porter"),
    "--set stopwords": ("none", "missing", "text"),
    "--set similarity": ("graded", "shared", "background", "lsa", "vectors"),
    "--set length_unit": ("sentences", "words", "word"),
    "--size-unit": ("sentences", "words", "characters", "tokens"),
    "--set unit": ("sentences", "paragraphs"),
    "--format": ("text", "json", "choi", "html", "table", "conllu"),
    "--method": METHODS,
    "--tokenizer": ("json:dumps", "builtins:len", "nowhere:f", "re:split"),
    "--cut-at": ("1", "headings", "@3", "2,4"),
    "--set no_cut_at": ("1", "@3", "2,4"),
    "--set": ("rank=3", "mask=11", "prior=1", "length=4", "x", "seed=1"),
    "--params": ("params.json", "missing", "text"),
    "--set tagger": ("missing", "params.json"),
    "--levels": ("1", "2", "3"),
    "--best": ("1", "3", "20"),
    "--set samples": ("1", "20"),
    "--set path": ("1", "4"),
    **dict.fromkeys(
        (
            *("--set mean_length", "--set std_length", "--set gamma", "--set r", "--set temperature"),
            *("--n-segments", "--min-size"),
        ),
        ("0.3", "1", "2", "5"),
    ),
    **dict.fromkeys(("--max-size", "--set seed", "--max-delay"), ("1", "2", "5", "60")),
}
_FLAGS = ("--posteriors", "--keep-paragraphs", "--set=cut_costs=true", "--set=diagonal=true", "--no-diagonal")
_COMMANDS = ("segment",) * 6 + ("stream", "analyze", "evaluate", "info", "methods", "train", "nonsense")


def lines(chance: Chance) -> None:
    """Run random command lines on random texts."""
    for _ in range(_LINES):
        arguments, stdin = _line(chance)
        said = (apart if chance.maybe(0.0005) else here)(arguments, stdin=stdin, folder=chance.folder)
        said.required_clean(arguments)
        if said.status == 0 and arguments[0] == "segment" and "json" in arguments and "-o" not in arguments:
            _lossless(said, stdin)
        chance.counts["command lines without a traceback"] += 1


def _line(chance: Chance) -> tuple[list[object], bytes]:
    rng, folder = chance.rng, chance.folder
    text = a_text(rng, most=100)
    if chance.maybe(0.1):
        text = a_page(rng, text)
    content = text.encode()
    if chance.maybe(0.05):
        content = _spoilt(rng, content)
    (folder / "text").write_bytes(content)
    (folder / "params.json").write_text(json.dumps(some(rng, {"gamma": (0.1, 2), "r": (1, "x")}, 0.7)))
    command = rng.choice(_COMMANDS)
    arguments: list[object] = [command]
    if command in ("segment", "analyze"):
        arguments.append(rng.choice(("-", "-", folder / "text", folder / "missing", folder)))
    elif command in ("evaluate", "train"):
        arguments += [folder / "text"] * (1 + (command == "evaluate"))
    for _ in range(rng.choice((0, 1, 1, 2, 3, 5))):
        name = rng.choice(tuple(_OPTIONS))
        value = rng.choice(_OPTIONS[name] if chance.maybe(0.8) else _VALUES)
        given = folder / value if value in ("missing", "text", "params.json") else value
        arguments += f"{name}={given}".split(" ", 1) if name.startswith("--set ") else [name, given]
    arguments += [flag for flag in _FLAGS if chance.maybe(0.06)]
    if chance.maybe(0.3):
        arguments += ["--format", "json"]
    if chance.maybe(0.1) or command == "train":
        arguments += ["-o", rng.choice((folder / "out", folder / "nowhere" / "out", folder))]
    return arguments, content


def _lossless(said: Said, stdin: bytes) -> None:
    try:
        found = json.loads(said.out)
    except ValueError:
        return  # the format was given again, as another
    if "segments" in found and found.get("format") != "html":
        joined = "".join(one["text"] for one in found["segments"])
        # The only other encoding that is known by itself; marks of the byte order are no text.
        encoding = "utf-16" if stdin.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
        require(joined == stdin.decode(encoding), f"text is lost: {stdin[:80]!r}")


def hostile(chance: Chance) -> None:
    """Give files that are broken or something else where states, models, parameters and segmenters are read."""
    rng, folder = chance.rng, chance.folder
    text = a_feed(rng, 12).encode()
    (folder / "text").write_bytes(text)
    for name, content, line in _files(rng, folder):
        path = folder / name
        path.write_bytes(_spoilt(rng, content))
        arguments = [part if part != name else path for part in line]
        here(arguments, stdin=text, folder=folder).required_clean(arguments)
        chance.counts["hostile files met in a line"] += 1
    saved = folder / "segmenter.json"
    tmima.Segmenter(language="en", parameters={"gamma": 0.5}).save(saved)
    saved.write_bytes(_spoilt(rng, saved.read_bytes()))
    with suppress(tmima.TmimaError):
        tmima.Segmenter.load(saved).segment(text.decode())
    chance.counts["hostile files met in a line"] += 1


def _files(rng: random.Random, folder: Path) -> list[tuple[str, bytes, list[object]]]:
    flow = tmima.TextStream(tmima.Segmenter(language="en"), max_delay=5)
    flow.push(a_feed(rng, rng.choice((20, 170))))
    state = json.dumps(flow.state()).encode()
    parameters = json.dumps({"mean_length": 5, "std_length": 2, "gamma": 0.5, "r": 1}).encode()
    model = json.dumps(
        {
            "format": "tmima greek tagger 1",
            "tags": ["NOUN"],
            "supervised": True,
            "readings": {"και": [["CCONJ", "και"]]},
            "weights": {"left": {"x": [1, 2]}},
        }
    ).encode()
    choi = b"==========\nA cat sat.\nA dog ran.\n==========\nA ship sailed.\n==========\n"
    conllu = "1\tΚαι\tκαι\tCCONJ\t_\t_\t_\t_\t_\t_\n\n".encode()
    page = a_page(rng, a_feed(rng, 12)).encode()
    text = folder / "text"
    return [
        ("p.html", page, ["segment", "p.html"]),
        ("p.md", page, ["segment", "p.md", "--format", "json"]),
        ("p.docx", _packed(page), ["segment", "p.docx"]),
        ("p.pdf", b"%PDF-1.4\n" + page, ["segment", "p.pdf"]),
        ("s.state", state, ["stream", "--language", "en", "--max-delay", "5", "--state", "s.state"]),
        ("p.json", parameters, ["segment", text, "--params", "p.json"]),
        ("model", model, ["segment", text, "--language", "el", "--set", f"tagger={folder / 'model'}"]),
        ("c.ref", choi, ["evaluate", "c.ref", "c.ref"]),
        ("c.ref", choi, ["segment", "c.ref", "--input-format", "choi", "--format", "choi"]),
        ("t.conllu", conllu, ["analyze", "t.conllu", "--input-format", "conllu", "--language", "el"]),
        ("t.conllu", conllu, ["tagger", "train", "t.conllu", "-o", folder / "trained"]),
        ("stop", b"the a of", ["segment", text, "--set", f"stopwords={folder / 'stop'}"]),
    ]


def _packed(content: bytes) -> bytes:
    """Return an archive that looks like a document."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("word/document.xml", content)
    return packed.getvalue()


def _spoilt(rng: random.Random, content: bytes) -> bytes:
    """Return a file cut off, with bytes changed, something else altogether, or JSON with a value of another kind."""
    kind = rng.randrange(6)
    if kind == 0:
        return content[: rng.randint(0, len(content))]
    if kind == 1:
        spoilt = bytearray(content)
        for _ in range(rng.randint(1, 9)):
            if spoilt:
                spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
        return bytes(spoilt)
    if kind == 2:
        return rng.randbytes(rng.randint(0, 3000))
    if kind == 3:
        other = (b"[]", b"5", b"{}", b"null", b'"x"', b"[" * 100_000, b"9" * 5000, b'{"a":' * 3000, b"\xff\xfea\x00")
        return rng.choice(other)
    try:
        value = json.loads(content)
    except ValueError:
        return content + rng.choice((b"\x00", b"\n==========\n", b"\t" * 9))
    return json.dumps(_changed(rng, value)).encode()


def _changed(rng: random.Random, value: Any) -> Any:
    """Return JSON in which one value, somewhere, is of another kind or not there."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        name = rng.choice(list(value))
        if rng.random() < 0.1:
            return {key: each for key, each in value.items() if key != name}
        return {**value, name: _changed(rng, value[name])}
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return [*value[:place], _changed(rng, value[place]), *value[place + 1 :]]
    return rng.choice((None, -1, 10**30, 1e308, "x", "", [], {}, True, ["x"], {"x": 1}, "\ud800"))
