"""Values of studies as Python objects: functions, tables, modes, transients, fields, matrices, meshes.

Arrays are numpy arrays of doubles, whole numbers, complex numbers or objects (texts). Units are those of the study.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any, TypeVar, Union

    import numpy
    import pandas
    from numpy.typing import ArrayLike, DTypeLike, NDArray

    from ._session import Session

    Array = NDArray[Any]
    Kind = TypeVar("Kind")

def decode(fields: Mapping[str, Any], session: Session | None = None) -> Any:
    """The object of a value that the program sent in the form `arrays`."""
    kind = fields.get("kind")
    if kind == "value":
        return plain(fields["value"])
    if kind in ("array", "list", "vector"):
        return Columns(fields).first()
    return _KINDS.get(kind, Value)(fields, session)


def of_kind(value: Any, name: str, kind: type[Kind]) -> Kind:
    """A value, if it is of a kind; a whole number is a real one, too."""
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, kind):
        raise TypeError(f"{name} is a {type(value).__name__}, no {kind.__name__}")
    return value


def plain(value: Any) -> Any:
    """A number, a text, a list of them."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        ((kind, inside),) = value.items()
        if kind == "real":
            return float(inside)
        if kind == "complex":
            return complex(float(inside[0]), float(inside[1]))
        if kind == "tuple":
            return tuple(plain(item) for item in inside)
        if kind == "dictionary":
            return {_key(key): plain(item) for key, item in inside}
        return inside
    return value


def _key(key: Any) -> Any:
    key = plain(key)
    return tuple(key) if isinstance(key, list) else key


def array(column: Mapping[str, Any]) -> Array:
    """The numpy array of a column: shape as sent, by rows."""
    import base64

    import numpy

    if column["dtype"] == "text":
        numbers: Array = numpy.array(column["values"], dtype=object)
    else:
        numbers = numpy.frombuffer(bytearray(base64.b64decode(column["base64"])), dtype=column["dtype"])
    return numbers.reshape(column["shape"])


class Columns:
    """Named arrays, made when they are asked for."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._sent: dict[str, Any] = {column["name"]: column for column in fields.get("columns", [])}
        self._made: dict[str, Array] = {}

    def names(self) -> list[str]:
        return list(self._sent)

    def get(self, name: str) -> Array | None:
        if name not in self._made and name in self._sent:
            self._made[name] = array(self._sent[name])
        return self._made.get(name)

    def is_whole(self, name: str) -> bool:
        """Whether all numbers of a column are whole, also where some of its cells are empty, and so NaN."""
        return bool(self._sent[name].get("whole"))

    def first(self) -> Array | None:
        return self.get(next(iter(self._sent)))


class Value:
    """A value of a study.

    `name` and `type` (`fonction_sdaster`) are those of the study, `size` says how large it is, `text` is what a session shows.
    """

    def __init__(self, fields: Mapping[str, Any], session: Session | None = None) -> None:
        self.name: str = fields.get("name", "")
        self.type: str = fields.get("type", "")
        self.size: str = fields.get("size", "")
        self.text: str = fields.get("text", "")
        self.columns = Columns(fields)
        self._session = session
        # A run sends them with the value where they were asked for, a session when they are.
        self._forms: dict[str, str | None] = {form: fields[form] for form in ("html", "svg") if form in fields}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {self.type}{', ' + self.size if self.size else ''}>"

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def keys(self) -> list[str]:
        """Names of its arrays."""
        return self.columns.names()

    def __contains__(self, name: object) -> bool:
        return name in self.columns.names()

    def __getitem__(self, name: str) -> Array:
        found = self.columns.get(name)
        if found is None:
            raise KeyError(_unknown(f"{self.name or self.type} has no {name}", name, self.keys()))
        return found

    def _form(self, form: str) -> str | None:
        if form not in self._forms:
            self._forms[form] = self._session.form(self.name, form) if self._session is not None else None
        return self._forms[form]

    def _repr_html_(self) -> str | None:
        html, svg = self._form("html"), self._form("svg")
        if svg:
            return (html or "") + svg
        return html or (f"<pre>{_escaped(self.text)}</pre>" if self.text else None)


def _unknown(what: str, name: object, known: Iterable[object]) -> str:
    import difflib

    names = [str(one) for one in known]
    near = difflib.get_close_matches(str(name), names, 1)
    return f"{what}; did you mean {near[0]}?" if near else f"{what}; there are {', '.join(names)}"


class Function(Value):
    """A function of one parameter: `x` (abscissae, shape (n,)) and `y` (ordinates, shape (n,), complex where it is).

    `parameter` and `result` name them as the study does (`INST`, `DEPL`). A function that is no list of points, as a
    formula, has none. `f(t)` interpolates linearly between points and is NaN outside them.
    """

    @property
    def parameter(self) -> str:
        return self.keys()[0]

    @property
    def result(self) -> str:
        return self.keys()[-1]

    @property
    def x(self) -> Array:
        return self[self.parameter]

    @property
    def y(self) -> Array:
        return self[self.result]

    def __call__(self, x: ArrayLike) -> Array:
        import numpy

        found: Array = numpy.interp(numpy.asarray(x), self.x, self.y, left=numpy.nan, right=numpy.nan)
        return found

    def __len__(self) -> int:
        return len(self.x)

    def __iter__(self) -> Iterator[Array]:
        return iter((self.x, self.y))

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Array:
        import numpy

        both: Array = numpy.stack([self.x, self.y])
        return both if dtype is None else both.astype(dtype)

    def series(self) -> pandas.Series[Any]:
        """A pandas Series: ordinates with the abscissae as index."""
        from .pandas import series

        return series(self)


class Table(Value):
    """A table: `table["INST"]` is a column, shape (rows,); empty cells are NaN among numbers and None among texts."""

    @property
    def column_names(self) -> list[str]:
        return self.keys()

    def __len__(self) -> int:
        names = self.keys()
        return len(self[names[0]]) if names else 0

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def frame(self) -> pandas.DataFrame:
        """A pandas DataFrame."""
        from .pandas import frame

        return frame(self)

    def _repr_html_(self) -> str | None:
        from .pandas import in_notebook

        return self._form("html") or in_notebook(self.frame())


class Modes(Value):
    """Modes of a structure.

    `frequencies` (Hz, shape (n,)), `shapes` (shape (n, unknowns); complex for complex modes), `nodes` (labels) and
    `components` (`DX` ...) of the unknowns, shape (unknowns,); parameters by name: `modes["MASS_GENE"]`, shape (n,).
    """

    @property
    def orders(self) -> Array:
        return self["NUME_ORDRE"]

    @property
    def frequencies(self) -> Array:
        return self["FREQ"]

    @property
    def shapes(self) -> Array:
        return self["DEPL"]

    @property
    def nodes(self) -> Array | None:
        return self.columns.get("LABEL")

    @property
    def components(self) -> Array | None:
        return self.columns.get("COMPONENT")

    def __len__(self) -> int:
        return len(self.orders)

    def frame(self) -> pandas.DataFrame:
        """A pandas DataFrame: one row per mode, the parameters as columns."""
        from .pandas import frame_of

        apart = ("DEPL", "NODE", "COMPONENT", "LABEL")
        return frame_of({name: self[name] for name in self.keys() if name not in apart}, "NUME_ORDRE")


class Transient(Value):
    """A transient on modal coordinates.

    `instants` (s, shape (states,)), `displacement`, `velocity`, `acceleration`: shape (states, coordinates).
    """

    @property
    def instants(self) -> Array:
        return self["INST"]

    @property
    def displacement(self) -> Array:
        return self["DEPL"]

    @property
    def velocity(self) -> Array:
        return self["VITE"]

    @property
    def acceleration(self) -> Array:
        return self["ACCE"]

    def __len__(self) -> int:
        return len(self.instants)


class Field(Value):
    """Fields on the unknowns of a structure: one (`values`, shape (unknowns,)) or one per state (`result["DEPL"]`,
    shape (states, unknowns), with `result["INST"]` or `result["FREQ"]`). `nodes` and `components` name the unknowns."""

    @property
    def values(self) -> Array:
        return self["VALE"]

    @property
    def nodes(self) -> Array | None:
        return self.columns.get("LABEL")

    @property
    def components(self) -> Array | None:
        return self.columns.get("COMPONENT")


class Matrix(Value):
    """A matrix. `dense()` has shape (n, n); an assembled one is sparse: `matrix["ROW"]`, `matrix["COLUMN"]` (from 0) and
    `matrix["VALE"]` are its terms."""

    @property
    def is_sparse(self) -> bool:
        return "ROW" in self

    def dense(self) -> Array:
        import numpy

        if not self.is_sparse:
            return self["VALE"]
        n = len(self["NODE"])
        out: Array = numpy.zeros((n, n))
        out[self["ROW"], self["COLUMN"]] = self["VALE"]
        return out

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Array:
        dense = self.dense()
        return dense if dtype is None else dense.astype(dtype)


class Mesh(Value):
    """A mesh: `points` (m, shape (nodes, 3)) and `nodes` (labels, shape (nodes,))."""

    @property
    def points(self) -> Array:
        return self["COOR"]

    @property
    def nodes(self) -> Array:
        return self["LABEL"]


def _escaped(text: str) -> str:
    import html

    return html.escape(text)


_KINDS: dict[Any, type[Value]] = {
    "function": Function,
    "surface": Table,
    "table": Table,
    "modes": Modes,
    "transient": Transient,
    "harmonic": Transient,
    "fields": Field,
    "field": Field,
    "matrix": Matrix,
    "sparse": Matrix,
    "mesh": Mesh,
}
