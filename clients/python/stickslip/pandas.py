"""Tables and functions as pandas objects; pandas is imported when the first is made."""

from __future__ import annotations

from ._errors import StickslipError


def _pandas():
    try:
        import pandas
    except ImportError as error:
        raise StickslipError("frames need pandas: pip install 'stickslip[frames]'") from error
    return pandas


def frame_of(columns, index=None):
    """A frame of named arrays, one of them as index."""
    made = _pandas().DataFrame(columns)
    return made if index is None else made.set_index(index)


def frame(table):
    """The frame of a table, its columns in their order."""
    return frame_of({name: table[name] for name in table.keys()})


def series(function):
    """The series of a function: ordinates by abscissa."""
    index = _pandas().Index(function.x, name=function.parameter)
    return _pandas().Series(function.y, index=index, name=function.name or function.result)


def verdicts(verdicts):
    """One row per assertion."""
    names = ["line", "label", "reference", "expected", "found", "error", "tolerance", "passed"]
    return _pandas().DataFrame([[getattr(verdict, name) for name in names] for verdict in verdicts], columns=names)
