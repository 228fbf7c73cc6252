#!/usr/bin/env python3
"""Reads the files that tests/cases/fields/viewers.comm writes for ParaView and gmsh with meshio, an independent reader, and
compares modes and motion with the tables of the study, the bent beam with its closed form.

    python3 scripts/read_viewers.py BINARY        (needs: pip install meshio)
"""
import csv
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

import meshio
import numpy as np

CASE = pathlib.Path(__file__).resolve().parent.parent / "tests/cases/fields"


def table(path):
    """Rows of a CSV table by order number."""
    orders = {}
    with open(path) as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            orders.setdefault(int(row["NUME_ORDRE"]), []).append([float(row[c]) for c in COMPONENTS])
    return {order: np.array(rows) for order, rows in orders.items()}


COMPONENTS = ["DX", "DY", "DZ", "DRX", "DRY", "DRZ"]


def series(folder, name):
    """The states of a .pvd file: instant and mesh."""
    entries = xml.parse(folder / name).getroot().iter("DataSet")
    return [(float(e.get("timestep")), meshio.read(folder / e.get("file"))) for e in entries]


def main(binary):
    folder = pathlib.Path(tempfile.mkdtemp())
    for name in ("viewers.comm", "viewers.mail"):
        shutil.copy(CASE / name, folder)
    subprocess.run([str(pathlib.Path(binary).resolve()), "run", "--quiet", "viewers.comm"], cwd=folder, check=True)
    worst = 0.0

    def same(what, found, expected, tolerance=0.0):
        nonlocal worst
        error = float(np.max(np.abs(np.asarray(found) - np.asarray(expected))) / np.max(np.abs(expected)))
        assert np.shape(found) == np.shape(expected) and error <= tolerance, (what, error)
        worst = max(worst, error)

    bent = meshio.read(folder / "viewers.80_BENT.vtu")
    assert [(b.type, len(b.data)) for b in bent.cells] == [("line", 10), ("vertex", 1)], bent
    x = bent.points[:, 0]
    force, length, stiffness = 100.0, 2.0, 2.0e11 * np.pi * 0.05**4 / 4
    same("deflection", bent.point_data["DEPL"][:, 1], force * x**2 * (3 * length - x) / (6 * stiffness), 1e-9)
    same("slope", bent.point_data["DEPL_ROTA"][:, 2], force * x * (2 * length - x) / (2 * stiffness), 1e-9)
    same("reaction", bent.point_data["REAC_NODA"][0, 1], -force, 1e-9)
    # Moments at both ends of each beam; the point at the tip has none.
    for end, place in ((1, x[:-1]), (2, x[1:])):
        moments = np.concatenate(bent.cell_data[f"EFGE_ELNO_{end}"])
        assert np.isnan(moments[10]).all()
        same("moment", np.abs(moments[:10, 5]), force * (length - place), 1e-9)
    modes, expected = series(folder, "viewers.80_MODES.pvd"), table(folder / "viewers.85")
    assert [at for at, _ in modes] == [1, 2, 3, 4]
    for order, (_, mesh) in enumerate(modes, 1):
        both = np.hstack([mesh.point_data["DEPL"], mesh.point_data["DEPL_ROTA"]])
        same(f"mode {order}", both, expected[order])
    motion, expected = series(folder, "motion.pvd"), table(folder / "viewers.86")
    assert [at for at, _ in motion] == [0.002, 0.01]
    for (_, mesh), order in zip(motion, (1, 5)):
        same(f"state {order}", np.hstack([mesh.point_data["DEPL"], mesh.point_data["DEPL_ROTA"]]), expected[order])
    assert "VITE" in motion[1][1].point_data and "VITE" not in motion[0][1].point_data
    for at, mesh in series(folder, "viewers.80_HARMONIC.pvd"):
        same(f"both parts at {at} Hz", mesh.point_data["DEPL_IMAG"], mesh.point_data["DEPL_REEL"], 1e-12)
    groups = meshio.read(folder / "viewers.80_MESH.vtu")
    same("group", groups.point_data["GROUP_NO_TIP"].ravel(), np.eye(11)[10])
    part = meshio.read(folder / "viewers.82_MODES.vtu")
    assert len(part.points) == 3 and set(part.point_data["NOEUD"].ravel()) == {9, 10, 11}
    # gmsh: meshio keeps the last state of a view of each name, and reads values on all cells or on none: those are left out.
    text = (folder / "viewers.84").read_text()
    start = text.index("$ElementData")
    assert "$NodeData" not in text[start:] and '"EFGE_ELNO_2 MFZ"' in text[start:]
    (folder / "nodes.msh").write_text(text[:start])
    msh = meshio.read(folder / "nodes.msh", file_format="gmsh")
    same("gmsh points", msh.points, bent.points)
    same("gmsh reaction", msh.point_data["REAC_NODA"], bent.point_data["REAC_NODA"])
    same("gmsh mode 4", msh.point_data["DEPL"], modes[3][1].point_data["DEPL"])
    print(f"meshio {meshio.__version__} reads all files; largest relative difference {worst:.1e}")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(sys.argv[1])
