"""The program: where it is, and sessions with it over pipes, a JSON object per line."""

from __future__ import annotations

import os
import sys

from ._errors import SessionClosed, StickslipError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterable, Mapping
    from typing import IO, Any, Union

    Path = Union[str, os.PathLike[str]]
    Event = dict[str, Any]

    class Program(subprocess.Popen[bytes]):
        """The program under way: all its streams are pipes."""

        stdin: IO[bytes]
        stdout: IO[bytes]
        stderr: IO[bytes]


def program() -> str:
    """Path of the program; raises `StickslipError` when it is not there."""
    named = os.environ.get("STICKSLIP_BINARY")
    if named:
        import shutil

        if os.path.isfile(named) or shutil.which(named):
            return named
        raise StickslipError(f"STICKSLIP_BINARY names {named}, which is no program")
    name = "stickslip.exe" if os.name == "nt" else "stickslip"
    import sysconfig

    folders = [os.path.dirname(sys.executable), sysconfig.get_path("scripts")]
    folders.append(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")) if sys.version_info >= (3, 10) else "")
    for folder in folders:
        path = os.path.join(folder, name)
        if folder and os.path.isfile(path):
            return path
    import shutil

    found = shutil.which(name)
    if found:
        return found
    raise StickslipError(
        "the program stickslip is not installed beside this Python; install the package with pip, "
        "or set STICKSLIP_BINARY to the program"
    )


def options(
    set: Mapping[str, Any] | None = None,
    threads: int | None = None,
    output: Path | None = None,
    max_time: str | float | None = None,
    max_memory: str | int | None = None,
    macros: Path | Iterable[Path] | None = None,
    former: str | None = None,
    sandbox: bool = False,
) -> list[str]:
    """Words of the command line."""
    words = []
    for name, value in (set or {}).items():
        words += ["--set", f"{name}={literal(value)}"]
    for folder in listed(macros):
        words += ["--macros", os.fspath(folder)]
    pairs: list[tuple[str, Any]] = [("--threads", threads), ("--output", output), ("--max-time", max_time), ("--max-memory", max_memory), ("--former", former)]
    for word, value in pairs:
        if value is not None:
            words += [word, os.fspath(value) if isinstance(value, os.PathLike) else str(value)]
    return words + (["--sandbox"] if sandbox else [])


def listed(paths: Path | Iterable[Path] | None) -> list[Path]:
    """Paths that may be given as one."""
    return [paths] if isinstance(paths, (str, os.PathLike)) else list(paths or ())


def literal(value: Any) -> str:
    """A value as a study writes it."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        inside = ", ".join(literal(item) for item in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside}{',' if len(value) == 1 else ''})"
    return repr(value)


def start(words: Iterable[str], cwd: Path | None = None) -> Program:
    """Starts the program; it does not see the Ctrl-C that is meant for Python."""
    import subprocess

    apart: dict[str, Any] = {"start_new_session": True} if os.name == "posix" else {"creationflags": 0x00000200}
    path = program()
    try:
        return subprocess.Popen(  # type: ignore[return-value]
            [path, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd, **apart
        )
    except OSError as error:
        # A folder that is not there is the caller's.
        if cwd is not None and not os.path.isdir(cwd):
            raise
        raise StickslipError(f"the program {path} cannot be started: {error}") from None


def read_line(line: bytes) -> Event:
    """A line of the program; raises `StickslipError` when another program wrote it."""
    import json

    try:
        read = json.loads(line)
    except ValueError:
        read = None
    if not isinstance(read, dict):
        shown = line[:80].decode("utf-8", "replace")
        raise StickslipError(f"{program()} is not stickslip, or another version of it: it says {shown!r}")
    return read


class Pipe:
    """A session of the program: requests go in, lines come out, from any thread."""

    def __init__(self, words: Iterable[str] = (), cwd: Path | None = None) -> None:
        import collections
        import json
        import threading

        self._json = json
        self._process = start(["repl", "--json", "--with-parent", *words], cwd=cwd)
        self._lock = threading.Lock()
        # Several requests that belong together hold it, too.
        self._turn = threading.RLock()
        self._next = 0
        # What the program says on its standard error is kept for the message of its end.
        self._said: collections.deque[str] = collections.deque(maxlen=50)
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()
        try:
            self.hello = self._first()
        except BaseException:
            self.close(patience=0)
            raise

    def _listen(self) -> None:
        for line in self._process.stderr:
            self._said.append(line.decode("utf-8", "replace"))

    def _first(self) -> Event:
        line = self.read()
        if "protocol" not in line:
            raise StickslipError(f"the program speaks another language: {line}")
        return line

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def send(self, request: Mapping[str, Any]) -> int:
        """Sends a request; gives its number."""
        with self._lock:
            self._next += 1
            line = self._json.dumps({"id": self._next, **request}, allow_nan=False).encode() + b"\n"
            try:
                self._process.stdin.write(line)
                self._process.stdin.flush()
            except (OSError, ValueError):
                raise self.closed() from None
            return self._next

    def read(self) -> Event:
        """The next line."""
        line = self._process.stdout.readline()
        if not line:
            raise self.closed()
        return read_line(line)

    def closed(self) -> SessionClosed:
        """The error that tells how the program ended."""
        try:
            code: int | None = self._process.wait(timeout=2)
        except Exception:
            code = None
        self._listening.join(timeout=1)
        said = "".join(self._said).strip()
        how = f"the program ended with code {code}" if code is not None else "the program does not answer"
        return SessionClosed(f"the session is closed: {how}" + (f"\n{said}" if said else ""))

    def ask(self, request: Mapping[str, Any], see: Callable[[Event], None] | None = None) -> Event:
        """Sends a request, hands its events to `see`, gives its last line. Ctrl-C interrupts it and is raised again."""
        with self._turn:
            number = self.send(request)
            stopped: KeyboardInterrupt | None = None
            while True:
                try:
                    line = self.read()
                except KeyboardInterrupt as stop:
                    if stopped is not None:
                        raise
                    stopped = stop
                    self.interrupt()
                    continue
                if line.get("id") is None and "done" in line:
                    # The program could not read the request, or not its number.
                    raise StickslipError(line.get("message", "the request was refused"))
                if line.get("id") != number:
                    if line.get("id") is None and see and "event" in line:
                        see(line)
                    continue
                if "done" in line:
                    if stopped is not None:
                        raise stopped
                    return line
                if see:
                    see(line)

    def interrupt(self) -> None:
        """Interrupts what is running."""
        with self._lock:
            try:
                self._process.stdin.write(b'{"id":0,"do":"interrupt"}\n')
                self._process.stdin.flush()
            except (OSError, ValueError):
                pass

    def close(self, patience: float = 2.0) -> None:
        """Ends the program: it is asked to, then told to."""
        process = self._process
        if process.poll() is None:
            try:
                process.stdin.close()
            except OSError:
                pass
            import subprocess

            try:
                process.wait(timeout=patience)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            try:
                stream.close()
            except OSError:
                pass
        self._listening.join(timeout=1)
