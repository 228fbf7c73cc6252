"""Eigenproblems on the free unknowns: vibration, buckling, complex modes; their scalings."""
import numpy as np
import scipy.linalg as la


def vibration(K, M, free):
    """(omega2 ascending, shapes in columns on all unknowns): finite eigenvalues only. K is definite on the free unknowns."""
    k, m = K[np.ix_(free, free)], M[np.ix_(free, free)]
    d = 1. / np.sqrt(np.diag(k))
    mu, x = la.eigh(m * np.outer(d, d), k * np.outer(d, d))
    keep = [i for i in np.argsort(-mu) if mu[i] > 1.E-13 * max(mu)]
    phi = np.zeros((len(K), len(keep)))
    phi[free] = x[:, keep] * d[:, None]
    return 1. / mu[keep], phi / peak(phi)


def buckling(K, G, free, count):
    """The factors of smallest modulus of K + mu G, ascending."""
    k, g = K[np.ix_(free, free)], G[np.ix_(free, free)]
    d = 1. / np.sqrt(np.diag(k))
    nu = -la.eigh(g * np.outer(d, d), k * np.outer(d, d), eigvals_only=True)
    mu = sorted((1. / v for v in nu if abs(v) > 1.E-13 * max(abs(nu))), key=abs)[:count]
    return sorted(mu)


def complex_modes(K, M, C, free):
    """(lambda of positive imaginary part ascending, shapes)."""
    k, m, c = (X[np.ix_(free, free)] for X in (K, M, C))
    n, one = len(free), np.eye(len(free))
    # 1/lambda: K + (1/l)^-1 ... : (K mu^2 + C mu + M) x = 0.
    a = np.block([[np.zeros((n, n)), one], [-la.solve(k, m), -la.solve(k, c)]])
    mu, x = la.eig(a)
    keep = [i for i in range(2 * n) if abs(mu[i]) > 1.E-12 * max(abs(mu)) and -mu[i].imag > 1.E-9 * abs(mu[i])]
    lam = 1. / mu[keep]
    order = np.argsort(lam.imag)
    phi = np.zeros((len(K), len(keep)), dtype=complex)
    phi[free] = x[:n, keep]
    phi, lam = phi[:, order], lam[order]
    for j in range(len(lam)):        # Newton on the bordered problem: full accuracy.
        v, l = phi[free, j], lam[j]
        row = np.argmax(abs(v))
        v = v / v[row]
        for _ in range(3):
            q = k + l * c + l * l * m
            jac = np.block([[q, ((c + 2. * l * m) @ v)[:, None]], [np.eye(n)[row][None, :], np.zeros((1, 1))]])
            step = la.solve(jac, -np.append(q @ v, 0.))
            v, l = v + step[:n], l + step[n]
        phi[free, j], lam[j] = v, l
    return lam, phi / peak(phi)


def peak(phi, rows=None):
    """The entry of largest modulus of each column (among some rows)."""
    some = phi if rows is None else phi[rows]
    return some[np.argmax(abs(some), axis=0), np.arange(phi.shape[1])]


def scale_complex(norm, lam, phi, K, M, C, rows):
    """NORM_MODE of complex modes; `rows`: components concerned."""
    out = phi.copy()
    for j, l in enumerate(lam):
        v = phi[:, j]
        if norm == 'MASS_GENE':
            out[:, j] = v / np.sqrt(v @ (2. * l * M + C) @ v)
        elif norm == 'RIGI_GENE':
            out[:, j] = v / np.sqrt(v @ (l * l * M - K) @ v)
        elif norm == 'EUCL':
            out[:, j] = v / np.sqrt(np.sum(abs(v)**2))
        else:
            out[:, j] = v / max(abs(v[rows]))
    return out


def scale_real(norm, phi, K, M, rows):
    """NORM_MODE of real modes."""
    if norm in ('MASS_GENE', 'RIGI_GENE'):
        A = M if norm == 'MASS_GENE' else K
        return phi / np.sqrt(np.einsum('ij,ij->j', phi, A @ phi))
    if norm.startswith('EUCL'):
        return phi / np.linalg.norm(phi[rows], axis=0)
    return phi / peak(phi, rows)
