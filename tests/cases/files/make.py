#!/usr/bin/env python3
"""Mesh and field files of this folder, written by the libraries of their formats: gmsh (4.15) and medcoupling (9.14).

usage: make.py        writes beside itself; needs the Python packages gmsh, h5py, medcoupling and numpy
"""
import pathlib

import gmsh
import h5py
import medcoupling as mc
import numpy as np

HERE = pathlib.Path(__file__).parent


def portal():
    """Two posts of 3 m and a beam of 4 m; elements are in two groups each, points in one."""
    gmsh.model.add("frame")
    geo = gmsh.model.geo
    points = [geo.addPoint(x, 0, z) for x, z in ((0, 0), (0, 3), (4, 3), (4, 0))]
    lines = [geo.addLine(points[k], points[k + 1]) for k in range(3)]
    geo.synchronize()
    for line, count in zip(lines, (4, 5, 4)):
        gmsh.model.mesh.setTransfiniteCurve(line, count)
    gmsh.model.addPhysicalGroup(1, lines, 1, name="ALL")
    gmsh.model.addPhysicalGroup(1, [lines[0], lines[2]], 2, name="POSTS")
    gmsh.model.addPhysicalGroup(1, [lines[1]], 3, name="BEAM")
    gmsh.model.addPhysicalGroup(0, [points[0], points[3]], 4, name="FEET")
    gmsh.model.addPhysicalGroup(0, [points[1], points[2]], 5)
    gmsh.model.mesh.generate(1)


def write_portal():
    gmsh.initialize()
    gmsh.option.setNumber("General.Terminal", 0)
    portal()
    gmsh.option.setNumber("Mesh.SaveGroupsOfNodes", 1)
    for version, binary, name in ((1, 0, "1"), (2.2, 0, "22"), (2.2, 1, "22b"), (4.0, 0, "40"), (4.1, 0, "41"), (4.1, 1, "41b")):
        gmsh.option.setNumber("Mesh.MshFileVersion", version)
        gmsh.option.setNumber("Mesh.Binary", binary)
        gmsh.write(str(HERE / f"frame_{name}.msh"))
    gmsh.write(str(HERE / "frame.unv"))
    gmsh.finalize()


def write_fields():
    """A chain of four nodes with fields of every kind; values are made of the numbers of states, nodes, cells, points and components."""
    coordinates = mc.DataArrayDouble(np.array([[0.7 * k, -1.3, 0.0] for k in range(4)]))
    coordinates.setInfoOnComponents(["X [m]", "Y [m]", "Z [m]"])
    bars = mc.MEDCouplingUMesh("CHAIN", 1)
    bars.setCoords(coordinates)
    bars.allocateCells(3)
    for k in range(3):
        bars.insertNextCell(mc.NORM_SEG2, [k, k + 1])
    bars.finishInsertingCells()
    mesh = mc.MEDFileUMesh()
    mesh.setMeshAtLevel(0, bars)
    mesh.setName("CHAIN")
    ends = mc.DataArrayInt([0, 3])
    ends.setName("ENDS")
    mesh.setGroupsAtLevel(1, [ends])
    mesh.write(str(HERE / "chain_fields.med"), 2)

    def array(rows, names):
        values = mc.DataArrayDouble(np.array(rows, dtype=float))
        values.setInfoOnComponents(names)
        return values

    for state in (1, 2, 3):
        time = (0.25 * state, state, state)
        field = mc.MEDCouplingFieldDouble(mc.ON_NODES, mc.ONE_TIME)
        field.setName("OTHER___DEPL")
        field.setMesh(bars)
        field.setTime(*time)
        field.setArray(array([[100 * state + 10 * node + c for c in (1, 2, 3)] for node in (1, 2, 3, 4)], ["DX", "DY", "DZ"]))
        mc.WriteFieldUsingAlreadyWrittenMesh(str(HERE / "chain_fields.med"), field)
    nodal = mc.MEDCouplingFieldDouble(mc.ON_GAUSS_NE, mc.ONE_TIME)
    nodal.setName("FORCES")
    nodal.setMesh(bars)
    nodal.setTime(0.5, 2, -1)
    nodal.setArray(array([[10 * cell + end + 0.5 * c for c in (0, 1)] for cell in (1, 2, 3) for end in (1, 2)], ["N", "VY"]))
    mc.WriteFieldUsingAlreadyWrittenMesh(str(HERE / "chain_fields.med"), nodal)
    points = mc.MEDCouplingFieldDouble(mc.ON_GAUSS_PT, mc.ONE_TIME)
    points.setName("STRESS")
    points.setMesh(bars)
    points.setGaussLocalizationOnType(mc.NORM_SEG2, [-1.0, 1.0], [-0.5773502691896258, 0.5773502691896258], [1.0, 1.0])
    points.setTime(0.0, -1, -1)
    points.setArray(array([[100 * cell + point] for cell in (1, 2, 3) for point in (1, 2)], ["N"]))
    mc.WriteFieldUsingAlreadyWrittenMesh(str(HERE / "chain_fields.med"), points)
    # A profile: the nodes 4 and 2, in this order.
    part = mc.MEDFileField1TS()
    some = mc.MEDCouplingFieldDouble(mc.ON_NODES, mc.ONE_TIME)
    some.setName("HEAT")
    profile = mc.DataArrayInt([3, 1])
    profile.setName("SOME")
    # Values alone: the mesh is that of the file.
    some.setTime(3.0, 1, 7)
    some.setArray(array([[40.25], [20.25]], ["TEMP"]))
    some.setMesh(bars.buildPartOfMySelf([1], True))
    part.setFieldProfile(some, mesh, 1, profile)
    part.write(str(HERE / "chain_fields.med"), 0)
    # The library writes who wrote it, and when.
    with h5py.File(HERE / "chain_fields.med", "r+") as file:
        attributes = file["ENS_MAA/CHAIN"].attrs
        attributes.modify("UNV", np.bytes_(b"-" * len(attributes["UNV"])))


if __name__ == "__main__":
    write_portal()
    write_fields()
