"""The example notebooks, run headless. `STICKSLIP_WRITE=1` keeps their outputs; without it they must be those that are kept."""

import os
import pathlib

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

NOTEBOOKS = sorted((pathlib.Path(__file__).resolve().parents[3] / "examples" / "notebooks").glob("*.ipynb"))


def shown(cell):
    """What a cell shows, apart from when it did."""
    found = []
    for output in cell.get("outputs", []):
        assert output["output_type"] != "error", "\n".join(output["traceback"])
        if output["output_type"] == "stream":
            found.append((output["name"], "".join(output["text"])))
        else:
            found += sorted((mime, "".join(content)) for mime, content in output["data"].items())
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_showed(path, tmp_path):
    kept = nbformat.read(path, as_version=4)
    new = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(new, timeout=300, kernel_name="stickslip", resources={"metadata": {"path": str(tmp_path)}}).execute()
    for cell in new.cells:
        cell.metadata.pop("execution", None)
    outputs = [content for cell in new.cells for content in shown(cell)]
    kinds = {kind for kind, _ in outputs}
    assert {"text/plain", "text/html", "image/svg+xml", "stdout"} <= kinds
    assert not any("NOOK" in content for kind, content in outputs if kind == "text/plain")
    if os.environ.get("STICKSLIP_WRITE"):
        nbformat.write(new, path)
        return
    for before, after in zip(kept.cells, new.cells):
        assert shown(before) == shown(after), before["source"]
