"""What a cell of a notebook asks of the kernel itself: `%%file NAME`, `%set NAME=VALUE`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class CellError(Exception):
    """A cell asks for something that there is not."""


def file_of(code: str) -> tuple[str, str] | None:
    """Name and content of the file that a cell writes; None when it writes none."""
    first, _, rest = code.partition("\n")
    words = first.split(None, 1)
    if not words or words[0] not in ("%%file", "%%writefile"):
        return None
    if len(words) != 2:
        raise CellError("write %%file NAME, and the content of the file below")
    return words[1].strip(), rest


def settings(code: str) -> tuple[dict[str, Any], str]:
    """Values set by `%set` lines, and the cell without them, its other lines where they were."""
    values: dict[str, Any] = {}
    lines = []
    word = code.split(None, 1)[0] if code.strip() else ""
    if word.startswith("%") and word != "%set":
        raise CellError(f"{word}: a cell may begin with %set NAME=VALUE or with %%file NAME")
    for line in code.split("\n"):
        if line.startswith("%set"):
            name, equal, text = line[4:].partition("=")
            if not equal or not name.strip().isidentifier() or not line[4:5].isspace():
                raise CellError("write %set NAME=VALUE")
            values[name.strip()] = value_of(text.strip())
            line = ""
        lines.append(line)
    return values, "\n".join(lines)


def value_of(text: str) -> Any:
    """A value as `--set` reads it: what is no value of Python is a text."""
    import ast

    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
