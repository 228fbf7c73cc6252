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


def campaign(frame):
    """A frame that a notebook shows with the tally of its cases, and their status in colour."""
    return _campaign_class()(frame)


_CLASS = []


def _campaign_class():
    if _CLASS:
        return _CLASS[0]
    pandas = _pandas()

    class Campaign(pandas.DataFrame):
        """The cases of a campaign, one per row; what is cut out of it or computed from it is a plain frame."""

        def _repr_html_(self):
            table = pandas.DataFrame(self)._repr_html_()
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
