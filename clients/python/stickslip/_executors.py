"""Campaigns on executors: parts of a campaign as tasks of the engine that an author has."""

from __future__ import annotations

import os
import time

from ._errors import StickslipError

#: Tasks for each worker, so that one which has the slow cases does not keep the others waiting.
PER_WORKER = 8
#: Tasks where an executor does not say how many workers it has.
UNKNOWN = 64
#: Time between two looks at the tasks under way (s).
PAUSE = 0.05


def run_part(place, part, parts, options):
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


def distribute(executor, place, cases, tasks, options, progress):
    """Runs all parts on an executor; gives what went wrong, by the rank (from 0) of each case of the part that it hit."""
    parts = max(1, min(cases, tasks or PER_WORKER * _workers(executor) or UNKNOWN))
    begin = _submitter(executor)
    if begin is None:
        return _mapped(executor, place, cases, parts, options, progress)
    futures = {}
    try:
        for part in range(1, parts + 1):
            futures[part] = begin(run_part, place, part, parts, options)
        return _watched(futures, cases, parts, progress)
    except BaseException:
        # Ctrl-C, or an executor that is shut down: nothing more is begun.
        for future in futures.values():
            _cancel(future)
        raise


def _workers(executor):
    """How many tasks an executor runs at once; 0 where it does not say."""
    if hasattr(executor, "ncores"):
        return sum(executor.ncores().values())
    for name in ("_max_workers", "_processes", "num_workers"):
        count = getattr(executor, name, None)
        if isinstance(count, int) and count > 0:
            return count
    return 0


def _submitter(executor):
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


def _watched(futures, cases, parts, progress):
    wrong, left = {}, dict(futures)
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


def _mapped(executor, place, cases, parts, options, progress):
    ranks = range(1, parts + 1)
    ended = executor.map(_tried, [(place, part, parts, options) for part in ranks])
    wrong, done = {}, 0
    for part, why in zip(ranks, ended):
        of_part = range(part - 1, cases, parts)
        if why is not None:
            wrong.update((rank, why) for rank in of_part)
        done += len(of_part)
        if progress:
            progress(done, cases)
    return wrong


def _tried(words):
    """What went wrong in a part, as a sentence: an error would end the whole map."""
    try:
        run_part(*words)
    except Exception as error:
        return _sentence(error)
    return None


def _is_done(future):
    return future.done() if hasattr(future, "done") else future.ready()


def _outcome(future):
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


def _sentence(error):
    if type(error).__name__ == "CancelledError":
        return "cancelled"
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said}" if not isinstance(error, StickslipError) else said


def _cancel(future):
    try:
        future.cancel()
    except Exception:
        pass
