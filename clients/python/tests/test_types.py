"""Types: what tools that check types know of the package and of programs that use it."""

import pathlib
import re
import shutil
import subprocess
import sys

import pytest

pytest.importorskip("mypy")
pytest.importorskip("pandas")
PACKAGE = pathlib.Path(pytest.importorskip("stickslip").__file__).parent

PROGRAM = '''
import stickslip

result = stickslip.run("frame.comm", set={"K1": 730.0}, check=True)
reveal_type(result.verdicts)
reveal_type(result.verdicts[0].passed)
reveal_type(result.value("X1", stickslip.Function))
reveal_type(result.value("X1", stickslip.Function).y)
reveal_type(result.value("TAB", stickslip.Table)["DX"])
reveal_type(result.value("PEAK", float))
reveal_type(result.diagnostics[0].line)
reveal_type(result.files)
reveal_type(stickslip.check(text="DEBUT()"))
reveal_type(stickslip.sweep("frame.comm", {"K1": [730.0, 910.0]}))
with stickslip.Session() as session:
    reveal_type(session("M = 1.7").verdicts)
    reveal_type(session.value("MODES", stickslip.Modes).frequencies)
    reveal_type(session.complete("DYNA_"))
reveal_type(session.close())
'''

SEEN = [
    "list[stickslip._run.Verdict]",
    "bool | None",
    "stickslip._values.Function",
    "numpy.ndarray[Any, numpy.dtype[Any]]",
    "numpy.ndarray[Any, numpy.dtype[Any]]",
    "float",
    "int | None",
    "list[pathlib.Path]",
    "list[stickslip._errors.Diagnostic]",
    "pandas.core.frame.DataFrame",
    "list[stickslip._run.Verdict]",
    "numpy.ndarray[Any, numpy.dtype[Any]]",
    "tuple[int, list[tuple[str, str]]]",
    "None",
]


def strict(folder, *words):
    command = [sys.executable, "-m", "mypy", "--strict", "--no-color-output", "--cache-dir", str(folder / "cache"), *map(str, words)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    return run.returncode, run.stdout + run.stderr


def test_the_package_has_types_throughout(tmp_path):
    # Its neighbours where it is installed are not its own.
    shutil.copytree(PACKAGE, tmp_path / "stickslip", ignore=shutil.ignore_patterns("__pycache__"))
    code, said = strict(tmp_path, "stickslip")
    assert code == 0 and said.startswith("Success"), said


def test_programs_see_the_types_of_what_they_use(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    code, said = strict(tmp_path, "program.py")
    shown = re.findall(r'Revealed type is "(.*)"', said)
    # Unions and aliases are written in two ways by two versions.
    plain = [re.sub(r"builtins\.|Union\[(.*), None\]", lambda found: f"{found[1]} | None" if found[1] else "", one) for one in shown]
    plain = [re.sub(r"tuple\[.*?\], numpy\.dtype|tuple\[Any, \.\.\.\], numpy\.dtype", "Any, numpy.dtype", one) for one in plain]
    assert code == 0 and plain == SEEN, said


def test_a_value_of_another_kind_is_refused():
    import stickslip

    result = stickslip.run(text="DEBUT()\nn = 3\nF = DEFI_CONSTANTE(VALE=0.7)\nFIN()\n")
    assert result.value("n", float) == 3.0 and isinstance(result.value("n", float), float)
    with pytest.raises(TypeError, match="F is a Function, no Table"):
        result.value("F", stickslip.Table)
