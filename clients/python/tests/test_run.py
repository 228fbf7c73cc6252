"""Runs and checks of whole studies."""

import math
import os
import subprocess
import sys
import threading

import numpy
import pytest

import stickslip

STUDY = """DEBUT()
MU = 0.1
F = DEFI_FONCTION(NOM_PARA="INST", NOM_RESU="DEPL", VALE=(0.0, 0.0, 0.7, MU))
T = CREA_TABLE(LISTE=(_F(PARA="N", LISTE_I=(3, 7)), _F(PARA="A", LISTE_R=(1.3,)), _F(PARA="S", LISTE_K=("x", "é"))))
L = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.3, NOMBRE=2))
TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.35, VALE_CALC=0.05))
IMPR_FONCTION(UNITE=30, COURBE=_F(FONCTION=F))
print("said")
FIN()
"""


def test_results_are_arrays():
    result = stickslip.run(text=STUDY)
    assert result.ok and result.status == "ok" and result.log.strip() == "said"
    assert result["F"].x.tolist() == [0.0, 0.7] and result["F"].y.tolist() == [0.0, 0.1]
    assert (result["F"].parameter, result["F"].result) == ("INST", "DEPL")
    assert result["F"](0.35) == pytest.approx(0.05) and math.isnan(result["F"](0.8))
    table = result["T"]
    assert table["N"].dtype == numpy.int64 and table["N"].tolist() == [3, 7]
    assert table["A"][0] == 1.3 and math.isnan(table["A"][1])
    assert table["S"].tolist() == ["x", "é"] and len(table) == 2
    frame = table.frame()
    assert list(frame.columns) == ["N", "A", "S"] and frame["N"].sum() == 10
    assert result["L"].tolist() == [0.0, 0.65, 1.3] and result["MU"] == 0.1
    (verdict,) = result.verdicts
    assert (verdict.line, verdict.passed, verdict.expected) == (6, True, 0.05)
    assert result.verdicts_frame()["passed"].all()
    assert result["F"].series().index.name == "INST"
    assert [path.name for path in result.files] == ["study.30"] and b"7.00000E-01" in result.read("study.30")
    with pytest.raises(KeyError, match="did you mean F"):
        result["FF"]


def test_variables_are_set_and_failed_assertions_raise():
    result = stickslip.run(text=STUDY, set={"MU": 0.3})
    assert result["F"].y[-1] == 0.3 and not result.ok and result.status == "failed"
    with pytest.raises(stickslip.StudyError, match=r"line 6: F\(0.35\): found 0.15, expected 0.05"):
        result.raise_if_wrong()


def test_a_mesh_and_modes(first_steps):
    text, mesh = first_steps.read_text(), first_steps.with_suffix(".mail").read_text()
    result = stickslip.run(text=text, files={"study.mail": mesh}, values=["MA", "K"]).raise_if_wrong()
    modes = result["MODES"]
    # sqrt(k/m) / (2 pi), k = 200 N/m, m = 2 kg
    assert modes.frequencies[0] == pytest.approx(5 / math.pi, rel=1e-12)
    assert modes.shapes.shape == (1, 6) and modes.components.tolist() == ["DX", "DY", "DZ"] * 2
    assert set(modes.nodes) == {"GROUND", "BOB"} and len(modes) == 1
    assert modes.frame()["FREQ"].iloc[0] == modes.frequencies[0]
    assert result["MA"].points.shape == (2, 3)
    k = numpy.asarray(result["K"])
    assert k.shape == (6, 6) and numpy.allclose(k, k.T)
    assert k[3, 3] == pytest.approx(200.0)


def test_wrong_studies_show_the_place_with_marks():
    (found,) = stickslip.check(text="DEBUT()\nMA = LIRE_MALLAGE()\nFIN()\n")
    assert (found.code, found.severity, found.path, found.line, found.column) == ("C001", "error", "study.comm", 2, 6)
    assert (found.end_line, found.end_column) == (2, 18) and "LIRE_MAILLAGE" in found.help
    assert str(found).split("\n")[2:4] == ["2 | MA = LIRE_MALLAGE()", "  |      ^^^^^^^^^^^^"]
    (found,) = stickslip.check(text="DEBUT()\nF = DEFI_FONCTION(NOM_PAR='INST', VALE=(0.0, 1.3))\nFIN()\n")
    assert found.fixes[0].title == "change NOM_PAR to NOM_PARA" and found.fixes[0].sure
    result = stickslip.run(text="DEBUT()\nx = (1,\nFIN()\n")
    assert result.status == "error" and not result.verdicts
    with pytest.raises(stickslip.StudyError) as raised:
        result.raise_if_wrong()
    assert "never closed" in str(raised.value) and "[study.comm:2:5]" in str(raised.value)
    assert raised.value.diagnostics[0].code == "S002"
    assert stickslip.run("none.comm").diagnostics[0].code == "I001"
    with pytest.raises(TypeError):
        stickslip.run()


def test_a_value_that_was_not_computed_says_why():
    result = stickslip.run(text=STUDY.replace("VALE=(0.0, 0.0, 0.7, MU)", "VALES=(0.0, 0.0, 0.7, MU)"))
    with pytest.raises(KeyError, match=r"T was not computed: study has an error: C002, line 3: .*VALES.*"):
        result["T"]
    with pytest.raises(stickslip.StudyError, match="VALES"):
        stickslip.run(text=STUDY.replace("VALE=(0.0, 0.0, 0.7, MU)", "VALES=(0.0, 0.0, 0.7, MU)"), check=True)
    with pytest.raises(stickslip.StudyError, match="line 6"):
        stickslip.run(text=STUDY, set={"MU": 0.3}, check=True)
    assert stickslip.run(text=STUDY, check=True).ok
    # Names alone of files that are gone, with their bytes.
    result = stickslip.run(text=STUDY)
    assert [str(path) for path in result.files] == ["study.30"] == list(result.contents)


def test_keys_are_names_of_the_study():
    text = "from math import *\nimport numpy as np\nfrom numpy import linspace, cos\nDEBUT()\ne = 0.7\nk = pi / 3\n"
    result = stickslip.run(text=text + "def f(x):\n    return x\nFIN()\n")
    assert list(result) == ["e", "k"] and result["e"] == 0.7


def test_the_package_says_its_version_and_no_more():
    assert stickslip.__version__.split(".")[0] == "0"
    assert {name for name in dir(stickslip) if not name.startswith("_")} - {"pandas"} == set(stickslip.__all__)
    with pytest.raises(AttributeError):
        stickslip.annotations


def test_limits_hold():
    result = stickslip.run(text="DEBUT()\nwhile True:\n    pass\nFIN()\n", max_time=0.3)
    assert result.status == "error" and result.diagnostics[0].code == "R006"
    outside = "DEBUT()\nopen('/etc/passwd').read()\nFIN()\n"
    assert stickslip.run(text=outside, sandbox=True).status == "error"


def test_campaigns_are_frames(examples):
    study = examples / "rubbing_shoe" / "campaign.export"
    frame = stickslip.sweep(study, {"FRICTION": [0.1, 0.2], "A0": [9.0]}, collect="WEAR", jobs=2)
    assert list(frame["FRICTION"]) == [0.1, 0.2] and len(frame) == 2
    assert "WEAR.PUIS_USURE" in frame.columns and frame["STATUS"].isin(["ok", "failed"]).all()
    cases = stickslip.sweep(study, cases={"FRICTION": [0.1], "A0": [9.0]}, collect="WEAR")
    assert cases["WEAR.PUIS_USURE"].iloc[0] == frame["WEAR.PUIS_USURE"].iloc[0]
    with pytest.raises(stickslip.StickslipError, match="FRICTON"):
        stickslip.sweep(study, {"FRICTON": [0.1]})


def test_a_notebook_shows_results_of_runs(examples):
    plain = stickslip.run(text=STUDY)
    assert "<svg" not in plain["F"]._repr_html_() and "<table" in plain["T"]._repr_html_()
    study = examples / "rubbing_shoe" / "campaign.export"
    result = stickslip.run(study, set={"T_FIN": 0.7}, values=["MESH", "RUN"], pictures=True)
    kinds = {name: type(result[name]).__name__ for name in result}
    assert {"Modes", "Mesh", "Transient"} <= set(kinds.values()), kinds
    for name, kind in kinds.items():
        if kind in ("Function", "Modes", "Mesh", "Transient"):
            shown = result[name]._repr_html_()
            assert "<svg" in shown and ("<table" in shown or kind in ("Mesh", "Transient")), (name, kind)
    shown = stickslip.run(text=STUDY, pictures=True)
    assert "<svg" in shown["F"]._repr_html_() and "é" in shown["T"]._repr_html_()


def test_a_notebook_shows_campaigns(examples):
    frame = stickslip.sweep(examples / "rubbing_shoe" / "campaign.export", {"FRICTION": [0.1, 0.2], "A0": [9.0]})
    shown = frame._repr_html_()
    assert shown.startswith("<p>2 cases: ") and "font-weight:bold" in shown, shown
    assert type(frame[["FRICTION"]]).__name__ == "DataFrame" and "2 cases" not in frame.head()._repr_html_()


def test_runs_leave_no_process_and_no_file_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", None)
    count = int(os.environ.get("STICKSLIP_RUNS", "40"))
    open_files = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else None
    # Pools of other tests leave a process that Python itself ends.
    before = pathlib_children(os.getpid()) if open_files is not None else []
    for _ in range(count):
        assert stickslip.run(text="DEBUT()\nx = 0.7\nFIN()\n")["x"] == 0.7
    assert os.listdir(tmp_path) == []
    if open_files is not None:
        assert len(os.listdir("/proc/self/fd")) <= open_files + 2
        children = set(pathlib_children(os.getpid())) - set(before)
        assert not children, children
    assert threading.active_count() < 5


def pathlib_children(pid):
    found = []
    for task in os.listdir(f"/proc/{pid}/task"):
        path = f"/proc/{pid}/task/{task}/children"
        if os.path.exists(path):
            with open(path) as file:
                found += file.read().split()
    return found


def test_the_import_is_light():
    code = "import sys, stickslip; print(' '.join(m for m in ('numpy', 'pandas', 'json', 'subprocess', 'asyncio') if m in sys.modules))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "", out.stdout


def test_the_version_is_that_of_the_program():
    assert stickslip.version().startswith("0.")
    assert os.path.isfile(stickslip.program())


@pytest.mark.parametrize("program", ["/nowhere/stickslip", sys.executable, os.devnull])
def test_another_program_is_told(monkeypatch, program):
    monkeypatch.setenv("STICKSLIP_BINARY", program)
    for ask in (lambda: stickslip.run(text="DEBUT()\nFIN()\n"), lambda: stickslip.check(text="DEBUT()\n"), stickslip.Session):
        with pytest.raises(stickslip.StickslipError):
            ask()


def test_values_that_are_no_numbers_are_set():
    result = stickslip.run(text="DEBUT()\nX = 0.7\nprint(X == X, X)\nFIN()\n", set={"X": float("nan")})
    assert "False nan" in result.log and result.diagnostics == []


def test_whole_numbers_with_empty_cells_stay_whole(tmp_path):
    text = "DEBUT()\nT = CREA_TABLE(LISTE=(_F(PARA='N', LISTE_I=(3, 70), NUME_LIGN=(1, 3)), _F(PARA='A', LISTE_R=(0.7, 1.3, 2.9)),\n"
    text += "    _F(PARA='X', LISTE_R=(1.0, 5.0), NUME_LIGN=(1, 2))))\nFIN()\n"
    table = stickslip.run(text=text, check=True).value("T", stickslip.Table)
    frame = table.frame()
    assert list(map(str, frame.dtypes)) == ["Int64", "float64", "float64"], frame.dtypes
    assert frame["N"].isna().tolist() == [False, True, False] and frame["N"].sum() == 73
    assert table["N"].dtype == float and table["N"][1] != table["N"][1]
    # In a campaign, too: the second case has one row less.
    study = tmp_path / "rows.comm"
    study.write_text("DEBUT()\nM = 2\nT = CREA_TABLE(LISTE=_F(PARA='N', LISTE_I=[7 * k for k in range(M)]))\nFIN()\n")
    cases = stickslip.sweep(study, {"M": [2, 1]}, collect="T", jobs=1)
    assert str(cases["T.N.2"].dtype) == "Int64" and cases["T.N.2"].tolist()[0] == 7 and cases["T.N.2"].isna().tolist() == [False, True]


def test_assertions_of_a_campaign_are_judged_on_request(tmp_path):
    study = tmp_path / "half.comm"
    study.write_text("DEBUT()\nY = 1.3\nF = DEFI_CONSTANTE(VALE=Y)\nTEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.0, VALE_CALC=1.3))\nFIN()\n")
    values = {"Y": [1.3, 1.7, 2.1]}
    assert stickslip.sweep(study, values, jobs=1)["STATUS"].tolist() == ["ok"] * 3
    assert stickslip.sweep(study, values, jobs=1, assertions=True)["STATUS"].tolist() == ["ok", "failed", "failed"]
