"""The Jupyter kernel: studies in the cells of a notebook.

A cell is one text: its last expression is shown as text and HTML (functions, modes, meshes, transients also as a picture),
assertions as a table, pictures that it writes below it, errors with the lines they are about. A cell that fails leaves
the session as it was. `:plot F`, `:doc CALC_MODES`, `:names` and the other commands of the session work on lines of
their own; `%%file NAME` writes a file, such as a mesh; `%set MU=0.3` gives a value in place of the first assignment.
"""

from __future__ import annotations

import base64
import os
import sys

from . import _cells
from ._errors import SessionClosed, StickslipError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._process import Event, Pipe

    Reply = dict[str, Any]

try:
    from ipykernel.kernelbase import Kernel as _Kernel
except ImportError as error:
    if __name__ == "__main__":
        sys.exit("the kernel needs ipykernel: pip install 'stickslip[notebook]'")
    raise StickslipError("the kernel needs ipykernel: pip install 'stickslip[notebook]'") from error

# Versions of ipykernel differ in the types of what is written over here.
_Base: Any = _Kernel

#: Progress is shown of what takes longer (s).
PATIENCE = 0.5


class Kernel(_Base):  # type: ignore[misc]
    """One session with the program, and what its events look like in a notebook."""

    implementation = "stickslip"
    implementation_version = "1"
    banner = "stickslip: structural dynamics with contact, friction and wear"
    language_info = {
        "name": "stickslip",
        "mimetype": "text/x-python",
        "file_extension": ".comm",
        "pygments_lexer": "python",
        "codemirror_mode": {"name": "python", "version": 3},
    }

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._pipe: Pipe | None = None

    def _session(self) -> Pipe:
        from ._process import Pipe

        if self._pipe is None:
            self._pipe = Pipe()
        if not self._pipe.alive:
            raise self._pipe.closed()
        return self._pipe

    def _end(self) -> None:
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    # Cells

    def do_execute(
        self,
        code: str,
        silent: bool,
        store_history: bool = True,
        user_expressions: Reply | None = None,
        allow_stdin: bool = False,
        **_: Any,
    ) -> Reply:
        cell = Cell(self, silent)
        try:
            written = _cells.file_of(code)
            if written is not None:
                cell.write(*written)
                return self._reply()
            values, code = _cells.settings(code)
            pipe = self._session()
            if values:
                cell.finish(pipe.ask({"do": "set", "values": values}, cell.see))
            if code.strip():
                request = {"do": "run", "text": code, "name": f"cell {self.execution_count}", "silent": silent}
                cell.finish(pipe.ask(request, cell.see))
            return self._reply()
        except KeyboardInterrupt:
            return cell.fail("Interrupted", "interrupted", ["interrupted; the session is as it was before this cell"])
        except SessionClosed as error:
            self._end()
            lines = str(error).split("\n") + ["the names of the session are lost; the next cell begins a new one"]
            return cell.fail("SessionClosed", str(error), lines)
        except CellFailed as failure:
            return cell.fail(failure.name, failure.message, failure.lines)
        except (_cells.CellError, StickslipError) as error:
            return cell.fail(type(error).__name__, str(error), str(error).split("\n"))

    def _reply(self) -> Reply:
        return {"status": "ok", "execution_count": self.execution_count, "payload": [], "user_expressions": {}}

    # What is asked while typing

    def _asked(self, request: Event) -> Event | None:
        """The answer to a question; None where there is none, whatever the reason."""
        try:
            line = self._session().ask(request)
        except (StickslipError, KeyboardInterrupt):
            return None
        return line if line["done"] == "ok" else None

    def do_complete(self, code: str, cursor_pos: int) -> Reply:
        line = self._asked({"do": "complete", "text": code, "at": cursor_pos}) or {"from": cursor_pos, "offers": []}
        offers, start = line["offers"], line["from"]
        types = [
            {"start": start, "end": cursor_pos, "text": offer["text"], "type": "", "signature": offer["gloss"]} for offer in offers
        ]
        return {
            "status": "ok",
            "matches": [offer["text"] for offer in offers],
            "cursor_start": start,
            "cursor_end": cursor_pos,
            "metadata": {"_jupyter_types_experimental": types} if offers else {},
        }

    def do_inspect(self, code: str, cursor_pos: int, detail_level: int = 0, omit_sections: Any = ()) -> Reply:
        line = self._asked({"do": "inspect", "text": code, "at": cursor_pos}) or {}
        text = line.get("markdown", "")
        data = {"text/plain": text, "text/markdown": text} if text else {}
        return {"status": "ok", "found": bool(text), "data": data, "metadata": {}}

    def do_is_complete(self, code: str) -> Reply:
        if code.startswith("%"):
            return {"status": "incomplete" if code.startswith("%%") and not code.endswith("\n\n") else "complete", "indent": ""}
        state = (self._asked({"do": "whole", "text": code}) or {"state": "unknown"})["state"]
        if state == "block":
            last = code.rstrip("\n").rsplit("\n", 1)[-1]
            if code.endswith("\n") and not last.strip():
                return {"status": "complete"}
            blanks = len(last) - len(last.lstrip(" "))
            return {"status": "incomplete", "indent": " " * (blanks + 4 if last.rstrip().endswith(":") else blanks)}
        return {"whole": {"status": "complete"}, "open": {"status": "incomplete", "indent": ""}}.get(state, {"status": "unknown"})

    def do_shutdown(self, restart: bool) -> Reply:
        self._end()
        return {"status": "ok", "restart": restart}


class CellFailed(Exception):
    """A cell is wrong: what the notebook shows of it."""

    def __init__(self, name: str, message: str, lines: list[str]) -> None:
        super().__init__(message)
        self.name, self.message, self.lines = name, message, lines


class Cell:
    """What one cell sends to the notebook."""

    def __init__(self, kernel: Kernel, silent: bool) -> None:
        import time

        self.kernel, self.silent = kernel, silent
        self._clock, self._start = time.monotonic, time.monotonic()
        self._sent: list[tuple[str, Reply]] = []
        self._errors: list[Event] = []
        self._bar: str | None = None

    def _send(self, kind: str, content: Reply, kept: bool = True) -> None:
        if self.silent:
            return
        if kept:
            self._sent.append((kind, content))
        self.kernel.send_response(self.kernel.iopub_socket, kind, content)

    def _stream(self, name: str, text: str) -> None:
        self._send("stream", {"name": name, "text": text})

    def _display(self, data: Reply, kind: str = "display_data") -> None:
        content: Reply = {"data": data, "metadata": {}}
        if kind == "execute_result":
            content["execution_count"] = self.kernel.execution_count
        self._send(kind, content)

    def see(self, event: Event) -> None:
        kind = event["event"]
        if kind == "text":
            self._stream("stdout", event["text"])
        elif kind == "value":
            self._value(event)
        elif kind == "assertions":
            self._display({"text/plain": event["text"], "text/html": event["html"]})
        elif kind == "diagnostic":
            if event["severity"] == "error":
                self._errors.append(event)
            else:
                self._stream("stderr", event["rendered"])
        elif kind == "file":
            self._file(event)
        elif kind == "progress":
            self._progress(event)

    def _value(self, event: Event) -> None:
        if not event["last"]:
            return
        if event["type"] == "picture":
            self._display({"text/plain": event["text"].strip(), "image/svg+xml": event["svg"]})
            return
        data = {"text/plain": event["text"].rstrip("\n")}
        if "html" in event:
            data["text/html"] = event["html"]
        self._display(data, "execute_result")
        if "svg" in event:
            self._display({"text/plain": f"picture of {event['name']}", "image/svg+xml": event["svg"]})

    def _file(self, event: Event) -> None:
        path, mime = event["path"], event["mime"]
        name = os.path.relpath(path) if os.path.isabs(path) else path
        try:
            if mime == "image/svg+xml":
                with open(path, encoding="utf-8") as file:
                    self._display({"text/plain": name, "image/svg+xml": file.read()})
                return
            if mime == "image/png":
                with open(path, "rb") as file:
                    self._display({"text/plain": name, "image/png": base64.b64encode(file.read()).decode()})
                return
        except OSError:
            pass
        self._stream("stdout", f"written  {name} ({event['bytes']} bytes)\n")

    def _progress(self, event: Event) -> None:
        if self._clock() - self._start < PATIENCE:
            return
        share = f"{min(event['fraction'], 0.99):4.0%}"
        filled = int(20 * event["fraction"])
        text = f"{event['title']}  {'█' * filled}{'░' * (20 - filled)} {share}  {event['text']}"
        content = {"data": {"text/plain": text}, "metadata": {}}
        if self._bar is None:
            import uuid

            self._bar = uuid.uuid4().hex
            self._send("display_data", {**content, "transient": {"display_id": self._bar}}, kept=False)
        else:
            self._send("update_display_data", {**content, "transient": {"display_id": self._bar}}, kept=False)

    def _settle(self) -> None:
        """Takes the line of progress away: what else the cell has shown is shown again."""
        if self._bar is None:
            return
        self._bar = None
        sent, self._sent = self._sent, []
        self._send("clear_output", {"wait": bool(sent)}, kept=False)
        for kind, content in sent:
            self._send(kind, content)

    def finish(self, line: Event) -> None:
        """Takes the last line of a request; raises `CellFailed` when the cell is wrong."""
        self._settle()
        if line["done"] == "ok":
            return
        after = "the session is as it was before this cell"
        if line["done"] == "interrupted":
            raise CellFailed("Interrupted", "interrupted", [f"interrupted; {after}"])
        if not self._errors:
            message = line.get("message", "the cell cannot be run")
            raise CellFailed("StudyError", message, [message])
        lines = "\n\n".join(event["rendered"].strip("\n") for event in self._errors).split("\n")
        first = self._errors[0]
        raise CellFailed(first["code"] or "StudyError", first["message"], [*lines, "", after])

    def write(self, name: str, content: str) -> None:
        """Writes a file."""
        try:
            folder = os.path.dirname(name)
            if folder:
                os.makedirs(folder, exist_ok=True)
            with open(name, "w", encoding="utf-8") as file:
                file.write(content if content.endswith("\n") or not content else content + "\n")
        except OSError as error:
            raise _cells.CellError(f"{name} cannot be written: {error.strerror}") from None
        self._stream("stdout", f"written  {name}\n")

    def fail(self, name: str, message: str, lines: list[str]) -> Reply:
        """Shows an error; gives the reply."""
        self._settle()
        content: Reply = {"ename": name, "evalue": message, "traceback": lines}
        self._send("error", content)
        return {"status": "error", "execution_count": self.kernel.execution_count, **content}


def main() -> None:
    """Starts the kernel for Jupyter; `install [--user | --prefix DIR]` tells Jupyter where it is."""
    if sys.argv[1:2] == ["install"]:
        return install(sys.argv[2:])
    from ipykernel.kernelapp import IPKernelApp

    IPKernelApp.launch_instance(kernel_class=Kernel)


def install(words: list[str]) -> None:
    """Installs the description of the kernel, for packages that are used from their sources."""
    import argparse

    from jupyter_client.kernelspec import KernelSpecManager

    parser = argparse.ArgumentParser(prog="python -m stickslip.kernel install")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--user", action="store_true", help="for this user")
    where.add_argument("--prefix", default=sys.prefix, help="folder of the installation [default: that of this Python]")
    asked = parser.parse_args(words)
    spec = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", "share", "jupyter", "kernels", "stickslip")
    if not os.path.isdir(spec):
        sys.exit("the kernel is installed with the package: `jupyter kernelspec list` shows it")
    print(KernelSpecManager().install_kernel_spec(spec, "stickslip", user=asked.user, prefix=None if asked.user else asked.prefix))


if __name__ == "__main__":
    main()
