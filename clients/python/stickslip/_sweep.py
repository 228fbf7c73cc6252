"""Campaigns: one study with many values of its variables."""

from __future__ import annotations

import os

from ._errors import StickslipError
from ._process import listed, start
from ._run import _both

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    import pandas

    from ._executors import Lost
    from ._process import Path

    Progress = Callable[[int, int], object]


def sweep(
    study: Path,
    parameters: Mapping[str, Iterable[Any]] | None = None,
    *,
    cases: pandas.DataFrame | Mapping[str, Sequence[Any]] | None = None,
    collect: str | Iterable[str] = (),
    folder: Path | None = None,
    jobs: int | None = None,
    max_time: str | float | None = None,
    max_memory: str | int | None = None,
    macros: Path | Iterable[Path] | None = None,
    long: bool = False,
    assertions: bool = False,
    executor: Any = None,
    tasks: int | None = None,
    progress: Progress | None = None,
) -> pandas.DataFrame:
    """Runs a study for all combinations of `parameters`, or for the rows of `cases`; gives a pandas DataFrame, one row per case.

        >>> frame = stickslip.sweep("shoe.comm", {"MU": [0.1, 0.2], "A0": [2.0, 4.0]}, collect="WEAR")
        >>> frame.plot(x="MU", y="WEAR.PUIS_USURE")

    Parameters
    ----------
    parameters: values by name of a variable that the study assigns at its top level; all combinations are run.
    cases: instead, a DataFrame or a dictionary of lists of one length: one case per row.
    collect: names of tables of the study whose rows are kept, as columns `TABLE.COLUMN`.
    folder: keeps the campaign, so that what was computed is not computed again; it is temporary without.
    jobs: cases run at the same time (one per core without it); max_time, max_memory: limits per case.
    assertions: a case whose assertions fail is `failed`; otherwise they are not judged, since the values that they expect are
        those of the study as it stands.
    long: one row per case and row of the collected tables.
    executor: runs parts of the campaign as its tasks: anything with `submit` or `map`, such as a pool of
        `concurrent.futures` or `multiprocessing`, a `Client` of dask, an `MPIPoolExecutor` of mpi4py. Rows are the same as
        without. Its workers need this package, the folder of the study, and the folder of the campaign: give `folder`
        where they are on other machines. `jobs` is then for each task, 1 without it.
    tasks: how many tasks (eight for each worker without it); cases of one task are computed one after the other.
    progress: called with the number of cases that have ended and of all, when a task ends.

    Columns: the parameters, STATUS (`ok`, `error`, `missing`; `failed` where assertions are judged), the value found by each assertion, the collected
    cells, ERROR: why a case has no result, also where its task was cancelled or its worker lost (STATUS is `missing`). A notebook shows how many cases there are of each status above the rows.
    """
    import tempfile

    from .pandas import campaign, have_pandas, read_cases

    have_pandas()
    import pandas

    if (parameters is None) == (cases is None):
        raise TypeError("sweep() needs parameters (all combinations) or cases (one per row)")
    with tempfile.TemporaryDirectory(prefix="stickslip-") as scratch:
        place = os.fspath(folder) if folder is not None else os.path.join(scratch, "campaign")
        words = ["sweep", "plan", os.fspath(study), "-o", place]
        for name, values in (parameters or {}).items():
            words += ["--grid", f"{name}={','.join(_text(value) for value in _listed(values))}"]
        if cases is not None:
            table = os.path.join(scratch, "cases.csv")
            pandas.DataFrame(cases).to_csv(table, index=False)
            words += ["--cases", table]
        for table in [collect] if isinstance(collect, str) else collect:
            words += ["--collect", table]
        for one in listed(macros):
            words += ["--macros", os.fspath(one)]
        planned = _done(words + ["--assertions"] * assertions)
        pairs = [("-j", jobs if executor is None else jobs or 1), ("--max-time", max_time), ("--max-memory", max_memory)]
        limits = [word for pair in pairs if pair[1] is not None for word in map(str, pair)]
        lost: Lost = {}
        if executor is None:
            _ran(place, limits, _count(planned), progress)
        else:
            from ._executors import distribute

            lost = distribute(executor, os.path.abspath(place), _count(planned), tasks, limits, progress)
        merged = os.path.join(scratch, "merged.csv")
        _done(["sweep", "merge", place, "-o", merged, *(["--long"] if long else [])])
        frame = read_cases(merged)
        if lost:
            _tell(frame, lost)
    return campaign(frame.set_index("CASE") if "CASE" in frame.columns else frame)


def _ran(place: str, limits: list[str], cases: int, progress: Progress | None) -> None:
    """Runs all cases on this machine, and hands over what the program tells of its progress."""
    import re
    import threading

    process = start(["sweep", "run", place, *limits])
    process.stdin.close()
    # What it answers is read meanwhile: it waits where a pipe is full.
    answers = threading.Thread(target=process.stdout.read, daemon=True)
    answers.start()
    said = []
    try:
        for line in process.stderr:
            said.append(line.decode("utf-8", "replace"))
            told = re.match(r"(\d+) of (\d+) cases", said[-1])
            if told and progress:
                progress(int(told[1]), int(told[2]))
        answers.join()
        process.wait()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()
        process.stdout.close()
        process.stderr.close()
    if process.returncode != 0:
        raise StickslipError("".join(said).strip() or f"stickslip sweep run ended with code {process.returncode}")
    if progress:
        progress(cases, cases)


def _count(planned: bytes) -> int:
    """The number of cases, which the program begins its answer with: `60 cases of frame planned in ...`."""
    return int(planned.split(None, 1)[0])


def _listed(values: Any) -> list[Any]:
    return values.tolist() if hasattr(values, "tolist") else list(values)


def _text(value: Any) -> str:
    return repr(value) if isinstance(value, float) else str(value)


def _tell(frame: pandas.DataFrame, lost: Lost) -> None:
    """Writes into the rows of cases without a result why their task gave none."""
    numbers = frame["CASE"] if "CASE" in frame.columns else frame.index
    if "ERROR" not in frame.columns:
        frame["ERROR"] = None
    frame["ERROR"] = frame["ERROR"].astype(object)
    for row, number in zip(frame.index, numbers):
        # The first case has the number 1, and the rank 0.
        if frame.at[row, "STATUS"] == "missing" and number - 1 in lost:
            frame.at[row, "ERROR"] = lost[number - 1]


def _done(words: list[str]) -> bytes:
    process = start(words)
    process.stdin.close()
    out, said = _both(process)
    if process.returncode != 0:
        raise StickslipError(said.strip() or f"stickslip {' '.join(words[:2])} ended with code {process.returncode}")
    return out
