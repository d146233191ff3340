"""The recipes of docs/engines.md, each against its engine: the rows of the plain loop, each once.

The engines are in a group of their own (`pip install --group engines`); what is not installed is
skipped.
"""

import os
import random
import re
import shutil
import signal
import sys
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from tmima import Segmenter

pa = pytest.importorskip("pyarrow", reason="columns of texts need pyarrow: 'tmima[corpus]'")

import pyarrow.parquet as pq  # noqa: E402

from tmima.arrow import segment_table  # noqa: E402

# Engines warn of each other.
pytestmark = pytest.mark.filterwarnings("default")

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/engines.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^### ([^\n]+)\n\n```python\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL))
PACKAGES = {
    "DuckDB": "duckdb",
    "Polars": "polars",
    "Dask": "dask",
    "Daft": "daft",
    "Hugging Face datasets": "datasets",
    "pandas": "pandas",
    "Spark": "pyspark",
    "Ray Data": "ray",
}
TEXTS = 2000
# Parameters that are set, and no titles: it is the engines that are tried here.
SEGMENTER = Segmenter(
    language="en",
    parameters={"mean_length": 3, "std_length": 1, "gamma": 0.4, "r": 0.5},
    questions={"posteriors": True},
    titles="none",
)
MARK = "This text kills its worker."


def needs(package: str):
    missing = find_spec(package) is None
    return pytest.mark.skipif(missing, reason=f"{package} is not installed: --group engines")


def made_texts() -> list[str | None]:
    rng = random.Random(17)
    words = [["cat", "milk", "paw"], ["ship", "tide", "sail"], ["bread", "oven", "flour"]]

    def text() -> str:
        sentences = []
        for subject in rng.sample(words, rng.randint(1, 3)):
            for _ in range(rng.randint(1, 3)):
                one, two = rng.sample(subject, 2)
                sentences.append(f"The {one} is by the {two}. ")
        return "".join(sentences)

    texts: list[str | None] = [text() for _ in range(TEXTS)]
    for place in range(0, TEXTS, 97):
        texts[place] = rng.choice((None, "", "🙂 Ο ήλιος βγήκε. 𝔘nd weiter."))
    return texts


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory) -> Iterator[Path]:
    """Return the current folder of all; engines that run on keep theirs, and import from here."""
    with pytest.MonkeyPatch.context() as patch:
        now = tmp_path_factory.mktemp("engines")
        patch.chdir(now)
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(ROOT / "src")]))
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        yield now


def written(texts: list[str | None], path: str) -> list[dict]:
    """Write texts, and return the rows of the plain loop."""
    table = pa.table({"id": range(len(texts)), "text": texts})
    pq.write_table(table, path, row_group_size=250)
    return segment_table(table, segmenter=SEGMENTER).to_pylist()


@pytest.fixture(scope="module")
def plain_loop(folder) -> list[dict]:
    return written(made_texts(), "texts.parquet")


@pytest.fixture(scope="module")
def marked(folder) -> list[dict]:
    texts = made_texts()
    texts[TEXTS // 2] = MARK
    return written(texts, "marked.parquet")


@pytest.fixture
def names(plain_loop) -> dict:
    """Return what recipes find: what the page imports, and a segmenter."""
    (beginning,) = re.findall(r"has learnt:\n\n```python\n(.*?)```", PAGE, re.DOTALL)
    found: dict = {}
    exec(beginning, found)
    return found | {"segmenter": SEGMENTER, "work": partial(segment_table, segmenter=SEGMENTER)}


def in_order(found) -> list[dict]:
    """Return the rows of whatever an engine gives, in the order of the texts."""
    if hasattr(found, "with_format"):
        found = found.with_format("arrow")[:]
    elif isinstance(found, list):
        import ray

        found = pa.concat_tables(ray.get(found))
    elif not hasattr(found, "to_pylist"):
        found = pa.Table.from_pandas(found, preserve_index=False)
    return sorted(found.to_pylist(), key=lambda row: (row["id"], row["segment"] or 0))


def test_every_engine_of_the_page_is_tried():
    assert RECIPES.keys() == PACKAGES.keys()


@pytest.mark.parametrize(
    "engine",
    [pytest.param(name, marks=needs(package)) for name, package in list(PACKAGES.items())[:-2]],
)
def test_an_engine_finds_the_rows_of_the_plain_loop(engine, names, plain_loop):
    exec(RECIPES[engine], names)
    assert in_order(names["found"]) == plain_loop


class Killed:
    """Cuts tables, but ends its process when it first meets the mark."""

    def __init__(self, flag: Path) -> None:
        self.flag = flag

    def __call__(self, table):
        if MARK in "".join(filter(None, table.column("text").to_pylist())):
            try:
                self.flag.touch(exist_ok=False)
            except FileExistsError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return segment_table(table, segmenter=SEGMENTER)


@pytest.fixture(scope="module")
def spark(folder):
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master("local[2,4]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "200")
        .getOrCreate()
    )
    yield session
    session.stop()


@needs("pyspark")
def test_spark_finds_the_rows_of_the_plain_loop(spark, names, plain_loop):
    names["spark"] = spark
    exec(RECIPES["Spark"], names)
    assert in_order(names["found"]) == plain_loop
    assert in_order(names["also"]) == plain_loop


@needs("pyspark")
def test_spark_gives_each_row_once_when_a_worker_is_killed(spark, marked, tmp_path):
    from tmima.integrations.spark import segment_frame

    frame = spark.read.parquet("marked.parquet").repartition(8)
    schema = segment_frame(frame).schema
    killed = Killed(tmp_path / "killed")
    found = frame.mapInArrow(lambda batches: map(killed, batches), schema)
    found.write.parquet("by-spark")
    assert killed.flag.exists()
    assert Path("by-spark/_SUCCESS").exists()
    assert in_order(pq.read_table("by-spark")) == marked


@pytest.fixture(scope="module")
def ray(folder):
    import ray

    ray.init(
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        object_store_memory=200_000_000,
        configure_logging=False,
    )
    yield ray
    ray.shutdown()


@needs("ray")
def test_ray_finds_the_rows_of_the_plain_loop(ray, names, plain_loop):
    exec(RECIPES["Ray Data"], names)
    assert in_order(names["found"]) == plain_loop


@needs("ray")
def test_ray_gives_each_row_once_when_an_actor_is_killed(ray, marked, tmp_path, monkeypatch):
    from tmima.integrations import ray as ours

    flag = tmp_path / "killed"

    class Actor(Killed):
        def __init__(self, **_settings) -> None:
            super().__init__(flag)

    monkeypatch.setattr(ours, "TableSegmenter", Actor)
    dataset = ray.data.read_parquet("marked.parquet", override_num_blocks=8)
    ours.segment_dataset(dataset, actors=(1, 2)).write_parquet("by-ray")
    assert flag.exists()
    assert in_order(pq.read_table("by-ray")) == marked
