"""The kernel as Jupyter runs it: outputs, errors, interrupts, restarts, what is asked while typing."""

import os
import pathlib
import time

import pytest

pytest.importorskip("ipykernel")
jupyter_client = pytest.importorskip("jupyter_client")

FUNCTION = "F = DEFI_FONCTION(NOM_PARA='INST', NOM_RESU='DEPL', VALE=(0.0, 0.0, 1.3, 2.6))"
PATIENCE = 60


class Notebook:
    """A kernel and the outputs of its cells."""

    def __init__(self, folder):
        from jupyter_client.manager import KernelManager

        self.manager = KernelManager(kernel_name="stickslip")
        self.manager.start_kernel(cwd=str(folder))
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=PATIENCE)

    def begin(self, code):
        return self.client.execute(code)

    def outputs(self, request):
        found = []
        while True:
            message = self.client.get_iopub_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") != request:
                continue
            kind, content = message["msg_type"], message["content"]
            if kind == "status" and content["execution_state"] == "idle":
                return found
            if kind not in ("status", "execute_input"):
                found.append((kind, content))

    def run(self, code):
        """Its outputs and its reply."""
        request = self.begin(code)
        return self.outputs(request), self.reply(request)

    def reply(self, request):
        while True:
            message = self.client.get_shell_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == request:
                return message["content"]

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    notebook = Notebook(tmp_path_factory.mktemp("notebook"))
    yield notebook
    notebook.close()


def test_the_last_expression_is_shown(notebook):
    outputs, reply = notebook.run(f"{FUNCTION}\nF(0.3)\nprint('said')\nF")
    assert reply["status"] == "ok"
    (stream, said), (result, table), (picture, drawn) = outputs
    assert (stream, said["text"], result, picture) == ("stream", "said\n", "execute_result", "display_data")
    assert table["data"]["text/plain"].startswith("F  fonction_sdaster") and "<td>2.6</td>" in table["data"]["text/html"]
    assert drawn["data"]["image/svg+xml"].startswith("<svg")
    assert notebook.run("x = 0.7")[0] == []
    ((_, number),), _ = notebook.run("x + 1")
    assert number["data"] == {"text/plain": "1.7"}


def test_assertions_are_a_table(notebook):
    outputs, reply = notebook.run(
        f"{FUNCTION}\nTEST_FONCTION(VALEUR=(_F(FONCTION=F, VALE_PARA=0.65, VALE_CALC=1.3), _F(FONCTION=F, VALE_PARA=0.65, VALE_CALC=1.4)))"
    )
    (_, table) = outputs[-1]
    assert reply["status"] == "ok"
    assert 'class="ok"' in table["data"]["text/html"] and 'class="nook"' in table["data"]["text/html"]
    assert "NOOK" in table["data"]["text/plain"]


def test_a_cell_that_fails_changes_nothing_and_says_so(notebook):
    notebook.run("x = 0.7")
    outputs, reply = notebook.run("x = 1\n1/0")
    ((kind, error),) = outputs
    assert (kind, reply["status"], error["ename"]) == ("error", "error", "G004")
    text = "\n".join(error["traceback"])
    count = reply["execution_count"]
    assert f"[cell {count}:2:1]" in text and "1/0" in text and "as it was before this cell" in text
    assert notebook.run("x")[0][0][1]["data"]["text/plain"] == "0.7"
    for wrong in ("y = (1,", "DEFI_FONCTIO()", ":plot nothing", "%nonsense\ny", "%set MU", "%%file"):
        assert notebook.run(wrong)[1]["status"] == "error", wrong


def test_commands_of_the_session_work(notebook):
    notebook.run(FUNCTION)
    outputs, reply = notebook.run("y = 3\n:names\n:plot F\n:doc DEFI_CONSTANTE")
    assert reply["status"] == "ok"
    kinds = [kind for kind, _ in outputs]
    assert kinds == ["stream", "display_data", "stream"] and " y " in outputs[0][1]["text"]
    assert outputs[1][1]["data"]["image/svg+xml"].startswith("<svg") and "DEFI_CONSTANTE" in outputs[2][1]["text"]


def test_values_are_set_and_files_written(notebook):
    assert notebook.run("%set NU=0.3\nNU = 0.1\nNU")[0][0][1]["data"]["text/plain"] == "0.3"
    outputs, _ = notebook.run("%%file sub/study.mail\nCOOR_3D\nA 0 0 0\nB 1 0 0\nFINSF\nSEG2\nS A B\nFINSF\nFIN")
    assert outputs[0][1]["text"] == "written  sub/study.mail\n"
    outputs, reply = notebook.run("DEFI_FICHIER(UNITE=20, FICHIER='sub/study.mail')\nMA = LIRE_MAILLAGE(UNITE=20)\nMA")
    assert reply["status"] == "ok", outputs
    assert "2 nodes" in outputs[-2][1]["data"]["text/plain"] and "image/svg+xml" in outputs[-1][1]["data"]
    outputs, _ = notebook.run(f"{FUNCTION}\n:plot F f.svg")
    assert [content["data"]["text/plain"] for _, content in outputs] == ["f.svg"]
    outputs, _ = notebook.run(":plot F f.png")
    assert "image/png" in outputs[0][1]["data"]
    outputs, _ = notebook.run("with open('a.csv', 'w') as f:\n    f.write('0.7')")
    assert outputs[0][1]["text"] == "written  a.csv (3 bytes)\n"


def test_an_interrupt_keeps_the_names(notebook):
    notebook.run("x = 0.7")
    for code in ("x = 1\nwhile True: pass", LONG):
        if code is LONG:
            assert notebook.run(STRUCTURE)[1]["status"] == "ok"
        request = notebook.begin(code)
        time.sleep(1.5)
        notebook.manager.interrupt_kernel()
        outputs = notebook.outputs(request)
        reply = notebook.reply(request)
        assert reply["status"] == "error" and reply["ename"] == "Interrupted", (reply, outputs)
        if code is LONG:
            kinds = [kind for kind, _ in outputs]
            # The line of progress is shown, renewed, and gone at the end.
            assert "update_display_data" in kinds and "clear_output" in kinds[kinds.index("display_data") :]
        assert notebook.run("x")[0][0][1]["data"]["text/plain"] == "0.7"


def test_what_is_asked_while_typing(notebook):
    notebook.run(FUNCTION)
    client = notebook.client
    found = client.complete("é = 1\nX = DYNA_VIBRA(TYPE_CA", 28, reply=True, timeout=PATIENCE)["content"]
    assert (found["matches"], found["cursor_start"], found["cursor_end"]) == (["TYPE_CALCUL="], 21, 28)
    found = client.inspect("CALC_MODES(OPTION='BANDE')", 4, reply=True, timeout=PATIENCE)["content"]
    assert found["found"] and "eigenvalue" in found["data"]["text/plain"]
    assert not client.inspect("", 0, reply=True, timeout=PATIENCE)["content"]["found"]
    for code, status in [("1 + 1", "complete"), ("f(1,", "incomplete"), ("for i in x:", "incomplete"), (":plot F", "complete")]:
        answer = notebook.reply(client.is_complete(code))
        assert answer["status"] == status, code
        if code.startswith("for"):
            assert answer["indent"] == "    "


def test_a_program_that_dies_is_told_and_a_restart_is_new(notebook):
    notebook.run("x = 0.7")
    tasks = pathlib.Path(f"/proc/{notebook.manager.provisioner.pid}/task")
    if tasks.exists():
        for child in " ".join((task / "children").read_text() for task in tasks.iterdir()).split():
            if "stickslip" in pathlib.Path(f"/proc/{child}/cmdline").read_bytes().decode().split("\0")[0]:
                os.kill(int(child), 9)
        outputs, reply = notebook.run("x")
        assert (reply["status"], reply["ename"]) == ("error", "SessionClosed")
        assert "begins a new one" in outputs[0][1]["traceback"][-1]
        assert notebook.run("x")[1]["ename"] == "G001"
    notebook.run("x = 0.7")
    notebook.manager.restart_kernel(now=False)
    notebook.client.wait_for_ready(timeout=PATIENCE)
    outputs, reply = notebook.run("x")
    assert reply["status"] == "error"
    assert notebook.run("1 + 1")[0][0][1]["data"]["text/plain"] == "2"


STRUCTURE = ""
_first_steps = pathlib.Path(__file__).resolve().parents[3] / "examples" / "first_steps"
if _first_steps.is_dir():
    _study = (_first_steps / "first_steps.comm").read_text().replace("LIRE_MAILLAGE(", "LIRE_MAILLAGE(UNITE=21, ").replace("FIN()", "")
    STRUCTURE = f"DEFI_FICHIER(UNITE=21, FICHIER={str(_first_steps / 'first_steps.mail')!r})\n{_study}\n" + (
        "PROJ_BASE(BASE=MODES, MATR_ASSE_GENE=(_F(MATRICE=CO('KA'), MATR_ASSE=K), _F(MATRICE=CO('MB'), MATR_ASSE=M)))"
    )
LONG = """R = DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MB, MATR_RIGI=KA, SCHEMA_TEMPS=_F(SCHEMA='DIFF_CENTRE'),
    INCREMENT=_F(PAS=1.0e-4, INST_FIN=1.0e6), ARCHIVAGE=_F(PAS_ARCH=100000000))"""
