"""Nodal and element fields of a displacement: section forces, stresses at points, nodal forces, reactions."""
import numpy as np

FORCES = ('N', 'VY', 'VZ', 'MT', 'MFY', 'MFZ', 'BX')


def end_forces(e, r):
    """Signs of section forces: minus at the first node."""
    half = len(r) // 2
    return np.array([-r[:half], r[half:]]) if len(e.nodes) == 2 else np.array([r])


def section_forces(model, u, acceleration=None, mass='mass', lines=None):
    """EFGE_ELNO by cell: rows by node."""
    out = {}
    for c, e in model.elements.items():
        local = e.T @ u[e.at]
        if e.kind == 'DISCRET':
            r = e.T @ (e.K @ u[e.at])
        else:
            r = e.stiffness() @ local
            if acceleration is not None and e.kind in ('POU_D_E', 'POU_D_T'):
                r = r + getattr(e, mass)() @ (e.T @ acceleration[e.at])
            if lines and c in lines:
                r = r - lines[c]
        out[c] = end_forces(e, r)
    return out


def stresses(model, u):
    """SIEF_ELGA of beams by cell: three rows; other cells as their section forces."""
    plain = section_forces(model, u)
    return {c: e.points(e.T @ u[e.at]) if e.kind.startswith('POU') else plain[c] for c, e in model.elements.items()}


def stresses_at_nodes(model, u):
    return {c: s[[0, -1]] if len(model.elements[c].nodes) == 2 else s for c, s in stresses(model, u).items()}


def nodal_forces(model, u, stored=None):
    """FORC_NODA, from the displacements or from SIEF_ELGA where it is there."""
    f = np.zeros(model.size, dtype=u.dtype)
    for e in model.elements.values():
        if e.kind.startswith('POU'):
            f[e.at] += e.T.T @ e.internal(stored[e.cell] if stored else e.points(e.T @ u[e.at]))
        else:
            f[e.at] += model.matrix(e, 'stiffness') @ u[e.at]
    return f
