"""Processes that work for another one: in order, and never left behind."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tmima.errors import TmimaError
from tmima.processes import as_they_come, in_processes

HERE = Path(__file__).parents[1]
# Two workers tell their numbers in files, and then sleep for ever.
PROGRAM = """
import sys
from tests.test_processes import told_and_asleep
from tmima.processes import as_they_come
if __name__ == "__main__":
    list(as_they_come(told_and_asleep, [sys.argv[1], sys.argv[1]], jobs=2))
"""


def told_and_asleep(folder: str) -> None:
    Path(folder, str(os.getpid())).touch()
    time.sleep(600)


def doubled(number: int) -> int:
    return 2 * number


def killed(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def gone(processes: list[int]) -> bool:
    """Return whether processes end within a generous time."""
    for _ in range(400):
        if not any(map(is_running, processes)):
            return True
        time.sleep(0.05)
    return False


def test_the_order_is_that_of_the_things():
    assert list(in_processes(doubled, range(40), jobs=2)) == [2 * n for n in range(40)]
    assert sorted(as_they_come(doubled, range(9), jobs=2)) == [(n, 2 * n) for n in range(9)]
    assert list(as_they_come(doubled, range(9), jobs=1)) == [(n, 2 * n) for n in range(9)]


def test_a_worker_that_is_killed_is_told_in_a_line():
    with pytest.raises(TmimaError, match="a process was ended from outside"):
        list(in_processes(killed, [1, 2], jobs=2))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="as Linux tells of processes")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_worker_outlives_the_process_that_started_it(tmp_path, how):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    told = tmp_path / "told"
    told.mkdir()
    paths = os.pathsep.join([str(HERE), str(HERE / "src")])
    said = tmp_path / "said"
    with (
        said.open("wb") as errors,
        subprocess.Popen(
            [sys.executable, program, told],
            env={**os.environ, "PYTHONPATH": paths},
            stderr=errors,
        ) as process,
    ):
        while len(list(told.iterdir())) < 2:
            assert process.poll() is None
            time.sleep(0.02)
        workers = [int(path.name) for path in told.iterdir()]
        assert all(map(is_running, workers))
        process.send_signal(how)
        process.wait(timeout=60)
    ended = gone(workers)
    for worker in workers:
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
    assert ended
    # The worker has nothing to say; the process itself at most that it was interrupted.
    assert said.read_text().count("Traceback") <= (how == signal.SIGINT)
