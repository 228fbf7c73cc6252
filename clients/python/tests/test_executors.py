"""Campaigns on the executors that people have: the rows are those of a campaign on this machine."""

import concurrent.futures
import hashlib
import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
import threading

import pytest

stickslip = pytest.importorskip("stickslip")
pytest.importorskip("pandas")

# A mass on a spring that is pulled to rest against friction, in closed form; the third stiffness is refused, the fourth fails.
STUDY = """DEBUT()
K = 130.0
MU = 0.3
assert K > 0.0, "a spring pushes back"
REST = 9.81 * MU * 1.7 / K
T = CREA_TABLE(LISTE=(_F(PARA="K", LISTE_R=(K,)), _F(PARA="REST", LISTE_R=(REST,))))
TEST_TABLE(TABLE=T, NOM_PARA="REST", VALE_CALC=0.0384854, TOLE_MACHINE=1.0e6)
FIN()
"""
VALUES = {"K": [130.0, 170.0, -1.0, 210.0, 250.0], "MU": [0.3, 0.7]}


@pytest.fixture
def study(tmp_path):
    path = tmp_path / "rest.comm"
    path.write_text(STUDY)
    return path


@pytest.fixture
def rows(study, tmp_path):
    """The rows as one process on this machine computes them, as text."""
    return bare(stickslip.sweep(study, VALUES, collect="T", folder=tmp_path / "here", jobs=1))


def bare(frame):
    return frame.to_csv()


def merged(folder):
    """Check sum of what the program itself merges."""
    out = pathlib.Path(folder) / "all.csv"
    subprocess.run([stickslip.program(), "sweep", "merge", str(folder), "-o", str(out)], check=True, capture_output=True)
    return hashlib.sha256(out.read_bytes()).hexdigest()


class OnlyMap:
    """An engine that has no more than `map`."""

    @staticmethod
    def map(work, items):
        return [work(item) for item in items]


def spread(study, folder, executor, **more):
    told = []
    frame = stickslip.sweep(study, VALUES, collect="T", folder=folder, executor=executor, progress=lambda *n: told.append(n), **more)
    assert told[-1] == (10, 10) and sorted(told) == told, told
    return frame


def test_rows_are_the_same_whoever_computes_them(study, rows, tmp_path):
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        assert bare(spread(study, tmp_path / "threads", threads)) == rows
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=spawn) as processes:
        frame = spread(study, tmp_path / "processes", processes, tasks=3)
        assert bare(frame) == rows
    with spawn.Pool(2) as pool:
        assert bare(spread(study, tmp_path / "pool", pool, tasks=4)) == rows
    assert bare(spread(study, tmp_path / "map", OnlyMap())) == rows
    sums = {merged(tmp_path / name) for name in ("here", "threads", "processes", "pool", "map")}
    assert len(sums) == 1
    # The error of a case is its row's, and no case of its task is lost by it.
    assert list(frame["STATUS"].value_counts().reindex(["ok", "error"])) == [8, 2]
    assert frame.loc[frame["K"] == -1.0, "ERROR"].str.contains("pushes back").all()


def test_rows_of_dask_are_the_same(study, rows, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            assert bare(spread(study, tmp_path / "dask", client)) == rows
            # A second time nothing is computed, and a third with a case more only that one.
            assert bare(spread(study, tmp_path / "dask", client)) == rows
            more = {**VALUES, "K": [*VALUES["K"], 290.0]}
            frame = stickslip.sweep(study, more, collect="T", folder=tmp_path / "more", executor=client)
            assert len(frame) == 12 and list(frame["STATUS"]).count("ok") == 10
    assert merged(tmp_path / "dask") == merged(tmp_path / "here")


MPI_WORKER = "from mpi4py.futures import MPIPoolExecutor\nwith MPIPoolExecutor(1) as e: print(e.submit(abs, -7).result())\n"
MPI_STUDY = """import sys, stickslip
from mpi4py.futures import MPIPoolExecutor

if __name__ == "__main__":
    values = {"K": [130.0, 170.0, -1.0, 210.0, 250.0], "MU": [0.3, 0.7]}
    with MPIPoolExecutor(1) as executor:
        frame = stickslip.sweep(sys.argv[1], values, collect="T", folder=sys.argv[2], executor=executor)
    frame.to_csv(sys.argv[3])
"""


def test_rows_of_mpi_are_the_same(study, rows, tmp_path):
    pytest.importorskip("mpi4py.futures", exc_type=ImportError)
    # A worker that cannot be started is waited for without end, by mpi4py itself.
    try:
        worker = subprocess.run([sys.executable, "-c", MPI_WORKER], capture_output=True, text=True, timeout=30)
    except subprocess.TimeoutExpired:
        pytest.skip("MPI starts no worker here")
    if worker.returncode or worker.stdout.strip() != "7":
        pytest.skip("MPI starts no worker here")
    script, out = tmp_path / "by_mpi.py", tmp_path / "mpi.csv"
    script.write_text(MPI_STUDY)
    subprocess.run([sys.executable, str(script), str(study), str(tmp_path / "mpi"), str(out)], check=True, timeout=120)
    assert out.read_text() == rows


class Cancels(concurrent.futures.ThreadPoolExecutor):
    """An engine that takes some of its tasks back, and loses the worker of one."""

    def submit(self, work, *words):
        part = words[1]
        if part == 2:
            future = concurrent.futures.Future()
            future.cancel()
            return future
        if part == 3:
            return super().submit(self.lose)
        return super().submit(work, *words)

    @staticmethod
    def lose():
        raise RuntimeError("the worker was killed")


def test_cancelled_tasks_and_lost_workers_are_told_in_their_rows(study, rows, tmp_path):
    with Cancels(2) as executor:
        frame = spread(study, tmp_path / "some", executor, tasks=5)
    missing = frame[frame["STATUS"] == "missing"]
    assert list(missing.index) == [2, 3, 7, 8]
    assert list(missing["ERROR"]) == ["cancelled", "RuntimeError: the worker was killed"] * 2
    # What is missing is computed when it is asked for again.
    assert bare(stickslip.sweep(study, VALUES, collect="T", folder=tmp_path / "some", jobs=1)) == rows


def test_ctrl_c_takes_back_what_has_not_begun(study, tmp_path):
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        gate = threading.Event()
        executor.submit(gate.wait)

        def stop(done, cases):
            raise KeyboardInterrupt

        class Gated:
            submit = staticmethod(lambda *words: executor.submit(*words))

        timer = threading.Timer(0.3, gate.set)
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            stickslip.sweep(study, VALUES, folder=tmp_path / "stopped", executor=Gated(), tasks=10, progress=stop)
        left = executor._work_queue.qsize()
    frame = stickslip.sweep(study, VALUES, folder=tmp_path / "stopped", jobs=1)
    assert len(frame) == 10 and left <= 9 and not (frame["STATUS"] == "missing").any()


class Waits:
    """An executor that says how many workers it has when the first has answered, as those of MPI do."""

    def __init__(self):
        self.answered = threading.Event()

    @property
    def _max_workers(self):
        return self.num_workers

    @property
    def num_workers(self):
        self.answered.wait()
        return 3

    def submit(self, work, *words):
        raise RuntimeError(f"{words[2]} tasks")


def test_a_worker_that_does_not_answer_is_told_and_the_wait_can_be_stopped(study, monkeypatch):
    monkeypatch.setattr("stickslip._executors.PATIENCE", 0.2)
    silent = Waits()
    threading.Timer(0.7, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.warns(RuntimeWarning, match=r"no worker of the executor \(Waits\) has answered in 0.2 s.*mpi4py.futures"):
        with pytest.raises(KeyboardInterrupt):
            stickslip.sweep(study, {"K": [130.0] * 40}, executor=silent)
    # One that answers late is waited for: 8 tasks for each of its workers.
    late = Waits()
    threading.Timer(0.5, late.answered.set).start()
    with pytest.warns(RuntimeWarning), pytest.raises(RuntimeError, match="24 tasks"):
        stickslip.sweep(study, {"K": [130.0 + k for k in range(40)]}, executor=late)


def test_what_is_no_executor_is_refused(study):
    with pytest.raises(TypeError, match="submit"):
        stickslip.sweep(study, VALUES, executor=3)


def test_a_folder_that_workers_do_not_see_is_told(tmp_path):
    from stickslip._executors import run_part

    with pytest.raises(stickslip.StickslipError, match="workers share"):
        run_part(os.fspath(tmp_path / "elsewhere"), 1, 1, [])
    assert sys.version_info >= (3, 9)


def test_a_campaign_that_answers_much_ends(tmp_path, monkeypatch):
    """A program that fills the pipe of its answers before it has told all of its progress."""
    import stickslip._sweep as sweep

    program = tmp_path / "program"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nsys.stdout.write('x' * 300000)\nsys.stdout.flush()\nsys.stderr.write('3 of 7 cases\\n')\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("STICKSLIP_BINARY", str(program))
    told = []
    sweep._ran(str(tmp_path), [], 7, lambda done, count: told.append((done, count)))
    assert told == [(3, 7), (7, 7)]
