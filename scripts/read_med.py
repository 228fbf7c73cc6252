#!/usr/bin/env python3
"""Files of the program read by the libraries of their formats, and theirs by the program.

usage: read_med.py BINARY SCRATCH        exit code 3: a Python package is missing

* The MED files of `tests/cases/files/written.comm` by the MED library (medcoupling), h5py and meshio: names, components, times, groups, profiles,
  values to the last bit as they are in the VTK files of the same fields (read by meshio).
* Meshes that gmsh writes in all its formats: the program sees the same mesh in each, and runs a study on each to the same figures.
* A transient of 3000 states, written and read: its processor time.
"""
import os
import pathlib
import re
import resource
import subprocess
import sys

try:
    import gmsh
    import h5py
    import medcoupling as mc
    import meshio
    import numpy as np
except (ImportError, OSError) as missing:
    print(f"read_med.py: {missing}", file=sys.stderr)
    sys.exit(3)

ROOT = pathlib.Path(__file__).resolve().parent.parent
COUNTS = {"values": 0, "times": 0, "groups": 0, "meshes": 0}


def run(binary, *words, folder):
    done = subprocess.run([binary, *map(str, words)], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{words}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def same(found, expected, what):
    """Equal to the last bit."""
    found, expected = (np.ascontiguousarray(values, dtype=float) for values in (found, expected))
    assert found.shape == expected.shape, (what, found.shape, expected.shape)
    assert np.array_equal(found.view(np.int64), expected.view(np.int64)), (what, found, expected)
    COUNTS["values"] += found.size


def written_study(folder):
    """The study of the suite, and the same results for ParaView."""
    text = (ROOT / "tests/cases/files/written.comm").read_text()
    vtk = """
IMPR_RESU(FORMAT="VTK", UNITE=90, RESU=(_F(MAILLAGE=MESH), _F(RESULTAT=BENT), _F(RESULTAT=MODES, NOM_CHAM="DEPL"), _F(RESULTAT=RUN)))
IMPR_RESU(FORMAT="VTK", UNITE=91, RESU=_F(RESULTAT=HARMONIC, NOM_CHAM="DEPL"))
IMPR_RESU(UNITE=92, RESU=_F(RESULTAT=RUN, NOM_CHAM="DEPL", NUME_ORDRE=12))
FIN()
"""
    assert text.count("\nFIN()\n") == 1
    (folder / "written.comm").write_text(text.replace("\nFIN()\n", vtk))
    (folder / "written.mail").write_text((ROOT / "tests/cases/files/written.mail").read_text())


def of_states(folder, name):
    """The grids of a result for ParaView, with their times."""
    single = folder / f"{name}.vtu"
    if single.exists():
        return [(None, meshio.read(single))]
    text = (folder / f"{name}.pvd").read_text()
    return [(float(t), meshio.read(folder / f)) for t, f in re.findall(r'timestep="(.*?)".*?file="(.*?)"', text)]


def six(grid, name):
    return np.hstack([grid.point_data[name], grid.point_data[f"{name}_ROTA"]])


def compare(folder):
    path = str(folder / "written.80.med")
    mesh = mc.MEDFileMesh.New(path)
    grid = meshio.read(folder / "written.90_MESH.vtu")
    assert (mc.GetMeshNames(path), mesh.getSpaceDimension()) == (("MESH",), 3)
    same(mesh.getCoords().toNumPyArray(), grid.points, "places of the nodes")
    groups = {name: tuple(mesh.getGrpNonEmptyLevelsExt(name)) for name in mesh.getGroupsNames()}
    assert set(groups) == {"ROOT", "TIP", "BEAM", "FIRST", "END", "WEIGHT"}, groups
    for name, levels in groups.items():
        for level in levels:
            members = mesh.getGroupArr(level, name, False).getValues()
            if level == 1:
                expected = np.flatnonzero(grid.point_data[f"GROUP_NO_{name}"]).tolist()
                assert members == expected, (name, members)
            COUNTS["groups"] += 1
    assert mesh.getGroupArr(0, "BEAM").getValues() == [0, 1, 2, 3] and mesh.getGroupArr(-1, "WEIGHT").getValues() == [0]
    fields = mc.MEDFileFields(path)
    components = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")

    def field(name):
        own = fields.getFieldWithName(name)
        assert own.getMeshName() == "MESH"
        return own

    def nodal(step):
        return step.getFieldWithProfile(mc.ON_NODES, 0, mesh)[0].toNumPyArray()

    for result, name, states in (
        ("BENT", "DEPL", of_states(folder, "written.90_BENT")),
        ("BENT", "REAC_NODA", of_states(folder, "written.90_BENT")),
        ("MODES", "DEPL", of_states(folder, "written.90_MODES")),
        ("RUN", "DEPL", of_states(folder, "written.90_RUN")),
        ("RUN", "VITE", of_states(folder, "written.90_RUN")),
        ("RUN", "ACCE", of_states(folder, "written.90_RUN")),
    ):
        own = field(f"{result:_<8}{name}")
        assert own.getInfo() == components, own.getInfo()
        steps = own.getTimeSteps()
        assert len(steps) == len(states), (result, name)
        for (number, order, time), step, (at, grid) in zip(steps, own, states):
            same(nodal(step), six(grid, name), f"{result} {name} {number}")
            assert number == order
            if result == "MODES":
                assert time == grid.field_data["FREQ"][0]
            elif at is not None:
                assert time == at, (time, at)
            COUNTS["times"] += 1
    for name, part in (("HARMONICDEPL", "_REEL"), ("IMAGINARY", "_IMAG")):
        for (number, _, time), step, (at, grid) in zip(field(name).getTimeSteps(), field(name), of_states(folder, "written.91_HARMONIC")):
            arrays = [grid.point_data[f"DEPL{part}"], grid.point_data[f"DEPL{part}_ROTA"]]
            same(nodal(step), np.hstack(arrays), f"{name} {number}")
            assert time == at
    # Two components in their own order, at one node, at two instants.
    some = field("SOME")
    assert some.getInfo() == ("DRZ", "DY") and [t[:2] for t in some.getTimeSteps()] == [(3, 3), (12, 12)]
    runs = of_states(folder, "written.90_RUN")
    for step, (number, _, time) in zip(some, some.getTimeSteps()):
        values, profile = step.getFieldWithProfile(mc.ON_NODES, 0, mesh)
        assert profile.getValues() == [4]
        grid = next(grid for at, grid in runs if at == time)
        same(values.toNumPyArray(), six(grid, "DEPL")[4:5][:, [5, 1]], "SOME")
    bent = of_states(folder, "written.90_BENT")[0][1]
    # Cells of the VTK file are in the order of the mesh: a point, then the segments.
    efforts = field("BENT____EFGE_ELNO")
    values, profile = efforts[0].getFieldWithProfile(mc.ON_GAUSS_NE, 0, mesh)
    ends = [np.vstack(bent.cell_data[f"EFGE_ELNO_{end}"])[1:] for end in (1, 2)]
    same(values.toNumPyArray().reshape(4, 2, -1), np.stack(ends, axis=1), "EFGE_ELNO")
    values, profile = field("FORCES_OF_THE_END")[0].getFieldWithProfile(mc.ON_GAUSS_NE, 0, mesh)
    same(values.toNumPyArray(), np.stack(ends, axis=1)[3], "FORCES_OF_THE_END")
    assert profile.getValues() == [3]
    stresses = field("BENT____SIEF_ELGA")[0]
    values, profile = stresses.getFieldWithProfile(mc.ON_GAUSS_PT, 0, mesh)
    points = [np.vstack(bent.cell_data[f"SIEF_ELGA_{point}"])[1:] for point in (1, 2, 3)]
    same(values.toNumPyArray().reshape(4, 3, -1), np.stack(points, axis=1), "SIEF_ELGA")
    energies, _ = field("BENT____EPOT_ELEM")[0].getFieldWithProfile(mc.ON_CELLS, 0, mesh)
    same(energies.toNumPyArray(), np.vstack(bent.cell_data["EPOT_ELEM"])[1:], "EPOT_ELEM")
    parameter = mc.MEDFileParameters(path)[0]
    assert parameter.getName() == "MODES   FREQ"
    frequencies = [grid.field_data["FREQ"][0] for _, grid in of_states(folder, "written.90_MODES")]
    same([parameter[k].getValue() for k in range(len(frequencies))], frequencies, "FREQ")
    # The layout of 4.1: the same fields under another name.
    other = str(folder / "named.rmed")
    assert mc.MEDFileVersionOfFileStr(other) == "4.1.0" and mc.MEDFileVersionOfFileStr(path) == "3.3.1"
    again = mc.MEDFileFields(other).getFieldWithName("OTHER___DEPL")
    same(nodal(again[0]), nodal(field("BENT____DEPL")[0]), "OTHER___DEPL")


def without_the_library(folder):
    with h5py.File(folder / "written.80.med") as file:
        step = file["CHA/RUN_____DEPL"]
        assert len(step) == 13 and file["CHA/RUN_____DEPL"].attrs["NCO"] == 6
        last = step[f"{12:020}{12:020}"]
        assert last.attrs["NDT"] == 12 and list(last) == ["NOE"]
    # meshio 5.3 takes the number of members of a profile for that of all nodes, and needs values on all types of cells.
    grid = meshio.read(folder / "written.92.med")
    same(grid.point_data["RUN_____DEPL"], six(of_states(folder, "written.90_RUN")[12][1], "DEPL"), "meshio")
    assert len(grid.points) == 5 and {block.type for block in grid.cells} == {"vertex", "line"}
    tags = {name for names in grid.cell_tags.values() for name in names}
    assert {"BEAM", "FIRST", "END", "WEIGHT"} <= tags, tags
    assert {name for names in grid.point_tags.values() for name in names} == {"ROOT", "TIP"}
    COUNTS["meshes"] += 1


PORTAL = """
DEBUT()
MESH = LIRE_MAILLAGE(FORMAT="%s", UNITE=20)
if "%s" == "MED":
    # There gmsh has no groups of nodes.
    MESH = DEFI_GROUP(reuse=MESH, MAILLAGE=MESH, CREA_GROUP_NO=_F(TOUT_GROUP_MA="OUI"))
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(GROUP_MA="LINES", PHENOMENE="MECANIQUE", MODELISATION="POU_D_T"))
STEEL = DEFI_MATERIAU(ELAS=_F(E=2.1e11, NU=0.3, RHO=7800.0))
MATER = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", MATER=STEEL))
CARA = AFFE_CARA_ELEM(MODELE=MODEL, POUTRE=_F(GROUP_MA="LINES", SECTION="CERCLE", CARA="R", VALE=0.07))
FIXED = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO="FEET", DX=0, DY=0, DZ=0, DRX=0, DRY=0, DRZ=0))
PUSH = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=_F(GROUP_NO="CORNERS", FX=700.0, FY=130.0))
REST = MECA_STATIQUE(MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=FIXED), _F(CHARGE=PUSH)))
MASS = POST_ELEM(MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, MASS_INER=_F(TOUT="OUI"))
print("MASS %%.10g" %% MASS.EXTR_TABLE().values()["MASSE"][0])
MOVED = CREA_TABLE(RESU=_F(RESULTAT=REST, NOM_CHAM="DEPL", GROUP_NO="LINES", NOM_CMP=("DX", "DY", "DZ"))).EXTR_TABLE().values()
print("MOVED", *("%%.8g" %% x for name in ("DX", "DY", "DZ") for x in sorted(MOVED[name]) if abs(x) > 1e-12))
FIN()
"""


def meshes_of_gmsh(binary, folder):
    gmsh.initialize()
    gmsh.option.setNumber("General.Terminal", 0)
    geo = gmsh.model.geo
    points = [geo.addPoint(*place) for place in ((0, 0, 0), (0, 0, 3), (4, 0, 3), (4, 0, 0), (0, 2, 3), (4, 2, 3))]
    lines = [geo.addLine(points[a], points[b]) for a, b in ((0, 1), (1, 2), (2, 3))]
    edges = [geo.addLine(points[a], points[b]) for a, b in ((2, 5), (5, 4), (4, 1))]
    face = geo.addPlaneSurface([geo.addCurveLoop([lines[1], *edges])])
    solid = geo.extrude([(2, face)], 0, 0, 1)
    geo.synchronize()
    model = gmsh.model
    model.addPhysicalGroup(1, lines, 1, name="LINES")
    model.addPhysicalGroup(1, [lines[0], lines[2]], 2, name="POSTS")
    model.addPhysicalGroup(0, [points[0], points[3]], 3, name="FEET")
    model.addPhysicalGroup(0, [points[1], points[2]], 4, name="CORNERS")
    model.addPhysicalGroup(2, [face], 5, name="FLOOR")
    model.addPhysicalGroup(3, [tag for dimension, tag in solid if dimension == 3], 6, name="BLOCK")
    gmsh.option.setNumber("Mesh.MeshSizeMax", 1.0)
    gmsh.option.setNumber("Mesh.SaveGroupsOfNodes", 1)
    for order in (1, 2):
        model.mesh.generate(3)
        model.mesh.setOrder(order)
        described, figures = {}, {}
        for version, is_binary, suffix in ((2.2, 0, "msh"), (2.2, 1, "msh"), (4.0, 0, "msh"), (4.1, 0, "msh"), (4.1, 1, "msh"), (0, 0, "unv"), (0, 0, "med")):
            name = f"portal_{order}_{version}_{is_binary}.{suffix}"
            gmsh.option.setNumber("Mesh.MshFileVersion", version or 4.1)
            gmsh.option.setNumber("Mesh.Binary", is_binary)
            gmsh.write(str(folder / name))
            text = run(binary, "mesh", name, folder=folder)
            # Groups of numbers (GM1) are those of gmsh's own formats; cells of several groups, and points, are another matter elsewhere.
            lines_of = [line for line in text.splitlines()[1:] if not re.match(r"  GM\d", line)]
            described[name] = [re.sub(r"\s+", " ", line) for line in lines_of]
            COUNTS["meshes"] += 1
            if order == 1:
                form = {"msh": "GMSH", "unv": "IDEAS", "med": "MED"}[suffix]
                (folder / "portal.comm").write_text(PORTAL % (form, form))
                (folder / "portal.export").write_text(f"F comm portal.comm D 1\nF libr {name} D 20\n")
                told = run(binary, "run", "portal.export", folder=folder)
                figures[name] = [line for line in told.splitlines() if line.startswith(("MASS", "MOVED"))]
        first = next(iter(described))
        for name, lines_of in described.items():
            if name.endswith(".msh"):
                assert lines_of == described[first], (name, lines_of, described[first])
        if order == 1:
            for name, own in figures.items():
                expected = [line.replace("CORNERS", "") for line in figures[first]]
                assert own == expected and len(own) == 2, (name, own, expected)
            # Two posts of 3 m and a beam of 4 m.
            assert figures[first][0] == "MASS %.10g" % (7800.0 * np.pi * 0.07**2 * 10.0), figures[first]
    gmsh.finalize()


CHECKED = """
DEBUT()
MESH = LIRE_MAILLAGE(FORMAT="%s", UNITE=20)
IMPR_RESU(UNITE=80, RESU=_F(MAILLAGE=MESH))
IMPR_RESU(FORMAT="ASTER", UNITE=81, RESU=_F(MAILLAGE=MESH))
FIN()
"""


def solids(binary, folder):
    """Solids of degree 1 and 2: the MED library finds none turned inside out, and the program reads the same cells in gmsh's own files."""
    gmsh.initialize()
    gmsh.option.setNumber("General.Terminal", 0)
    gmsh.option.setNumber("Mesh.SecondOrderIncomplete", 1)
    gmsh.option.setNumber("Mesh.SaveAll", 1)
    gmsh.option.setNumber("Mesh.MshFileVersion", 4.1)
    for kind in ("tetrahedra", "hexahedra", "prisms"):
        for order in (1, 2):
            gmsh.clear()
            geo = gmsh.model.geo
            points = [geo.addPoint(x, y, 0, 0.5) for x, y in ((0, 0), (1, 0), (1.1, 1), (0, 1.2))]
            edges = [geo.addLine(points[k], points[(k + 1) % 4]) for k in range(4)]
            face = geo.addPlaneSurface([geo.addCurveLoop(edges)])
            if kind != "tetrahedra":
                for edge in edges:
                    geo.mesh.setTransfiniteCurve(edge, 3)
                geo.mesh.setTransfiniteSurface(face)
                if kind == "hexahedra":
                    geo.mesh.setRecombine(2, face)
                geo.extrude([(2, face)], 0, 0, 1, numElements=[2], recombine=True)
            else:
                geo.extrude([(2, face)], 0, 0, 1)
            geo.synchronize()
            gmsh.model.mesh.generate(3)
            gmsh.model.mesh.setOrder(order)
            read = {}
            for suffix, form in (("msh", "GMSH"), ("med", "MED"), ("unv", "IDEAS")):
                gmsh.write(str(folder / f"solid.{suffix}"))
                (folder / "solid.comm").write_text(CHECKED % form)
                (folder / "solid.export").write_text(f"F comm solid.comm D 1\nF libr solid.{suffix} D 20\n")
                run(binary, "run", "solid.export", folder=folder)
                words = (folder / "solid.81").read_text().replace("\n", " ")
                places = re.search(r"COOR_3D(.*?)FINSF", words)[1].split()
                places = {places[k]: tuple(f"{float(x):.9g}" for x in places[k + 1:k + 4]) for k in range(0, len(places), 4)}
                cells = set()
                for name, body in re.findall(r"((?:TETRA|HEXA|PENTA)\d+)(.*?)FINSF", words):
                    size, nodes = int(re.sub(r"\D", "", name)) + 1, body.split()
                    cells |= {tuple(places[n] for n in nodes[k + 1:k + size]) for k in range(0, len(nodes), size)}
                read[form] = cells
                own = mc.MEDFileMesh.New(str(folder / "solid.80.med")).getMeshAtLevel(0)
                volume = own.getMeasureField(False).getArray().accumulate()[0]
                assert abs(volume - 1.16) < 1e-9, (kind, order, form, volume)
                own.convertQuadraticCellsToLinear()
                turned = own.findAndCorrectBadOriented3DCells().getNumberOfTuples()
                assert turned == 0, (kind, order, form, turned, own.getNumberOfCells())
                COUNTS["meshes"] += 1
            assert read["GMSH"] and read["GMSH"] == read["MED"] == read["IDEAS"], (kind, order)
    gmsh.finalize()


TRANSIENT = """
DEBUT()
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="DIS_TR"))
fields = []
for k in range(%d):
    FIELD = CREA_CHAMP(OPERATION="AFFE", TYPE_CHAM="NOEU_DEPL_R", MAILLAGE=MESH, AFFE=_F(TOUT="OUI", NOM_CMP=("DX", "DY", "DZ", "DRX", "DRY", "DRZ"), VALE=(k + 0.1, k + 0.2, k + 0.3, k + 0.4, k + 0.5, k + 0.6)))
    fields.append(_F(NOM_CHAM="DEPL", CHAM_GD=FIELD, INST=0.001 * k, MODELE=MODEL))
RUN = CREA_RESU(OPERATION="AFFE", TYPE_RESU="DYNA_TRANS", AFFE=fields)
%s
FIN()
"""


def long_transient(binary, folder):
    count = 3000
    nodes = "".join(f"N{k} {k}.0 0.0 0.0\n" for k in range(1, 5))
    cells = "".join(f"S{k} N{k} N{k + 1}\n" for k in range(1, 4))
    (folder / "long.mail").write_text(f"COOR_3D\n{nodes}FINSF\nSEG2\n{cells}FINSF\nFIN\n")
    write = 'IMPR_RESU(UNITE=80, RESU=_F(RESULTAT=RUN))\n'
    read = 'SAME = LIRE_RESU(FORMAT="MED", UNITE=80, MODELE=MODEL, TYPE_RESU="DYNA_TRANS", TOUT_ORDRE="OUI", FORMAT_MED=_F(NOM_CHAM="DEPL", NOM_RESU="RUN"))\n'
    seconds = []
    for tail in ("", write, write + read):
        (folder / "long.comm").write_text(TRANSIENT % (count, tail))
        least = []
        for _ in range(3):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            run(binary, "run", "long.comm", folder=folder)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            least.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        seconds.append(min(least))
    fields = mc.MEDFileFields(str(folder / "long.80.med"))
    own = fields.getFieldWithName("RUN_____DEPL")
    mesh = mc.MEDFileMesh.New(str(folder / "long.80.med"))
    assert len(own.getTimeSteps()) == count
    for k in (0, 1, 1234, count - 1):
        expected = np.tile([k + c / 10 for c in range(1, 7)], (4, 1))
        same(own[k].getFieldWithProfile(mc.ON_NODES, 0, mesh)[0].toNumPyArray(), expected, f"state {k}")
        assert own.getTimeSteps()[k][2] == 0.001 * k
    size = os.path.getsize(folder / "long.80.med")
    print(f"{count} states, {size / 1e6:.1f} MB: written in {seconds[1] - seconds[0]:.2f} s, read in {seconds[2] - seconds[1]:.2f} s of processor time")


def main():
    binary, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    written_study(folder)
    run(binary, "run", "written.comm", folder=folder)
    compare(folder)
    without_the_library(folder)
    meshes_of_gmsh(binary, folder)
    solids(binary, folder)
    if "--times" in sys.argv:
        long_transient(binary, folder)
    print("read_med.py: the same", ", ".join(f"{count} {name}" for name, count in COUNTS.items()))


if __name__ == "__main__":
    main()
