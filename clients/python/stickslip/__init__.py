"""Run studies of structural dynamics with contact, friction and wear, and use their results as numpy arrays.

    >>> import stickslip
    >>> result = stickslip.run("shoe.comm", set={"MU": 0.3})
    >>> result.ok
    True
    >>> result["V_SHOE"].x, result["V_SHOE"].y          # a function: two arrays of shape (n,)
    >>> result["TAB"]["PUIS_USURE"]                     # a column of a table: an array of shape (rows,)
    >>> result["MODES"].frequencies                     # Hz, shape (modes,)

Studies are run by the program `stickslip`, which is part of this package, in a process of its own: limits of memory and
time hold, and whatever a study does, Python goes on. Numbers have the units of the study; nothing is converted.
"""

from __future__ import annotations

from ._errors import Diagnostic, Fix, Interrupted, SessionClosed, StickslipError, StudyError
from ._run import Result, Verdict, check, run
from ._session import Answer, Session
from ._sweep import sweep
from ._values import Field, Function, Matrix, Mesh, Modes, Table, Transient, Value

__all__ = [
    "Answer",
    "Diagnostic",
    "Field",
    "Fix",
    "Function",
    "Interrupted",
    "Matrix",
    "Mesh",
    "Modes",
    "Result",
    "Session",
    "SessionClosed",
    "StickslipError",
    "StudyError",
    "Table",
    "Transient",
    "Value",
    "Verdict",
    "check",
    "program",
    "run",
    "sweep",
    "version",
]


# The name that `from __future__ import annotations` leaves.
del annotations


def __getattr__(name: str) -> str:
    """`__version__`, that of the package; of its program where the package is not installed."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version as installed

    try:
        return installed("stickslip")
    except PackageNotFoundError:
        return version().split(" ", 1)[0]


def program() -> str:
    """Path of the program that runs studies: `STICKSLIP_BINARY` if that is set, otherwise the one of this package."""
    from ._process import program as found

    return found()


def version() -> str:
    """Version of the program, with the commit that it was built from: `0.1.0 (81b264f 2026-11-26)`."""
    import subprocess

    text = subprocess.run([program(), "--version"], capture_output=True, text=True, check=True).stdout
    return text.strip().split(" ", 1)[1]
