"""Campaigns: one study with many values of its variables."""

from __future__ import annotations

import os

from ._errors import StickslipError
from ._process import start
from ._run import _both


def sweep(
    study, parameters=None, *, cases=None, collect=(), folder=None, jobs=None, max_time=None, max_memory=None, macros=None,
    long=False,
):
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
    long: one row per case and row of the collected tables.

    Columns: the parameters, STATUS (`ok`, `failed`, `error`, `missing`), the value found by each assertion, the collected
    cells, ERROR. A notebook shows how many cases there are of each status above the rows.
    """
    import tempfile

    from .pandas import _pandas, campaign

    pandas = _pandas()
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
        for one in [macros] if isinstance(macros, (str, os.PathLike)) else macros or []:
            words += ["--macros", os.fspath(one)]
        _done(words)
        limits = [("-j", jobs), ("--max-time", max_time), ("--max-memory", max_memory)]
        _done(["sweep", "run", place, *(word for pair in limits if pair[1] is not None for word in map(str, pair))])
        merged = os.path.join(scratch, "merged.csv")
        _done(["sweep", "merge", place, "-o", merged, *(["--long"] if long else [])])
        frame = pandas.read_csv(merged)
    return campaign(frame.set_index("CASE") if "CASE" in frame.columns else frame)


def _listed(values):
    return values.tolist() if hasattr(values, "tolist") else list(values)


def _text(value):
    return repr(value) if isinstance(value, float) else str(value)


def _done(words):
    process = start(words)
    process.stdin.close()
    _, said = _both(process)
    if process.returncode != 0:
        raise StickslipError(said.strip() or f"stickslip {' '.join(words[:2])} ended with code {process.returncode}")
