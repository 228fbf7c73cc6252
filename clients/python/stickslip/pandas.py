"""Tables and functions as pandas objects; pandas is imported when the first is made."""

from __future__ import annotations

from ._errors import StickslipError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from pandas import DataFrame, Series

    from ._run import Verdict
    from ._values import Array, Function, Table


def have_pandas() -> None:
    """Raises `StickslipError` where pandas is not installed."""
    try:
        import pandas  # noqa: F401
    except ImportError as error:
        raise StickslipError("frames need pandas: pip install 'stickslip[frames]'") from error


def frame_of(columns: Mapping[str, Array], index: str | None = None) -> DataFrame:
    """A frame of named arrays, one of them as index."""
    have_pandas()
    import pandas

    made = pandas.DataFrame(columns)
    return made if index is None else made.set_index(index)


def frame(table: Table) -> DataFrame:
    """The frame of a table, its columns in their order; whole numbers with empty cells are of the type `Int64`."""
    made = frame_of({name: table[name] for name in table.keys()})
    whole = [name for name in table.keys() if table.columns.is_whole(name)]
    return made.astype({name: "Int64" for name in whole})


def in_notebook(frame: DataFrame) -> str:
    """A frame as notebooks show it: cut where it is long."""
    return str(getattr(frame, "_repr_html_")())


def series(function: Function) -> Series[Any]:
    """The series of a function: ordinates by abscissa."""
    have_pandas()
    import pandas

    index = pandas.Index(function.x, name=function.parameter)
    return pandas.Series(function.y, index=index, name=function.name or function.result)


def verdicts(verdicts: Iterable[Verdict]) -> DataFrame:
    """One row per assertion."""
    names = ["line", "label", "reference", "expected", "found", "error", "tolerance", "passed"]
    have_pandas()
    import pandas

    return pandas.DataFrame([[getattr(verdict, name) for name in names] for verdict in verdicts], columns=names)


def read_cases(path: str) -> DataFrame:
    """The merged table of a campaign; whole numbers with empty cells are of the type `Int64`."""
    import pandas

    made, texts = pandas.read_csv(path), pandas.read_csv(path, dtype=str)
    for name in made.columns[made.isna().any() & (made.dtypes == float)]:
        if made[name].notna().any() and texts[name].dropna().str.fullmatch(r"[+-]?\d+").all():
            made[name] = made[name].astype("Int64")
    return made


def campaign(frame: DataFrame) -> DataFrame:
    """A frame that a notebook shows with the tally of its cases, and their status in colour."""
    return _campaign_class()(frame)


_CLASS: list[type[DataFrame]] = []


def _campaign_class() -> type[DataFrame]:
    if _CLASS:
        return _CLASS[0]
    import pandas

    class Campaign(pandas.DataFrame):
        """The cases of a campaign, one per row; what is cut out of it or computed from it is a plain frame."""

        def _repr_html_(self) -> str:
            table = in_notebook(pandas.DataFrame(self))
            if "STATUS" not in self.columns:
                return table
            words = {"ok": "#2a7d3f", "failed": "#c62828", "error": "#c62828", "missing": "#777777"}
            counts = self["STATUS"].value_counts()
            tally = ", ".join(f"{counts[word]} {word}" for word in words if word in counts)
            noun = "case" if len(self) == 1 else "cases"
            for word, colour in words.items():
                cell = f'<td style="color:white;background:{colour};font-weight:bold">{word}</td>'
                table = table.replace(f"<td>{word}</td>", cell)
            return f"<p>{len(self)} {noun}: {tally}</p>{table}"

    _CLASS.append(Campaign)
    return Campaign
