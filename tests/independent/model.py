"""A model with its characteristics: elements with their frames, unknowns, dense assembled matrices, nodal loads."""
import numpy as np
from beams import Beam
from foundation import share_out
from mesh import many
from warping import WarpingBeam

SIX = (0, 1, 2, 3, 4, 5)
PARTS = {'DIS_T': SIX[:3], 'DIS_TR': SIX, '2D_DIS_T': SIX[:2], '2D_DIS_TR': (0, 1, 5), 'BARRE': SIX[:3], 'POU_D_E': SIX, 'POU_D_T': SIX,
         'POU_D_TG': SIX + (6,)}
NAMES = ('DX', 'DY', 'DZ', 'DRX', 'DRY', 'DRZ', 'GRX')


def frame(axis, angles):
    """Rows: local axes in global components. Angles in degrees (alpha, beta, gamma) where there is no axis."""
    if axis is not None:
        al = np.arctan2(axis[1], axis[0]) if axis[0] or axis[1] else 0.
        be, ga = -np.arctan2(axis[2], np.hypot(axis[0], axis[1])), np.radians(angles[2])
    else:
        al, be, ga = np.radians(angles)
    ca, sa, cb, sb, cg, sg = np.cos(al), np.sin(al), np.cos(be), np.sin(be), np.cos(ga), np.sin(ga)
    first = np.array([[ca, sa, 0.], [-sa, ca, 0.], [0., 0., 1.]])
    second = np.array([[cb, 0., -sb], [0., 1., 0.], [sb, 0., cb]])
    third = np.array([[1., 0., 0.], [0., cg, sg], [0., -sg, cg]])
    return third @ second @ first


class Bar:
    """A bar: stretching only; mass on the three translations."""
    kind = 'BARRE'

    def __init__(self, length, area, young, rho):
        self.L, self.A, self.E, self.rho = length, area, young, rho

    def stiffness(self):
        k = np.zeros((6, 6))
        k[np.ix_((0, 3), (0, 3))] = self.E * self.A / self.L * np.array([[1., -1.], [-1., 1.]])
        return k

    def mass(self):
        return self.rho * self.A * self.L / 6. * np.kron([[2., 1.], [1., 2.]], np.eye(3))

    def lumped_mass(self):
        return np.eye(6) * self.rho * self.A * self.L / 2.

    def gyroscopic(self):
        return np.zeros((6, 6))


class Discrete:
    """Springs, masses, dampers of one cell, in global axes."""
    kind = 'DISCRET'

    def __init__(self, size):
        self.size, self.K, self.M, self.C, self.loss = size, np.zeros((size, size)), np.zeros((size, size)), np.zeros((size, size)), 0.

    def stiffness(self):
        return self.K

    def mass(self):
        return self.M

    lumped_mass = mass

    def gyroscopic(self):
        return np.zeros((self.size, self.size))


def discrete_matrix(code, values, nodes, plane=False):
    """The matrix of a CARA code (diagonal forms, and full symmetric ones)."""
    words, values = code.split('_'), [float(v) for v in many(values)]
    per, diagonal = (2 if plane else 3) if words[1] == 'T' else (3 if plane else 6), 'D' in words
    if not diagonal:
        size = per * nodes
        out, rest = np.zeros((size, size)), iter(values)
        for j in range(size):
            for i in range(j + 1):
                out[i, j] = out[j, i] = next(rest)
        return out
    if words[0] != 'M':
        k = np.diag(values)
        return k if nodes == 1 else np.block([[k, -k], [-k, k]])
    if len(values) == 1:
        return np.eye(per * nodes) * values[0]
    assert not plane or len(values) == 1, 'masses with rotations in the plane'
    if len(values) == 4:
        return np.diag(([values[0]] * 3 + values[1:]) * nodes)
    m, xx, yy, zz, xy, yz, xz, ex, ey, ez = values
    cross = m * np.array([[0., -ez, ey], [ez, 0., -ex], [-ey, ex, 0.]])
    turn = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) + m * ((ex**2 + ey**2 + ez**2) * np.eye(3) - np.outer((ex, ey, ez), (ex, ey, ez)))
    return np.block([[m * np.eye(3), cross.T], [cross, turn]])


class Model:
    """Elements by rank of cell, unknowns by (node, component)."""

    def __init__(self, mesh, kinds):
        self.mesh, self.kinds = mesh, kinds
        parts = [set() for _ in mesh.nodes]
        for c, kind in kinds.items():
            for n in mesh.cells[c][2]:
                parts[n] |= set(PARTS[kind])
        self.dofs = [(n, p) for n in range(len(mesh.nodes)) for p in sorted(parts[n])]
        self.place = {d: i for i, d in enumerate(self.dofs)}
        self.size, self.elements = len(self.dofs), {}

    def characterise(self, keys, sections, angles, material, parasol=()):
        """Makes the elements: `sections` by cell, `angles` by cell, `keys`: occurrences of DISCRET, `material(cell)`."""
        for c, kind in self.kinds.items():
            name, shape, nodes = self.mesh.cells[c]
            where = [np.array(self.mesh.nodes[n]) for n in nodes]
            axis = where[1] - where[0] if len(nodes) == 2 else None
            length = np.linalg.norm(axis) if axis is not None else 0.
            turn = frame(axis if length else None, angles.get(c, (0., 0., 0.)))
            if 'DIS' in kind:
                e = Discrete(len(PARTS[kind]) * len(nodes))
            elif kind == 'BARRE':
                mat = material(c)
                e = Bar(length, sections[c]['A'], mat['E'], mat.get('RHO', 0.))
            else:
                one, two, taper = sections[c]
                mat = material(c)
                e = (WarpingBeam if kind == 'POU_D_TG' else Beam)(kind, length, one, two, taper, mat['E'], mat['NU'], mat.get('RHO', 0.))
            e.P, e.cell, e.nodes, e.per, e.material = turn, c, nodes, len(PARTS[kind]), None if e.kind == 'DISCRET' else mat
            e.parts = PARTS[kind]
            e.at = [self.place[(n, p)] for n in nodes for p in e.parts]
            block = {SIX[:3]: [turn], SIX: [turn, turn], SIX[:2]: [turn[:2, :2]], (0, 1, 5): [turn[:2, :2], np.eye(1)]}.get(e.parts, [turn, turn, np.eye(1)]) * len(nodes)
            e.T = np.zeros((len(e.at),) * 2)
            k = 0
            for b in block:
                e.T[k:k + len(b), k:k + len(b)] = b
                k += len(b)
            self.elements[c] = e
        share_out(self, parasol)
        for o in many(keys):
            for c in self.mesh.find_cells(o):
                if c not in self.elements:
                    continue
                e = self.elements[c]
                m = discrete_matrix(o['CARA'], o['VALE'], len(e.nodes), 2 not in e.parts)
                m = e.T.T @ m @ e.T if o.get('REPERE') == 'LOCAL' else m
                setattr(e, {'K': 'K', 'M': 'M', 'A': 'C'}[o['CARA'][0]], m)
                if o['CARA'][0] == 'K':
                    e.loss = o.get('AMOR_HYST', 0.)

    def matrix(self, e, what):
        """A matrix of one element in global axes."""
        if e.kind == 'DISCRET':
            return {'stiffness': e.K, 'damping': e.C, 'hysteretic': (1. + 1j * e.loss) * e.K, 'gyroscopic': e.gyroscopic()}.get(what, e.M)
        if what == 'damping':
            return e.material.get('AMOR_ALPHA', 0.) * self.matrix(e, 'stiffness') + e.material.get('AMOR_BETA', 0.) * self.matrix(e, 'mass')
        if what == 'hysteretic':
            return (1. + 1j * e.material.get('AMOR_HYST', 0.)) * self.matrix(e, 'stiffness')
        return e.T.T @ getattr(e, what)() @ e.T

    def assemble(self, what):
        out = np.zeros((self.size, self.size), dtype=complex if what == 'hysteretic' else float)
        for e in self.elements.values():
            out[np.ix_(e.at, e.at)] += self.matrix(e, what)
        return out

    def assemble_geometric(self, stresses):
        """`stresses`: SIEF_ELGA by cell."""
        out = np.zeros((self.size, self.size))
        for c, e in self.elements.items():
            if e.kind not in ('DISCRET', 'BARRE'):
                out[np.ix_(e.at, e.at)] += e.T.T @ e.geometric(stresses[c]) @ e.T
        return out

    def unit(self, direction):
        """A translation of all nodes."""
        return np.array([direction[p] if p < 3 else 0. for _, p in self.dofs])

    def vector(self, loads):
        """Nodal forces of FORCE_NODALE, PESANTEUR, FORCE_POUTRE, and those of line loads alone by cell."""
        f, lines = np.zeros(self.size, dtype=complex), {}
        for load in loads:
            # In one load a later occurrence replaces the components it gives.
            given = {}
            for o in many(load.get('FORCE_NODALE')):
                for n in self.mesh.find_nodes(o['GROUP_NO']):
                    for p, name in enumerate(('FX', 'FY', 'FZ', 'MX', 'MY', 'MZ')):
                        if (n, p) in self.place and name in o:
                            given[self.place[(n, p)]] = o[name]
            for place, force in given.items():
                f[place] += force
            for o in many(load.get('FORCE_POUTRE')):
                for c in self.mesh.find_cells(o):
                    e = self.elements[c]
                    local = np.array([o.get(k, 0.) for k in ('N', 'VY', 'VZ')]) + e.P @ np.array([o.get(k, 0.) for k in ('FX', 'FY', 'FZ')])
                    lines[c] = lines.get(c, 0.) + e.line_load(local)
                    f[e.at] += e.T.T @ e.line_load(local)
            for o in many(load.get('PESANTEUR')):
                n = np.array(o['DIRECTION'], float)
                g = o['GRAVITE'] * n / np.linalg.norm(n)
                for c in self.mesh.find_cells(o):
                    if c not in self.elements:
                        continue
                    e = self.elements[c]
                    if e.kind == 'DISCRET':
                        f[e.at] += np.diag(e.M) * np.array([g[e.parts[k % e.per]] if e.parts[k % e.per] < 3 else 0. for k in range(e.size)])
                    elif e.kind == 'BARRE':
                        f[e.at] += e.rho * e.A * e.L / 2. * np.concatenate([g, g])
                    else:
                        q = e.line_load(e.rho * e.one['A'] * e.P @ g)
                        f[e.at] += e.T.T @ q
                        if e.kind != 'POU_D_TG':
                            lines[c] = lines.get(c, 0.) + q
        return (f.real if not f.imag.any() else f), lines
