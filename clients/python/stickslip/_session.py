"""Sessions: studies that are typed piece by piece."""

from __future__ import annotations

import math
import weakref

from ._errors import Diagnostic, Interrupted, SessionClosed, StickslipError, StudyError
from ._process import Pipe, options
from ._run import Verdict
from ._values import decode, of_kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from ._process import Event, Path
    from ._run import Progress
    from ._values import Kind


class Answer:
    """What came of a text.

    `text`: what it printed and the values it showed; `shown`: the events of those values; `verdicts`, `diagnostics`
    (warnings and notes), `files` (paths of the files it wrote), `run` (operators that ran), `taken` (those of them whose
    result was there already, from a text before), `seconds`. `value`: the
    last value it showed, None where there is none.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._value: Any = None
        self.text = ""
        self.shown: list[Event] = []
        self.verdicts: list[Verdict] = []
        self.diagnostics: list[Diagnostic] = []
        self.files: list[pathlib.Path] = []
        self.run, self.taken, self.seconds = 0, 0, 0.0

    @property
    def value(self) -> Any:
        # Another thread's text must not come between the question and its answer.
        with self._session._pipe._turn:
            if self._value is None and self.shown and self.shown[-1]["type"] != "picture":
                self._value = self._session[self.shown[-1]["name"]]
        return self._value

    @property
    def ok(self) -> bool:
        """None of its assertions failed."""
        return all(verdict.passed is not False for verdict in self.verdicts)

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def __repr__(self) -> str:
        return f"<Answer: {self.run} operators run, {len(self.verdicts)} assertions, {len(self.files)} files>"

    def _repr_html_(self) -> str | None:
        return "".join(event.get("html") or f"<pre>{_escaped(event['text'])}</pre>" for event in self.shown) or None


def _escaped(text: str) -> str:
    import html

    return html.escape(text)


class Session:
    """A session with the program: it keeps names and results until it is closed.

        >>> with stickslip.Session() as s:
        ...     s("F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 2.0))")
        ...     s["F"].y

    A text that fails raises `StudyError` and leaves the session as it was. `study` is run first, if given; `folder` is
    where files are read and written (the current one without it); other parameters are those of `run`. Several sessions
    may be open, and each may be used from several threads.
    """

    def __init__(
        self,
        study: Path | None = None,
        *,
        set: Mapping[str, Any] | None = None,
        output: Path | None = None,
        threads: int | None = None,
        max_time: str | float | None = None,
        max_memory: str | int | None = None,
        macros: Path | Iterable[Path] | None = None,
        former: str | None = None,
        sandbox: bool = False,
        folder: Path | None = None,
        progress: Progress | None = None,
    ) -> None:
        words = [str(study)] if study is not None else []
        words += options(set, threads, output, max_time, max_memory, macros, former, sandbox)
        self._progress = progress
        self._pipe = Pipe(words, cwd=folder)
        # Also where nobody closes it: when it is forgotten, and before Python ends.
        self._end = weakref.finalize(self, Pipe.close, self._pipe)
        self._closed = False
        self._last: weakref.ref[Answer] | None = None
        if study is not None:
            self.started = self._start()

    def _start(self) -> Answer:
        """The answer of the study that runs first."""
        answer = Answer(self)
        with self._pipe._turn:
            while True:
                line = self._pipe.read()
                if "done" in line:
                    break
                self._take(answer, line)
        return self._finish(answer, line)

    def __call__(
        self, text: str, name: str | None = None, silent: bool = False, see: Callable[[Event], object] | None = None
    ) -> Answer:
        """Runs a text; raises `StudyError` when it is wrong, `Interrupted` when it was interrupted.

        `name` is what messages call it, `see` is called with each event of the protocol as it comes, `silent` leaves values out.
        """
        request: Event = {"do": "run", "text": text, "silent": silent}
        if name is not None:
            request["name"] = name
        return self._run(request, see)

    def _run(self, request: Event, see: Callable[[Event], object] | None = None) -> Answer:
        # The value that the last text showed is that of the name now, and need not be so after this one.
        with self._pipe._turn:
            self._settle()
            answer = self._run_alone(request, see)
            self._last = weakref.ref(answer)
            return answer

    def _settle(self) -> None:
        """Has the last answer take its value, where somebody holds it."""
        last = self._last() if self._last else None
        self._last = None
        if last is not None and not self.closed:
            try:
                last.value
            except (KeyError, StickslipError):
                pass

    def _run_alone(self, request: Event, see: Callable[[Event], object] | None) -> Answer:
        answer = Answer(self)

        def take(event: Event) -> None:
            self._take(answer, event)
            if see:
                see(event)

        return self._finish(answer, self._ask(request, take))

    def _take(self, answer: Answer, event: Event) -> None:
        kind = event["event"]
        if kind == "text":
            answer.text += event["text"]
        elif kind == "value":
            answer.text += event["text"]
            answer.shown.append(event)
        elif kind == "verdict":
            answer.verdicts.append(Verdict(event))
        elif kind == "diagnostic":
            answer.diagnostics.append(Diagnostic(event))
        elif kind == "file":
            from pathlib import Path

            answer.files.append(Path(event["path"]))
        elif kind == "progress" and self._progress:
            self._progress(event["title"], event["fraction"], event["text"])

    def _finish(self, answer: Answer, line: Event) -> Answer:
        answer.run, answer.taken = line.get("run", 0), line.get("taken", 0)
        answer.seconds = line.get("seconds", 0.0)
        if line["done"] == "interrupted":
            raise Interrupted("interrupted; the session is as it was before", answer.diagnostics)
        if line["done"] == "error":
            raise StudyError.of(answer.diagnostics, line.get("message", "the text could not be run"))
        # What `_` is now need not be so later.
        if answer.shown and answer.shown[-1]["name"] == "_":
            answer.value
        return answer

    def _ask(self, request: Event, see: Callable[[Event], None] | None = None) -> Event:
        if self._closed:
            raise SessionClosed("the session is closed")
        return self._pipe.ask(request, see)

    def _asked(self, request: Event) -> Event:
        line = self._ask(request)
        if line["done"] == "interrupted":
            raise Interrupted("interrupted; the session is as it was before")
        if line["done"] != "ok":
            raise StickslipError(line.get("message", "the request was refused"))
        return line

    def __getitem__(self, name: str) -> Any:
        """The value of a name: a number, a text, a list, an array, or an object of this package (`Function`, `Table` ...)."""
        line = self._ask({"do": "value", "name": name, "as": "arrays"})
        if line["done"] != "ok":
            raise KeyError(line.get("message", name))
        return decode(line, self)

    def value(self, name: str, kind: type[Kind]) -> Kind:
        """A value of a kind (`Function`, `Table`, `float` ...); raises `TypeError` when it is of another one."""
        return of_kind(self[name], name, kind)

    def __setitem__(self, name: str, value: Any) -> None:
        self.set({name: value})

    def __contains__(self, name: object) -> bool:
        return name in self.names()

    def names(self) -> dict[str, str]:
        """Types by name: `{"F": "fonction_sdaster"}`."""
        return {name: kind for name, kind, _ in self._asked({"do": "names"})["names"]}

    def sizes(self) -> dict[str, str]:
        """How large each concept is, in words, by name."""
        return {name: size for name, _, size in self._asked({"do": "names"})["names"]}

    def set(self, values: Mapping[str, Any] | None = None, **more: Any) -> Answer:
        """Gives names values: numbers, texts, truth values, lists and dictionaries of them. A name that is new keeps its value at the
        first assignment to it, as with the option `--set` of the program."""
        values = {**(values or {}), **more}
        return self._run({"do": "set", "values": {name: _json(value) for name, value in values.items()}})

    def form(self, name: str, form: str) -> str | None:
        """A value as `text`, `html` or `svg`; None where it has no such form."""
        found: str | None = self._ask({"do": "value", "name": name, "as": form}).get(form)
        return found

    def interrupt(self) -> None:
        """Interrupts what is running, from another thread; the names stay as they were before it."""
        self._pipe.interrupt()

    def complete(self, text: str, at: int | None = None) -> tuple[int, list[tuple[str, str]]]:
        """Where the word at a place starts, and the words that fit: `(start, [(word, gloss), ...])`."""
        line = self._asked({"do": "complete", "text": text, "at": len(text) if at is None else at})
        return line["from"], [(offer["text"], offer["gloss"]) for offer in line["offers"]]

    def inspect(self, text: str, at: int | None = None) -> str:
        """What is known of a place, as Markdown; empty where nothing is."""
        return str(self._asked({"do": "inspect", "text": text, "at": len(text) if at is None else at})["markdown"])

    def whole(self, text: str) -> str:
        """`whole`, `open` (a bracket or a text is) or `block` (more lines may follow)."""
        return str(self._asked({"do": "whole", "text": text})["state"])

    def graph(self) -> str:
        """The operation graph, as SVG."""
        return str(self._asked({"do": "graph"})["svg"])

    def save(self, path: Path, replace: bool = False) -> None:
        """Writes the texts that held as a study."""
        self._asked({"do": "save", "path": str(path), "replace": replace})

    def undo(self) -> str:
        """Takes back the last text that changed something; gives what it was."""
        return str(self._run({"do": "undo"}))

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._pipe.pid

    @property
    def closed(self) -> bool:
        return self._closed or not self._pipe.alive

    def close(self) -> None:
        """Ends the program."""
        if not self._closed:
            self._closed = True
            self._end()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _json(value: Any) -> Any:
    """A value as JSON can hold it."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {str(key): _json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return {"real": "NaN" if math.isnan(value) else str(value)}
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError("a whole number of a study has 64 bits")
    if isinstance(value, str):
        value.encode()
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"a value of a study is a number, a text, a truth value or a list of them; found {type(value).__name__}")
