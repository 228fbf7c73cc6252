#!/usr/bin/env python3
"""Runs the cases of cases.txt with CPython and writes expected.txt: per line `= value` or `! kind of error`, a tabulator, the case."""
import contextlib, io, os, sys, warnings

warnings.simplefilter("ignore")
HERE = os.path.dirname(os.path.abspath(__file__))


def body(case):
    """Lines of the function that gives the value of a case."""
    return case[2:].replace("\\n", "\n").split("\n") if case.startswith("> ") else [f"return {case}"]


def outcome(case):
    text = "def case():\n" + "".join(f"    {line}\n" for line in body(case))
    names = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            exec(text, names)
            value = repr(names["case"]())
        return f"= {value}"
    except Exception as error:
        return f"! {type(error).__name__}"


def main():
    sys.setrecursionlimit(300)
    with open(f"{HERE}/cases.txt", encoding="utf-8") as cases, open(f"{HERE}/expected.txt", "w", encoding="utf-8") as out:
        for line in cases:
            case = line.rstrip("\n")
            out.write(f"{outcome(case)}\t{case}\n" if case and case[0] != "#" else line)


if __name__ == "__main__":
    os.chdir("/")
    main()
