"""Campaigns on executors: parts of a campaign as tasks of the engine that an author has."""

from __future__ import annotations

import os
import time

from ._errors import StickslipError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ._sweep import Progress

    Lost = dict[int, str]

#: Tasks for each worker, so that one which has the slow cases does not keep the others waiting.
PER_WORKER = 8
#: Tasks where an executor does not say how many workers it has.
UNKNOWN = 64
#: Time between two looks at the tasks under way (s).
PAUSE = 0.05
#: Time after which it is told that no worker has answered (s).
PATIENCE = 10.0


def run_part(place: str, part: int, parts: int, options: list[str]) -> int:
    """Runs part `part` (from 1) of `parts` of the campaign in the folder `place`, on the machine of a worker; what the program says."""
    from ._process import start
    from ._run import _both

    if not os.path.isdir(place):
        raise StickslipError(f"the folder of the campaign, {place}, is not seen by this worker: give sweep(folder=...) one that all workers share")
    process = start(["sweep", "run", place, "--shard", f"{part}/{parts}", *options])
    process.stdin.close()
    out, said = _both(process)
    # A code of its own for each limit; cases in error are rows of the campaign.
    if process.returncode != 0 and b" run, " not in out:
        raise StickslipError(said.strip() or f"stickslip sweep run ended with code {process.returncode}")
    return part


def distribute(
    executor: Any, place: str, cases: int, tasks: int | None, options: list[str], progress: Progress | None
) -> Lost:
    """Runs all parts on an executor; gives what went wrong, by the rank (from 0) of each case of the part that it hit."""
    begin = _submitter(executor)
    parts = max(1, min(cases, tasks or PER_WORKER * _workers(executor) or UNKNOWN))
    if begin is None:
        return _mapped(executor, place, cases, parts, options, progress)
    futures: dict[int, Any] = {}
    try:
        for part in range(1, parts + 1):
            futures[part] = begin(run_part, place, part, parts, options)
        return _watched(futures, cases, parts, progress)
    except BaseException:
        # Ctrl-C, or an executor that is shut down: nothing more is begun.
        for future in futures.values():
            _cancel(future)
        raise


def _workers(executor: Any) -> int:
    """How many tasks an executor runs at once; 0 where it does not say. Executors of MPI wait for their first worker before they say
    it, some of them for ever: it is asked in a thread, so that a long wait is told and Ctrl-C ends it."""
    import threading
    import warnings

    found: list[int] = []
    wrong: list[Exception] = []

    def ask() -> None:
        try:
            found.append(_told_workers(executor))
        except Exception as error:
            wrong.append(error)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(PATIENCE)
    if asking.is_alive():
        warnings.warn(
            f"no worker of the executor ({type(executor).__name__}) has answered in {PATIENCE:g} s, and the campaign waits for one; "
            "is the program started by `mpiexec -n 2 python -m mpi4py.futures PROGRAM`?",
            RuntimeWarning,
            stacklevel=4,
        )
    while asking.is_alive():
        asking.join(PAUSE)
    if wrong:
        raise wrong[0]
    return found[0]


def _told_workers(executor: Any) -> int:
    if hasattr(executor, "ncores"):
        return sum(executor.ncores().values())
    for name in ("_max_workers", "_processes", "num_workers"):
        count = getattr(executor, name, None)
        if isinstance(count, int) and count > 0:
            return count
    return 0


def _submitter(executor: Any) -> Callable[..., Any] | None:
    """How a task is begun; None where an executor can only map."""
    if hasattr(executor, "submit"):
        # dask takes a task that it has run already for done, unless it is told that tasks have effects.
        more = {"pure": False} if hasattr(executor, "scatter") and hasattr(executor, "gather") else {}
        return lambda work, *words: executor.submit(work, *words, **more)
    if hasattr(executor, "apply_async"):
        return lambda work, *words: executor.apply_async(work, words)
    if hasattr(executor, "map"):
        return None
    raise TypeError(f"an executor has submit() or map(); found {type(executor).__name__}")


def _watched(futures: dict[int, Any], cases: int, parts: int, progress: Progress | None) -> Lost:
    wrong: Lost = {}
    left = dict(futures)
    done = 0
    while left:
        ended = [part for part, future in left.items() if _is_done(future)]
        for part in ended:
            ranks = range(part - 1, cases, parts)
            why = _outcome(left.pop(part))
            if why is not None:
                wrong.update((rank, why) for rank in ranks)
            done += len(ranks)
        if ended and progress:
            progress(done, cases)
        if left and not ended:
            time.sleep(PAUSE)
    return wrong


def _mapped(executor: Any, place: str, cases: int, parts: int, options: list[str], progress: Progress | None) -> Lost:
    ranks = range(1, parts + 1)
    ended = executor.map(_tried, [(place, part, parts, options) for part in ranks])
    wrong: Lost = {}
    done = 0
    for part, why in zip(ranks, ended):
        of_part = range(part - 1, cases, parts)
        if why is not None:
            wrong.update((rank, why) for rank in of_part)
        done += len(of_part)
        if progress:
            progress(done, cases)
    return wrong


def _tried(words: tuple[str, int, int, list[str]]) -> str | None:
    """What went wrong in a part, as a sentence: an error would end the whole map."""
    try:
        run_part(*words)
    except Exception as error:
        return _sentence(error)
    return None


def _is_done(future: Any) -> bool:
    return bool(future.done() if hasattr(future, "done") else future.ready())


def _outcome(future: Any) -> str | None:
    """What went wrong with a task; None if nothing did."""
    if hasattr(future, "cancelled") and future.cancelled():
        return "cancelled"
    try:
        future.result() if hasattr(future, "result") else future.get()
    except Exception as error:
        return _sentence(error)
    except BaseException as error:
        # Cancelled tasks of some executors raise what is no Exception.
        if type(error).__name__ == "CancelledError":
            return "cancelled"
        raise
    return None


def _sentence(error: BaseException) -> str:
    if type(error).__name__ == "CancelledError":
        return "cancelled"
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said}" if not isinstance(error, StickslipError) else said


def _cancel(future: Any) -> None:
    try:
        future.cancel()
    except Exception:
        pass
