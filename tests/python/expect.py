#!/usr/bin/env python3
"""Runs the cases of cases.txt with CPython and those of arrays.txt with numpy too, and writes expected.txt and
arrays_expected.txt: per line `= value` or `! kind of error`, a tabulator, the case."""
import contextlib, io, os, sys, warnings

warnings.simplefilter("ignore")
FILES = [("cases.txt", "expected.txt", ""), ("arrays.txt", "arrays_expected.txt", "arrays_start.py")]
HERE = os.path.dirname(os.path.abspath(__file__))


def body(case):
    """Lines of the function that gives the value of a case."""
    return case[2:].replace("\\n", "\n").split("\n") if case.startswith("> ") else [f"return {case}"]


def outcome(case, before=""):
    text = before + "def case():\n" + "".join(f"    {line}\n" for line in body(case))
    names = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            exec(text, names)
            value = repr(names.get("plain", lambda x: x)(names["case"]()))
        return f"= {value}"
    except Exception as error:
        # numpy has kinds of its own, made from those of Python.
        kinds = [kind for kind in type(error).__mro__ if not before or kind.__module__ == "builtins"]
        return f"! {kinds[0].__name__}"


def main():
    sys.setrecursionlimit(300)
    for cases, expected, start in FILES:
        before = open(f"{HERE}/{start}", encoding="utf-8").read() if start else ""
        with open(f"{HERE}/{cases}", encoding="utf-8") as lines, open(f"{HERE}/{expected}", "w", encoding="utf-8") as out:
            for line in lines:
                case = line.rstrip("\n")
                out.write(f"{outcome(case, before)}\t{case}\n" if case and case[0] != "#" else line)


if __name__ == "__main__":
    os.chdir("/")
    main()
