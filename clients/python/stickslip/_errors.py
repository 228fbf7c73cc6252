"""What is wrong with a study, and the errors that this package raises."""

from __future__ import annotations

# What follows is for tools that check types: an import of the package does not pay for it.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any


class Fix:
    """A change of the text that would mend a problem.

    Attributes: `title`, `sure` (it changes nothing but what is wrong), `edits`: dictionaries with `file`, `line`,
    `column`, `end_line`, `end_column` (all from 1) and `text`.
    """

    __slots__ = ("title", "sure", "edits")

    def __init__(self, title: str, sure: bool, edits: list[dict[str, Any]]) -> None:
        self.title, self.sure, self.edits = title, sure, edits

    def __repr__(self) -> str:
        return f"Fix({self.title!r}, sure={self.sure})"


class Diagnostic:
    """An error, a warning or a note about a study.

    Attributes: `code` (`C002`; `stickslip explain C002` tells more), `severity` (`error`, `warning`, `note`),
    `message`, `path`, `line`, `column`, `end_line`, `end_column` (from 1; None where there is no place), `help`,
    `fixes`, and `rendered`: the message with the lines it is about and a mark below the words.
    """

    __slots__ = (
        "code", "severity", "message", "path", "line", "column", "end_line", "end_column", "help", "fixes", "rendered",
    )

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.code: str = fields.get("code", "")
        self.severity: str = fields.get("severity", "error")
        self.message: str = fields.get("message", "")
        self.path: str | None = fields.get("file")
        self.line: int | None = fields.get("line")
        self.column: int | None = fields.get("column")
        self.end_line: int | None = fields.get("end_line")
        self.end_column: int | None = fields.get("end_column")
        self.help: str | None = fields.get("help")
        fixes = fields.get("fixes") or []
        self.fixes = [Fix(fix["title"], fix["sure"], fix["edits"]) for fix in fixes]
        self.rendered: str = fields.get("rendered") or ""

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    def __str__(self) -> str:
        if self.rendered:
            return self.rendered.rstrip("\n")
        place = f"{self.path}:{self.line}:{self.column}: " if self.line else ""
        help_ = f"\n  help: {self.help}" if self.help else ""
        return f"{place}{self.severity}[{self.code}]: {self.message}{help_}"

    def __repr__(self) -> str:
        place = f" {self.path}:{self.line}:{self.column}" if self.line else ""
        return f"<{self.severity} {self.code}{place}: {self.message}>"


class StickslipError(Exception):
    """The errors of this package. `diagnostics` lists what was found, when it is about a study."""

    def __init__(self, message: str, diagnostics: Iterable[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics = list(diagnostics)


class StudyError(StickslipError):
    """A study is wrong, or one of its assertions failed; its text shows the lines with marks below the words."""

    @classmethod
    def of(cls, diagnostics: list[Diagnostic], otherwise: str = "the study could not be run") -> StudyError:
        errors = [d for d in diagnostics if d.is_error]
        text = "\n\n".join(str(d) for d in errors) or otherwise
        return cls("\n" + text if errors else text, diagnostics)


class Interrupted(StickslipError):
    """What was running was interrupted. A session is as it was before."""


class SessionClosed(StickslipError):
    """The session was closed, or its program ended."""
