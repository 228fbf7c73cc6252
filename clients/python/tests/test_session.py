"""Sessions: names that stay, errors that change nothing, interrupts, several at once."""

import os
import threading
import time

import numpy
import pytest

import stickslip

FUNCTION = "F = DEFI_FONCTION(NOM_PARA='INST', NOM_RESU='DEPL', VALE=(0.0, 0.0, 1.3, 2.6))"


@pytest.fixture
def session():
    with stickslip.Session() as session:
        yield session


def test_names_stay(session):
    assert session("M = 3.\nM * 2").value == 6.0
    session(FUNCTION)
    assert session["F"].y.tolist() == [0.0, 2.6] and session("F(0.65)").value == 1.3
    assert session.names() == {"M": "float", "F": "fonction_sdaster"} and "F" in session
    session.set(M=9.0)
    session.set({"x": [1, 2.5, "é'"], "y": numpy.float64(0.7)})
    assert session["M"] == 9.0 and session["x"] == [1, 2.5, "é'"] and session["y"] == 0.7
    session["M"] = 0.3
    assert session("M").value == 0.3 and str(session("print('said')")) == "said"
    answer = session("F")
    assert answer.value.x.tolist() == [0.0, 1.3] and "<table" in answer._repr_html_()
    assert "<svg" in session["F"]._repr_html_()


def test_values_of_every_kind(session):
    session("a = (1, 2.5, None, True)\nb = {'k': [1j, float('inf')], 3: 'x'}\nimport numpy\nc = numpy.array([[1., 2.], [3., 4.]])")
    assert session["a"] == (1, 2.5, None, True)
    assert session["b"] == {"k": [1j, float("inf")], 3: "x"}
    assert session["c"].tolist() == [[1.0, 2.0], [3.0, 4.0]]


def test_what_is_wrong_changes_nothing(session):
    session("x = 0.7")
    with pytest.raises(stickslip.StudyError) as raised:
        session("x = 1\n1/0", name="cell 7")
    assert "[cell 7:2:1]" in str(raised.value) and raised.value.diagnostics[0].line == 2
    assert session["x"] == 0.7
    with pytest.raises(KeyError, match="did you mean x"):
        session["xx"]
    for wrong in ("y = (1,", "DEFI_FONCTIO()", "'"):
        with pytest.raises(stickslip.StudyError):
            session(wrong)
    assert session("x").value == 0.7


def test_an_interrupt_leaves_the_session(session):
    session("x = 0.7")
    threading.Timer(0.3, session.interrupt).start()
    start = time.monotonic()
    with pytest.raises(stickslip.Interrupted):
        session("x = 1\nwhile True: x = x + 1")
    assert time.monotonic() - start < 20 and session["x"] == 0.7


def test_a_session_that_ended_says_so():
    session = stickslip.Session()
    assert session("1 + 1").value == 2
    session.close()
    with pytest.raises(stickslip.SessionClosed):
        session("1")
    session = stickslip.Session()
    os.kill(session.pid, 9)
    with pytest.raises(stickslip.SessionClosed, match="ended with code"):
        session("1")
    assert session.closed
    session.close()
    assert issubclass(stickslip.SessionClosed, stickslip.StickslipError)


def test_two_sessions_at_once():
    with stickslip.Session() as one, stickslip.Session() as two:
        one("x = 0.7"), two("x = 1.3")
        found = {}

        def count(session, name):
            session("s = 0\nfor i in range(20000): s = s + i")
            found[name] = session["s"] + session["x"]

        threads = [threading.Thread(target=count, args=pair) for pair in [(one, "one"), (two, "two")]]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        assert found == {"one": 199990000 + 0.7, "two": 199990000 + 1.3}


def test_a_study_first_and_what_is_typed_after(first_steps, tmp_path):
    with stickslip.Session(first_steps, output=tmp_path) as session:
        assert session.started.ok and len(session.started.verdicts) == 2
        modes = session["MODES"]
        assert "<svg" in modes._repr_html_() and "<svg" in session["MA"]._repr_html_()
        session(
            "PROJ_BASE(BASE=MODES, MATR_ASSE_GENE=(_F(MATRICE=CO('KA'), MATR_ASSE=K), _F(MATRICE=CO('MB'), MATR_ASSE=M)))\n"
            "R = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MB, MATR_RIGI=KA, "
            "SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'), INCREMENT=_F(PAS=1.0e-3, INST_FIN=0.3))"
        )
        run = session["R"]
        assert run.displacement.shape == (len(run), 1) and run.instants[-1] == pytest.approx(0.3)
        assert session["KA"].dense()[0, 0] == pytest.approx((2 * numpy.pi * modes.frequencies[0]) ** 2 * session["MB"].dense()[0, 0])
        assert "svg" in session.graph()
        session.save(tmp_path / "typed.comm")
    assert stickslip.run(tmp_path / "typed.comm").status in ("ok", "error")


def test_what_is_asked_while_typing(session):
    session(FUNCTION)
    start, offers = session.complete("X = DYNA_VIBRA(TYPE_CA")
    assert (start, offers[0][0]) == (15, "TYPE_CALCUL=")
    assert "fonction_sdaster" in session.inspect("F") and session.inspect("") == ""
    assert [session.whole(text) for text in ("1", "f(", "for i in x:")] == ["whole", "open", "block"]
    session("y = 1")
    assert "y = 1" in session.undo() and "y" not in session.names()


def test_a_million_points_come_in_a_moment(session):
    session("import numpy\nx = numpy.linspace(0.0, 1.0, 1000000)")
    numbers = session["x"]
    assert numbers.shape == (1000000,) and numbers[-1] == 1.0 and numbers[1] == pytest.approx(1 / 999999)


def test_answers_of_threads_are_their_own(session):
    wrong = []

    def ask(number):
        for k in range(20):
            if session(f"{number} * 100 + {k}").value != number * 100 + k:
                wrong.append((number, k))
            name = f"F = DEFI_CONSTANTE(VALE={number}.{k:02d})\nF"
            if session(name).value.y.tolist() != [float(f"{number}.{k:02d}")]:
                wrong.append((number, k))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert wrong == []


def test_a_value_is_the_one_that_was_shown(session):
    first = session("F = DEFI_CONSTANTE(VALE=0.7)\nF")
    second = session("F = DEFI_CONSTANTE(VALE=1.3)\nF")
    assert (first.value.y.tolist(), second.value.y.tolist()) == ([0.7], [1.3])


def test_numbers_that_json_cannot_write_are_set(session):
    session.set(x=float("nan"), y=[0.7, float("-inf")], z={"a": float("inf")})
    assert session["x"] != session["x"] and session["y"] == [0.7, float("-inf")] and session["z"] == {"a": float("inf")}
    for value in (10**400, [2**63], "\ud800", {"k": ["\ud800"]}):
        with pytest.raises(ValueError):
            session.set(x=value)
    with pytest.raises(stickslip.StickslipError):
        session("x = '\ud800'")
    assert session("1 + 1").value == 2


def test_a_session_that_nobody_closes_ends_with_python():
    import subprocess
    import sys

    text = "import stickslip; s = stickslip.Session(); s('x = 0.7'); print(s['x'])"
    ended = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout.strip(), ended.stderr) == (0, "0.7", "")
