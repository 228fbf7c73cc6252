"""Projection of matrices and vectors on a base of modes: shapes are laid on their numbering by node and component. What that
numbering holds changes nothing: multipliers apart, the terms of its matrices are all there."""
import numpy as np
import scipy.linalg as la


def laid(base, model):
    """Shapes on the unknowns of another model (0 where the base has none)."""
    out = np.zeros((model.size, base.u.shape[1]))
    for i, dof in enumerate(model.dofs):
        if dof in base.model.place:
            out[i] = base.u[base.model.place[dof]]
    return out


def matrix(base, value):
    phi = laid(base, value.model)
    return type(value)(A=phi.T @ value.A @ phi, base=base)


def vector(base, value):
    return type(value)(A=laid(base, value.model).T @ value.A, base=base)


def modes_of(K, M):
    w2 = la.eigh(K.A, M.A, eigvals_only=True)
    return type(K.base)(kind='general', FREQ=np.sqrt(w2) / (2. * np.pi))


def harmonic(K, M, terms, frequencies):
    """Response on the base, then on the structure."""
    out = []
    for f in frequencies:
        w = 2. * np.pi * f
        q = np.linalg.solve(K.A - w * w * M.A, sum(o['VECT_ASSE_GENE'].A * o.get('COEF_MULT', 1.) for o in terms))
        out.append((K.base.u @ q).astype(complex))
    return type(K.base)(kind='harmonic', u=np.array(out).T, model=K.base.model, FREQ=frequencies)
