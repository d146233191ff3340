"""Learning where texts are cut: parts that stay apart, features and sums by plain loops."""

import json
import lzma
import math
import random
import re
import shutil
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from tools.learning import loops, texts
from tools.learning.extract import extracted, read, renamed, squares_of, unseen, write
from tools.learning.texts import CHOOSE, LEARN, PARTS, REPORT, CutText, renamed_some

from tmima import Segmenter, kernel
from tmima.learnt import TEXT, Model, Places, names
from tmima.learnt.model import RAISED
from tmima.text import Units

needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="the loops are compiled by cc")


# --- Texts and their parts


def test_parts_are_those_of_the_rule_of_the_texts():
    """Numbers 0 to 6 of the checksum learn, 7 chooses, 8 and 9 report."""
    parts = [texts.part_of(str(number)) for number in range(2000)]
    assert parts.count(LEARN) == pytest.approx(1400, rel=0.1)
    assert parts.count(CHOOSE) == pytest.approx(200, rel=0.2)
    assert parts.count(REPORT) == pytest.approx(400, rel=0.2)
    # The checksums of these end in 7, 1 and 5.
    assert [texts.part_of(name) for name in "abc"] == [CHOOSE, LEARN, LEARN]


def a_text(name: str = "x", part: str = LEARN, count: int = 4, word: str = "ship") -> CutText:
    made = [
        " ".join(f"The {word} number {section} sails at {k}." for k in range(5))
        for section in range(count)
    ]
    text = "\n\n".join(made)
    cuts = [text.index(one) for one in made[1:]]
    return CutText(name, "made", part, "en", text, tuple(cuts), lines=False)


def test_separators_are_no_words(tmp_path):
    """Once they were, and every unseen text was cut perfectly."""
    lines = [["Cats purr .", "A cat sleeps ."], ["Ships sail ."], ["Bread bakes .", "It rises ."]]
    separator = "==========\n"
    (tmp_path / "1.ref").write_text(
        separator
        + separator.join("".join(f"{line}\n" for line in some) for some in lines)
        + separator
    )
    (text,) = texts.choi(tmp_path, "real", "en")
    assert "=" not in text.text
    assert text.sections == ["".join(f"{line}\n" for line in some) for some in lines]


def test_files_of_choi_choose_and_report_in_turn(tmp_path):
    for number in range(4):
        (tmp_path / f"{number}.ref").write_text("==========\nA cat.\n==========\nA ship.\n")
    found = [text.part for text in texts.choi(tmp_path, "real", "en")]
    assert found == [CHOOSE, REPORT, CHOOSE, REPORT]


def test_sections_are_read_with_their_parts(tmp_path):
    row = {"id": "a", "language": "en", "text": "One. Two.", "cuts": [5], "lines": False}
    with lzma.open(tmp_path / "books.jsonl.xz", "wt") as file:
        file.write(json.dumps(row) + "\n")
    (text,) = texts.sections(tmp_path / "books.jsonl.xz")
    assert (text.kind, text.part, text.sections) == ("books", texts.part_of("a"), ["One. ", "Two."])


def test_what_occurs_in_what_judges_is_not_learnt_from():
    reports = a_text("r", REPORT)
    seen = texts.fingerprint(reports.text)
    other = a_text("o", word="loaf")
    assert seen
    assert unseen([a_text("same"), other, reports], seen) == [other, reports]


def test_what_is_glued_is_of_one_part_and_cut_where_texts_meet():
    pool = [
        a_text(f"{part}{k}", part, word=f"{part}{k}") for part in (LEARN, REPORT) for k in range(30)
    ]
    found = list(texts.glued(pool, LEARN, 5, seed=1))
    assert found == list(texts.glued(pool, LEARN, 5, seed=1))
    for text in found:
        assert text.part == LEARN
        assert REPORT not in text.text
        words = [{line.split()[1] for line in section.splitlines()} for section in text.sections]
        assert all(len(each) == 1 for each in words)
        assert all(one != other for one, other in pairwise(words))


def test_what_is_glued_may_keep_its_paragraphs():
    pool = [a_text(f"{k}", word=f"w{k}") for k in range(30)]
    for text in texts.glued(pool, LEARN, 8, seed=1, paragraphs=True):
        assert not text.lines
        assert all(section.endswith("\n\n") for section in text.sections)
        words = [set(re.findall(r"w\d+", section)) for section in text.sections]
        assert all(len(each) == 1 for each in words)
        assert all(one != other for one, other in pairwise(words))


def test_talk_is_glued_from_conversations_without_their_speakers():
    def talk(number: int, part: str) -> CutText:
        turns = "".join(f"Ann: We speak of w{part}{number} here.\n\n" for _ in range(9))
        return CutText(f"{number}", "podcasts", part, "en", turns, (), lines=False)

    pool = [talk(number, part) for part in (LEARN, REPORT) for number in range(12)]
    found = list(texts.glued_talk([*pool, a_text("book")], LEARN, 6, seed=1))
    assert found == list(texts.glued_talk(pool, LEARN, 6, seed=1))
    for text in found:
        assert text.lines
        assert "Ann" not in text.text
        assert REPORT not in text.text
        words = [{line.split()[3] for line in section.splitlines()} for section in text.sections]
        assert all(len(each) == 1 for each in words)
        assert len(set.union(*words)) == len(words) >= 3


def test_headings_and_items_come_back_where_they_were():
    """A cut falls before the heading of its section; a heading inside a section is none."""
    text = CutText(
        "x", "made", LEARN, "en", "One.\n\nTwo.\n\nThree.\n\nFour.", (6, 20), lines=False,
        headings=((0, 0, "Page"), (6, 1, "Second"), (12, 2, "Below"), (20, 1, "Last")),
        items=(12, 20),
    )  # fmt: skip
    found = texts.headed(text)
    assert found.sections == [
        "Page\n\nOne.\n\n", "Second\n\nTwo.\n\nBelow\n\n- Three.\n\n", "Last\n\n- Four.",
    ]  # fmt: skip
    assert texts.headed(replace(text, headings=(), items=())).sections == text.sections


def test_a_crop_is_made_of_whole_sections_that_fit():
    text = a_text(count=9)
    for seed in range(5):
        found = texts.cropped(text, len(text.text) // 2, random.Random(seed))
        assert len(found.text) <= len(text.text) // 2
        assert set(found.sections) <= set(text.sections)
        assert found.text in text.text
    assert texts.cropped(text, 10**6, random.Random(1)) == text


def test_a_few_sections_are_texts_of_their_own():
    pool = [a_text(str(number)) for number in range(5)]
    for count, kind in ((1, "one"), (2, "two")):
        for text in texts.few(pool, 3, 1, sections=count):
            assert (text.kind, len(text.sections)) == (kind, count)
    uneven = replace(pool[0], cuts=(pool[0].cuts[0],))
    (longest,) = texts.few([uneven], 1, 1, longest=True)
    assert longest.text == uneven.sections[1]


# --- What is extracted


@needs_compiler
def test_what_is_written_is_read_again(tmp_path):
    some = [a_text("a"), a_text("b", REPORT)]
    write(tmp_path / "made.npz", some)
    rows = list(read(tmp_path / "made.npz"))
    for row, text in zip(rows, some, strict=True):
        fresh = extracted(text)
        assert fresh is not None
        assert row.keys() == fresh.keys()
        assert all(np.array_equal(row[name], fresh[name]) for name in row)
        assert (str(row["name"]), str(row["part"])) == (text.name, text.part)
        assert row["truth"].tolist() == [5, 10, 15, 20]
        assert row["values"].shape[1] == len(names())


@needs_compiler
def test_the_loops_leave_the_numbers_of_others_alone():
    """A library that is compiled for speed may switch off subnormal numbers in the process."""
    loops.numbers(*random_scores(1, 4))
    smallest = np.finfo(np.float64).smallest_normal
    assert smallest / 2 > 0


# --- Sums over all segmentations, by listing them


def listed(size: int) -> list[tuple[int, ...]]:
    inner = range(1, size)
    return [(*cuts, size) for k in range(size) for cuts in combinations(inner, k)]


def random_scores(seed: int, size: int):
    chance = np.random.default_rng(seed)
    matrix = chance.normal(size=(size, size))
    matrix += matrix.T
    squares = np.zeros((size + 1, size + 1), dtype=np.float32)
    for start, end in combinations(range(size + 1), 2):
        squares[end, end - start] = matrix[start:end, start:end].sum()
    places, lengths = chance.normal(size=size), chance.normal(size=size + 1)
    return squares, places, lengths, np.abs(chance.normal(size=size + 1)) / 3


def score_of(ends, squares, places, lengths, weights) -> float:
    total = 0.0
    for start, end in pairwise((0, *ends)):
        block = float(squares[end, end - start])
        total += (
            (places[start] if start else 0) + lengths[end - start] + weights[end - start] * block
        )
    return total


def with_truth(squares, truth) -> dict:
    """Return a text as the loss asks for it."""
    lengths = np.diff(truth, prepend=0)
    values = np.zeros((len(squares) - 1, 1))
    return {
        "squares": squares,
        "values": values,
        "truth": truth,
        "true squares": squares[truth, lengths].astype(float),
    }


@needs_compiler
def test_sums_where_no_segment_is_longer_than_is_weighed():
    """The columns of the squares tell how long segments may be."""
    squares, *given = random_scores(2, 7)
    short = np.ascontiguousarray(squares[:, :4])
    every = [
        ends for ends in listed(7) if all(end - start <= 3 for start, end in pairwise((0, *ends)))
    ]
    scores = np.array([score_of(ends, squares, *given) for ends in every])
    found, cuts, counts, _ = loops.expectations(short, *given)
    assert found == pytest.approx(np.logaddexp.reduce(scores), rel=1e-6)
    assert not counts[4:].any()
    shares = np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum()
    for place in range(1, 7):
        expected = sum(share for share, ends in zip(shares, every, strict=True) if place in ends)
        assert cuts[place] == pytest.approx(expected, abs=1e-6)
    assert loops.best(short, *given) == list(every[int(scores.argmax())])
    numbers = loops.numbers(short, *given)
    assert numbers[:2] == pytest.approx([0, 0])
    assert numbers.sum() == pytest.approx(1)


@needs_compiler
@pytest.mark.parametrize("seed", range(6))
def test_sums_are_those_over_all_segmentations(seed):
    size = 3 + seed
    given = random_scores(seed, size)
    every = listed(size)
    scores = np.array([score_of(ends, *given) for ends in every])
    shares = np.exp(scores - scores.max())
    total = math.log(shares.sum()) + scores.max()
    shares /= shares.sum()
    found, cuts, counts, _ = loops.expectations(*given)
    assert found == pytest.approx(total, rel=1e-6)
    for place in range(1, size):
        expected = sum(share for share, ends in zip(shares, every, strict=True) if place in ends)
        assert cuts[place] == pytest.approx(expected, abs=1e-6)
    for length in range(1, size + 1):
        expected = sum(
            share * sum(end - start == length for start, end in pairwise((0, *ends)))
            for share, ends in zip(shares, every, strict=True)
        )
        assert counts[length] == pytest.approx(expected, abs=1e-6)
    numbers = loops.numbers(*given)
    for number in range(1, size + 1):
        own = [share for share, ends in zip(shares, every, strict=True) if len(ends) == number]
        assert numbers[number - 1] == pytest.approx(sum(own), abs=1e-6)
        best = max(
            (ends for ends in every if len(ends) == number), key=lambda e: score_of(e, *given)
        )
        assert loops.best(*given, most=number) == list(best)
    assert loops.best(*given) == list(every[int(scores.argmax())])


@needs_compiler
def test_the_gradient_is_that_of_small_steps():
    torch = pytest.importorskip("torch", reason="weights are learnt with PyTorch")
    from tools.learning.network import Loss

    size = 7
    squares, *scores = random_scores(3, size)
    text = with_truth(squares, np.array([3, 7]))
    given = [torch.tensor(array[None], requires_grad=True) for array in scores]
    loss = Loss.apply([text], *given)
    loss.sum().backward()
    for array in given:
        for index in range(1, array.shape[1]):
            step = torch.zeros_like(array)
            step[0, index] = 1e-4
            moved = [each + step if each is array else each for each in given]
            back = [each - step if each is array else each for each in given]
            slope = (Loss.apply([text], *moved) - Loss.apply([text], *back)) / 2e-4
            assert float(array.grad[0, index]) == pytest.approx(float(slope.detach()), abs=1e-4)


@needs_compiler
def test_told_the_number_the_loss_is_the_least_of_any_bias():
    """So the expected number is the true one, and a bias on every cut changes nothing."""
    torch = pytest.importorskip("torch", reason="weights are learnt with PyTorch")
    from tools.learning.network import Loss

    size = 9
    squares, *scores = random_scores(4, size)
    text = with_truth(squares, np.array([2, 5, 9]))
    given = [torch.tensor(array[None], requires_grad=True) for array in scores]

    def loss(bias: float, told: float):
        for _ in range(5):
            found = Loss.apply([text], given[0] + bias, *given[1:], told)
        return found

    least = loss(0.0, 1.0)
    least.sum().backward()
    assert float(given[0].grad[0, 1:].sum()) == pytest.approx(0, abs=0.1)
    assert float(loss(1.5, 1.0).detach()) == pytest.approx(float(least.detach()), abs=0.02)
    free = [float(loss(bias, 0.0).detach()) for bias in np.linspace(-3, 3, 25)]
    assert min(free) >= float(least.detach()) - 1e-3
    assert min(free) == pytest.approx(float(least.detach()), abs=0.02)


def test_texts_longer_than_any_learnt_from_are_extracted_where_they_are_asked_for(monkeypatch):
    """Their features come in several windows, and are those of one; squares are those of D - E."""
    text = a_text(count=430)
    assert extracted(text, longest=2149) is None
    row = extracted(text, longest=2150)
    assert row is not None
    assert row["values"].shape == (2150, len(names()))
    assert len(row["signs"]) == len(row["degrees"]) == row["truth"][-1] == 2150
    assert row["truth"].tolist() == list(range(5, 2151, 5))
    assert (row["columns"] - row["rows"].astype(int)).max() == 2000
    monkeypatch.setattr("tmima.learnt.numerics.WINDOW", 4096)
    whole = extracted(text, longest=2150)
    assert whole is not None
    assert whole["values"].tobytes() == row["values"].tobytes()
    squares = squares_of(row)
    assert squares.shape == (2151, 1001)
    near = (row["rows"] >= 10) & (row["columns"] < 40)
    degrees = row["degrees"][10:40]
    chance = row["scale"] * (degrees.sum() ** 2 - (degrees**2).sum())
    expected = (2 * float(row["similar"][near].astype(float).sum()) - chance) / row["deviation"]
    # A small difference of two large sums, held in single precision.
    assert squares[40, 30] == pytest.approx(expected, abs=1e-6 * chance / row["deviation"])


def places_of(row: dict) -> Places:
    """Return what was seen of a text that was extracted."""
    values = row["values"]
    none = np.zeros(len(values) + 1)
    expected = kernel.Expected(none, none, 0.0)
    said = values[0, -len(TEXT) :]
    return Places(lambda: iter([values]), said, row["signs"], expected, 1.0)


def test_weights_are_written_as_the_package_reads_them(tmp_path):
    """A network of PyTorch gives the odds and scores that the model gives with its weights."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from tools.learning.network import Network, written

    torch.manual_seed(1)
    row = extracted(a_text(count=6))
    assert row is not None
    text = {name: torch.from_numpy(row[name]) for name in ("values", "signs")}
    net = Network(text["values"].mean(0), text["values"].std(0).clamp(min=0.1), 8, 2).eval()
    np.savez(tmp_path / "own.npz", **written(net.state_dict(), {"by": "a test"}))
    model = Model.load(tmp_path / "own.npz")
    places = places_of(row)
    with torch.no_grad():
        odds, lengths, weights = (one[0].numpy() for one in net.scores([text]))
    assert model.odds(places)[1:] == pytest.approx(odds[1:] + RAISED, abs=1e-4)
    found = model.segments(places, len(odds))
    assert found.lengths[1:] == pytest.approx(lengths[1:], abs=1e-4)
    assert found.weights[1:] == pytest.approx(weights[1:], rel=1e-3)


def test_a_model_of_several_runs_is_judged_as_the_package_has_it(tmp_path):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from tools.learning.join import joined
    from tools.learning.network import Network, read_model, written

    row = extracted(a_text(count=6))
    assert row is not None
    text = {name: torch.from_numpy(row[name]) for name in ("values", "signs")}
    usual = text["values"].mean(0), text["values"].std(0).clamp(min=0.1)
    paths = [tmp_path / f"{seed}.npz" for seed in range(3)]
    for seed, path in enumerate(paths):
        torch.manual_seed(seed)
        np.savez(path, **written(Network(*usual, 8, 2).eval().state_dict(), {"seed": seed}))
    np.savez(tmp_path / "own.npz", **joined(paths))
    model, places = Model.load(tmp_path / "own.npz"), places_of(row)
    with np.load(tmp_path / "own.npz") as held, torch.no_grad():
        net = read_model({name: held[name] for name in held.files})
        odds, lengths, weights = (one[0].numpy() for one in net.scores([text]))
    assert model.odds(places)[1:] == pytest.approx(odds[1:] + RAISED, abs=1e-4)
    found = model.segments(places, len(odds))
    assert found.lengths[1:] == pytest.approx(lengths[1:], abs=1e-4)
    assert found.weights[1:] == pytest.approx(weights[1:], rel=1e-3)


def test_the_means_of_several_runs_are_told_with_how_far_they_lie_apart(capsys):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from tools.learning.judge import as_text, judge
    from tools.learning.network import Averaged, Network

    row = extracted(a_text(count=6))
    assert row is not None
    text = as_text(row)
    usual = text["values"].mean(0), text["values"].std(0).clamp(min=0.1)
    networks = []
    for bias in (-8.0, 8.0):
        torch.manual_seed(1)
        networks.append(Network(*usual, 8, 2).eval())
        torch.nn.init.constant_(networks[-1].odds.bias, bias)

    def mean_told(nets: list[Network]) -> str:
        judge(Averaged(nets), {"textbooks": [text]}, "chosen")
        return capsys.readouterr().out.splitlines()[-1]

    same, apart = mean_told(networks[:1] * 2), mean_told(networks)
    assert same.startswith("chosen, mean of sections: probable ")
    assert "; runs ±0.0 / 0.0 / 0.0; by belief" in same
    assert "; runs ±0.0 / 0.0 / 0.0; by belief" not in apart


def test_belief_is_caught_within_a_tolerance():
    pytest.importorskip("torch", reason="weights are learnt with PyTorch")
    from tools.learning.judge import caught

    cuts = np.zeros(30)
    cuts[[9, 10, 11]] = 0.2, 0.3, 0.2
    cuts[20] = 0.25
    assert caught(cuts, 0.3) == [10, 30]
    assert caught(cuts, 0.2) == [10, 20, 30]
    assert caught(np.zeros(5), 0.3) == [5]


def test_the_page_names_every_module_of_the_tool():
    root = Path(__file__).parents[1]
    page = (root / "docs" / "learning.md").read_text("utf-8")
    for path in (root / "tools" / "learning").glob("[a-z]*.*"):
        assert path.name in page or f"tools.learning.{path.stem}" in page, path.name


LESSON = "Web-Dev-1-README"


@pytest.mark.parametrize(
    "translations",
    [
        (LESSON, "Web-Dev-translations-el-1-README", "Web-Dev-translations-pt-PT-1-README"),
        ("tutorial-it-html-README", "tutorial-de-html-README"),
        ("el.reactjs.org-content-x", "fr.reactjs.org-content-x"),
    ],
)
def test_translations_of_a_lesson_have_one_part(translations):
    """Or a text that reports would be learnt from in another language."""
    assert len({texts.part_of(name) for name in translations}) == 1


def test_other_lessons_have_parts_of_their_own():
    assert len({texts.part_of(f"tutorial-it-{page}-README") for page in range(30)}) == 3


def test_headings_are_put_back_as_markdown_where_they_stood():
    first, second, *_ = a_text().cuts
    headings = (0, 2, "One"), (first, 2, "Two"), (second, 3, "Two a")
    text = replace(a_text(), title="Ships", headings=headings)
    found = texts.marked(text)
    assert found.marked
    assert found.text.startswith("# Ships\n\n## One\n\n")
    assert [found.text[cut:].split("\n")[0] for cut in found.cuts[:2]] == ["## Two", "### Two a"]
    assert len(found.cuts) == len(text.cuts)
    row = extracted(found)
    assert row is not None
    assert row["signs"][row["truth"][:1]].any()


def test_feeds_join_whole_sections_of_different_texts():
    pool = [
        replace(a_text(str(number), count=3, word=f"ship{number}"), language="en")
        for number in range(80)
    ]
    pool = [replace(one, text=" ".join([one.text] * 6), cuts=()) for one in pool]
    (feed, *_) = texts.feeds(pool, LEARN, 4, seed=3)
    assert feed.kind == "feeds"
    assert len(feed.sections) > 7
    wholes = {one.text.strip() for one in pool}
    assert all(section.strip() in wholes for section in feed.sections)
    assert len({section.strip() for section in feed.sections}) == len(feed.sections)
    assert not list(texts.feeds(pool, REPORT, 4, seed=3))


# --- What learning does to texts


def test_words_that_are_renamed_recur_less_and_stay_as_many():
    units = Units.of(Segmenter(language="en", format="lines").read(a_text(count=6).text))
    assert renamed(units, 0.0, random.Random(1)) == units
    whole = renamed(units, 1.0, random.Random(1))
    assert whole == renamed(units, 1.0, random.Random(1))
    assert whole.starts.tolist() == units.starts.tolist()
    assert not {whole.vocabulary[term] for term in whole.terms.tolist()} & set(units.vocabulary)
    for first, last in pairwise(whole.starts.tolist()):
        assert sorted(whole.terms[first:last]) == whole.terms[first:last].tolist()
    recurring = [len(set(one.terms.tolist())) for one in (units, whole)]
    assert recurring[0] < recurring[1] <= 4 * recurring[0]


def test_only_what_is_learnt_from_is_renamed():
    some = [a_text(count=3, part=part) for part in PARTS for _ in range(60)]
    found = list(renamed_some(some, 1))
    shares = {part: {one.renamed for one in found if one.part == part} for part in PARTS}
    assert shares[CHOOSE] == shares[REPORT] == {0.0}
    assert len(shares[LEARN]) > 2
    assert [one.renamed for one in renamed_some(some, 1)] == [one.renamed for one in found]


def test_long_texts_wait_for_others_and_none_is_lost():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from tools.learning.network import Network
    from tools.learning.train import Run

    texts_ = [{"truth": np.array([size])} for size in (50, 1200, 1201, 4000)]
    means = torch.zeros(len(names()))
    run = Run(Network(means, means + 1, 4, 1), {"any": texts_}, {"any": 1.0}, seed=1, decay=0.0)
    drawn = [text for _ in range(20) for text in run.drawn()]
    assert {int(text["truth"][-1]) for text in drawn} == {50, 1200}
    assert len(drawn) + run.waiting == 20 * 48
    late = run.take_long()
    assert {int(text["truth"][-1]) for text in late} == {1201, 4000}
    assert run.waiting == 0


def test_a_bias_is_remembered_by_each_run_for_itself():
    pytest.importorskip("torch", reason="PyTorch is not installed")
    from tools.learning.train import Run

    text: dict[str, object] = {}
    one, other = (object.__new__(Run) for _ in range(2))
    one._biases, other._biases = {}, {}
    one.biases([text])[0]["bias"] = 1.0
    assert one.biases([text]) == [{"bias": 1.0}]
    assert other.biases([text]) == [{}]
    assert not text


@needs_compiler
def test_sums_by_bin_are_those_of_plain_loops():
    random_rows = np.random.default_rng(3)
    bins, leaves = (random_rows.integers(0, size, 200).astype(np.uint8) for size in (7, 4))
    gradients, weights = random_rows.random((2, 200)).astype(np.float32)
    found = loops.sums_by_bin(bins, leaves, gradients, weights, (4, 7))
    for leaf in range(4):
        for number in range(7):
            some = (leaves == leaf) & (bins == number)
            wanted = [gradients[some].sum(), weights[some].sum()]
            assert found[leaf, number] == pytest.approx(wanted, rel=1e-5)
