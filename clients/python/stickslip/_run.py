"""Runs and checks of whole studies."""

from __future__ import annotations

import os
import sys

from ._errors import Diagnostic, StickslipError, StudyError
from ._process import options, read_line, start
from ._values import _unknown, decode, of_kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pathlib
    import threading
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from typing import Any, Union

    import pandas

    from ._process import Event, Path, Program
    from ._values import Kind

    Number = Union[int, float, complex, str, None]
    Files = Mapping[str, Union[str, bytes]]
    Progress = Callable[[str, float, str], object]


class Verdict:
    """One comparison made by an assertion.

    Attributes: `line` (in `path`), `label` (what is compared), `reference` (`ANALYTIQUE` ...), `kind` (`reference` or
    `regression`), `expected`, `found`, `error` and `tolerance` (relative, or absolute where `criterion` is `ABSOLU`;
    None for texts), `passed` (None where nothing was compared), `command` (`TEST_RESU`).
    """

    __slots__ = (
        "command", "path", "line", "label", "kind", "reference", "expected", "found", "error", "tolerance", "criterion",
        "passed",
    )

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.command: str = fields["command"]
        self.path: str = fields["file"]
        self.line: int = fields["line"]
        self.label: str = fields["label"]
        self.kind: str = fields["kind"]
        self.reference: str | None = fields["reference"]
        self.expected: Number = _number(fields["expected"])
        self.found: Number = _number(fields["found"] if "found" in fields else fields["computed"])
        self.error: float | None = _number(fields["error"])
        self.tolerance: float | None = _number(fields["tolerance"])
        self.criterion: str = fields["criterion"]
        self.passed: bool | None = fields["passed"]

    def __repr__(self) -> str:
        word = {True: "OK", False: "NOOK", None: "SKIP"}[self.passed]
        return f"<{word} line {self.line}: {self.label} = {self.found}, expected {self.expected}>"


def _number(value: Any) -> Any:
    if isinstance(value, list):
        return complex(*(float(part) for part in value))
    if isinstance(value, str) and value in ("NaN", "inf", "-inf"):
        return float(value)
    return value


class Result:
    """What a study left.

    `ok`: it ran and all its assertions hold; `status`: `ok`, `failed` (an assertion does not hold) or `error`;
    `verdicts`: a list of `Verdict`; `diagnostics`: a list of `Diagnostic`; `files`: paths of the files it wrote, as
    `pathlib.Path` (their names alone for a text without `output`: `contents` has their bytes by name); `log`: what it printed; `seconds`: how long it took. `result["NAME"]` is a value of the study,
    `result.value("NAME", Function)` one whose kind is known, also to tools that check types.
    """

    def __init__(
        self, report: Mapping[str, Any], diagnostics: list[Diagnostic], log: str, verdicts: list[Verdict]
    ) -> None:
        from pathlib import Path

        self.study: str = report["study"]
        self.status: str = report["status"]
        self.diagnostics, self.log, self.verdicts = diagnostics, log, verdicts
        self.seconds: float = report.get("wall_s", 0.0)
        self.files: list[pathlib.Path] = [Path(file["path"]) for file in report.get("files", [])]
        self.contents: dict[str, bytes] = {}
        self._sent: dict[str, dict[str, Any]] = report.get("values", {})
        self._made: dict[str, Any] = {}

    @property
    def ok(self) -> bool:
        return self.status == "ok"

    def keys(self) -> list[str]:
        """Names of the values that are there."""
        return list(self._sent)

    def __contains__(self, name: object) -> bool:
        return name in self._sent

    def __iter__(self) -> Iterator[str]:
        return iter(self._sent)

    def __len__(self) -> int:
        return len(self._sent)

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            if name not in self._sent:
                raise KeyError(self._absent(name))
            self._made[name] = decode(self._sent[name])
        return self._made[name]

    def value(self, name: str, kind: type[Kind]) -> Kind:
        """A value of a kind (`Function`, `Table`, `float` ...); raises `TypeError` when it is of another one."""
        return of_kind(self[name], name, kind)

    def _absent(self, name: str) -> str:
        """Why there is no value of a name."""
        errors = [diagnostic for diagnostic in self.diagnostics if diagnostic.is_error]
        if self.status == "error" and errors:
            first, more = errors[0], len(errors) - 1
            place = f", line {first.line}" if first.line else ""
            others = f" (and {more} more)" if more else ""
            return f"{name} was not computed: {self.study} has an error: {first.code}{place}: {first.message}{others}"
        return _unknown(f"{self.study} left no value {name} (transients, fields and meshes: run(..., values=[{name!r}]))", name, self.keys())

    def read(self, name: Path) -> bytes:
        """The content of a file that the study wrote, by its name."""
        name = os.path.basename(os.fspath(name))
        if name in self.contents:
            return self.contents[name]
        for path in self.files:
            if path.name == name:
                return path.read_bytes()
        raise KeyError(_unknown(f"{self.study} wrote no file {name}", name, [path.name for path in self.files]))

    def verdicts_frame(self) -> pandas.DataFrame:
        """The assertions as a pandas DataFrame, one row each."""
        from .pandas import verdicts

        return verdicts(self.verdicts)

    def raise_if_wrong(self) -> Result:
        """Raises `StudyError` unless the study ran and all its assertions hold; gives the result itself."""
        if self.status == "error":
            raise StudyError.of(self.diagnostics)
        failed = [verdict for verdict in self.verdicts if verdict.passed is False]
        if failed:
            lines = [f"  line {v.line}: {v.label}: found {v.found}, expected {v.expected}" for v in failed]
            count = "1 assertion does not hold" if len(failed) == 1 else f"{len(failed)} assertions do not hold"
            raise StudyError("\n".join([f"{self.study}: {count}", *lines]), self.diagnostics)
        return self

    def __repr__(self) -> str:
        held = sum(verdict.passed is True for verdict in self.verdicts)
        failed = sum(verdict.passed is False for verdict in self.verdicts)
        return f"<Result {self.study}: {self.status}, {held} assertions held, {failed} failed, {len(self.files)} files>"

    def _repr_html_(self) -> str:
        import html

        rows = []
        for v in self.verdicts:
            word, colour = {True: ("OK", "#2a7d3f"), False: ("NOOK", "#c62828"), None: ("SKIP", "#777777")}[v.passed]
            values = [v.line, v.label, v.reference, v.expected, v.found, v.error, v.tolerance]
            cells = "".join(f"<td>{html.escape(f'{c:.6g}' if isinstance(c, float) else str(c))}</td>" for c in values)
            rows.append(f'<tr><td style="color:white;background:{colour};font-weight:bold">{word}</td>{cells}</tr>')
        heads = "".join(f"<th>{head}</th>" for head in ["", "line", "assertion", "reference", "expected", "found", "error", "tolerance"])
        return f"<p>{html.escape(repr(self))}</p><table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def run(
    path: Path | None = None,
    *,
    text: str | None = None,
    name: str = "study.comm",
    files: Files | None = None,
    set: Mapping[str, Any] | None = None,
    values: str | Iterable[str] = (),
    output: Path | None = None,
    threads: int | None = None,
    max_time: str | float | None = None,
    max_memory: str | int | None = None,
    macros: Path | Iterable[Path] | None = None,
    former: str | None = None,
    sandbox: bool = False,
    cwd: Path | None = None,
    progress: Progress | None = None,
    pictures: bool | None = None,
    check: bool = False,
) -> Result:
    """Runs a study, a file (`.comm`, `.export`) or a `text` with the `files` it reads.

    Parameters
    ----------
    path: the study, or None where `text` is given. `name` is what messages call the text; its unit 20 is the mesh file
        of the same stem.
    files: contents by name, texts or bytes: `{"study.mail": "..."}`; only with `text`.
    set: values of variables of the study in place of their first assignments: `{"MU": 0.3}`.
    values: names whose values are wanted beside functions, tables, lists, modes and numbers: transients, fields,
        meshes, assembled matrices.
    output: folder for the files that the study writes; beside the study without it. Those of a `text` are kept in memory
        (`Result.read`).
    max_time, max_memory: limits, such as `90` (s), `"10m"`, `"4G"`.
    pictures: the values have the tables and pictures that notebooks show; by itself, where Python runs in a notebook.
    progress: called with the title of an operator, the fraction done and a text, ten times per second at most.

    check: raises `StudyError` when the study is wrong or an assertion of it fails, as `Result.raise_if_wrong` does.

    Without it a study that is wrong, or whose assertions fail, is no exception: see `Result.ok`.
    """
    words = options(set, threads, output, max_time, max_memory, macros, former, sandbox)
    names = [values] if isinstance(values, str) else list(values)
    words += ["--json", "-", "--events", "--with-parent", "--values", ",".join(["all", *names])]
    words += ["--pictures"] if pictures or (pictures is None and _in_notebook()) else []
    with _study(path, text, name, files) as study:
        report, events, said = _report(["run", str(study), *words], cwd, progress)
        if report is None:
            raise StickslipError(said.strip() or "the program ended without a report", [])
        diagnostics = [Diagnostic(event) for event in events if event["event"] == "diagnostic"]
        if not diagnostics and report.get("error"):
            diagnostics = [Diagnostic(report["error"])]
        log = "".join(event["text"] for event in events if event["event"] == "text")
        result = Result(report, diagnostics, log, [Verdict(test) for test in report.get("tests", [])])
        if text is not None and output is None:
            from pathlib import Path

            # Their folder is gone in a moment: names are left.
            for file in result.files:
                if file.is_file():
                    result.contents[file.name] = file.read_bytes()
            result.files = [Path(file.name) for file in result.files]
        return result.raise_if_wrong() if check else result


def check(
    path: Path | None = None,
    *,
    text: str | None = None,
    name: str = "study.comm",
    files: Files | None = None,
    set: Mapping[str, Any] | None = None,
    macros: Path | Iterable[Path] | None = None,
    former: str | None = None,
) -> list[Diagnostic]:
    """All errors, warnings and notes of a study, without running it: a list of `Diagnostic`. Parameters as of `run`."""
    import json

    words = options(set, macros=macros, former=former)
    with _study(path, text, name, files) as study:
        process = start(["check", str(study), "--format", "json", *words])
        process.stdin.close()
        out, said = _both(process)
        try:
            studies = json.loads(out)["studies"]
        except (ValueError, KeyError):
            raise StickslipError(said.strip() or "the study cannot be checked") from None
        found = [Diagnostic(fields) for one in studies for fields in one["diagnostics"]]
        for diagnostic in found:
            if not diagnostic.rendered:
                diagnostic.rendered = _excerpt(diagnostic, study.parent)
        return found


def _in_notebook() -> bool:
    """Whether Python runs in a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return hasattr(shell, "kernel")


def _study(path: Path | None, text: str | None, name: str, files: Files | None) -> AbstractContextManager[pathlib.Path]:
    """A context that gives the path of a study, made of a text where that is given."""
    from contextlib import nullcontext
    from pathlib import Path

    if text is None:
        if path is None:
            raise TypeError("run() needs the path of a study, or text=")
        if files is not None:
            raise TypeError("files= belongs to text=; a study on the disk finds its files beside it")
        return nullcontext(Path(path))
    if path is not None:
        raise TypeError("run() takes the path of a study or text=, not both")
    return _Written(text, name, files or {})


class _Written:
    """A text and its files in a folder of their own, for a while."""

    def __init__(self, text: str, name: str, files: Files) -> None:
        self.text, self.name, self.files = text, name, files

    def __enter__(self) -> pathlib.Path:
        import tempfile
        from pathlib import Path

        self.folder = tempfile.TemporaryDirectory(prefix="stickslip-")
        folder = Path(self.folder.name)
        for name, content in {**self.files, self.name: self.text}.items():
            place = folder / name
            if folder.resolve() not in place.resolve().parents:
                self.folder.cleanup()
                raise ValueError(f"{name} is no name of a file beside the study")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder / self.name

    def __exit__(self, *_: object) -> None:
        self.folder.cleanup()


def _report(words: list[str], cwd: Path | None, progress: Progress | None) -> tuple[Event | None, list[Event], str]:
    """The report of a run, its events, and what the program said on its standard error."""
    import threading

    process = start(words, cwd=cwd)
    said: list[bytes] = []
    listening = threading.Thread(target=lambda: said.append(process.stderr.read()), daemon=True)
    listening.start()
    events: list[Event] = []
    report: Event | None = None
    try:
        for read in process.stdout:
            line = read_line(read)
            kind = line.get("event")
            if kind == "progress":
                if progress:
                    progress(line["title"], line["fraction"], line["text"])
            elif kind == "report":
                report = line["report"]
            elif kind:
                events.append(line)
        process.wait()
    finally:
        # Closing its input ends a program that still runs.
        _end(process, listening)
    return report, events, b"".join(said).decode("utf-8", "replace")


def _both(process: Program) -> tuple[bytes, str]:
    import threading

    said: list[bytes] = []
    listening = threading.Thread(target=lambda: said.append(process.stderr.read()), daemon=True)
    listening.start()
    try:
        out = process.stdout.read()
        process.wait()
    finally:
        _end(process, listening)
    return out, b"".join(said).decode("utf-8", "replace")


def _end(process: Program, listening: threading.Thread) -> None:
    import subprocess

    try:
        process.stdin.close()
    except OSError:
        pass
    try:
        process.wait(timeout=2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    listening.join(timeout=2)
    process.stdout.close()
    process.stderr.close()


def _excerpt(diagnostic: Diagnostic, folder: pathlib.Path) -> str:
    """The message with its line of the study and a mark below the words."""
    head = f"{diagnostic.severity} {diagnostic.code}: {diagnostic.message}"
    parts = [head]
    if diagnostic.path and diagnostic.line:
        parts.append(f"  --> {diagnostic.path}:{diagnostic.line}:{diagnostic.column}")
        try:
            lines = (folder / os.path.basename(diagnostic.path)).read_text("utf-8", "replace").splitlines()
            line = lines[diagnostic.line - 1]
        except (OSError, IndexError):
            line = None
        if line is not None and diagnostic.column:
            number = str(diagnostic.line)
            end = diagnostic.end_column if diagnostic.end_line == diagnostic.line else len(line) + 1
            width = max(1, (end or 0) - diagnostic.column)
            before = "".join("\t" if c == "\t" else " " for c in line[: diagnostic.column - 1])
            parts += [f"{number} | {line}", f"{' ' * len(number)} | {before}{'^' * width}"]
    if diagnostic.help:
        parts.append(f"  help: {diagnostic.help}")
    return "\n".join(parts)
