"""The steps of benches/nonlinear.rs written by hand with NumPy and SciPy, for comparison.

Usage: nonlinear.py UNKNOWNS CONTACTS STEPS. Prints the displacement of the first unknown, the number of iterations, the steps
per second of the fastest way of solving, and that way: dense (LAPACK), banded (SciPy's solveh_banded) or sparse (SuperLU).
"""
import sys
import time

import numpy as np
import scipy.sparse
from scipy.linalg import solveh_banded
from scipy.sparse.linalg import splu

MASS, STIFFNESS, DAMPING, STOP, GAP = 0.7, (1.3e5, 0.9e5), 3.0, 1e6, 1e-4
PUSH, PULSATION, STEP = 20.0, 70.0, 3e-4
PHASES = np.array([[1, 0], [0.6, 0.8], [0, 1], [-0.8, 0.6], [-1, 0], [-0.6, -0.8], [0, -1], [0.8, -0.6]], float)


def stops(masses, contacts):
    """Unknowns that stops face, and the signs of their axes."""
    side = min(contacts, masses)
    spread = lambda c, count: (c * masses + masses // 2) // count
    first = [(2 * spread(c, side), 1.0) for c in range(side)]
    return first + [(2 * spread(c, contacts - side), -1.0) for c in range(contacts - side)]


def run(n, contacts, steps, way):
    masses = n // 2
    diagonal = np.tile(STIFFNESS, masses) * 2.0
    off = -np.tile(STIFFNESS, masses)[2:]
    stiffness = scipy.sparse.diags([off, diagonal, off], [-2, 0, 2], format="csr")
    if way == "dense":
        stiffness = stiffness.toarray()
    at = stops(masses, contacts)
    at, sign = np.array([k for k, _ in at]), np.array([s for _, s in at])
    once = len(set(at)) == len(at)
    ca, cv = 4.0 / STEP**2, 2.0 / STEP
    fixed = diagonal + cv * DAMPING + ca * MASS
    if way == "banded":
        band = np.zeros((3, n))
        band[0, 2:] = off
    elif way == "sparse":
        matrix = scipy.sparse.diags([off, fixed, off], [-2, 0, 2], format="csc")
        places = np.array([np.flatnonzero(matrix.indices[matrix.indptr[k]:matrix.indptr[k + 1]] == k)[0]
                           + matrix.indptr[k] for k in range(n)])
    else:
        matrix = stiffness + np.diag(fixed - diagonal)
    # Forces by the phase of each mass: what multiplies the sine, what multiplies the cosine.
    x, y = PHASES[np.arange(masses) % 8].T
    by_sine = PUSH * np.stack([x, -y], axis=1).ravel()
    by_cosine = PUSH * np.stack([y, x], axis=1).ravel()

    def contact(u):
        gap = sign * u[at] + GAP
        closed = gap <= 0.0
        force = np.where(closed, STOP * sign * gap, 0.0)
        full, extra = np.zeros(n), np.zeros(n)
        if once:
            full[at], extra[at] = force, STOP * closed
        else:
            np.add.at(full, at, force)
            np.add.at(extra, at, STOP * closed)
        return full, extra

    def solve(extra, r):
        whole = fixed + extra
        if way == "banded":
            band[2] = whole
            return solveh_banded(band, r, check_finite=False)
        if way == "sparse":
            matrix.data[places] = whole
            return splu(matrix, permc_spec="NATURAL", options=dict(SymmetricMode=True)).solve(r)
        np.fill_diagonal(matrix, whole)
        return np.linalg.solve(matrix, r)

    u, v = np.zeros(n), np.zeros(n)
    a = by_cosine / MASS
    iterations, time_now = 0, 0.0
    for step in range(1, steps + 1):
        time_now = step * STEP
        f = by_sine * np.sin(PULSATION * time_now) + by_cosine * np.cos(PULSATION * time_now)
        # Mean acceleration, in displacements.
        v, a = -v, -2.0 * cv * v - a
        force, extra = contact(u)
        e = f - MASS * a - DAMPING * v
        r = e - stiffness @ u - force
        for iteration in range(20):
            du = solve(extra, r)
            u = u + du
            v = v + cv * du
            a = a + ca * du
            force, extra = contact(u)
            e = f - MASS * a - DAMPING * v
            r = e - stiffness @ u - force
            iterations += 1
            scale = max(np.abs(e).max(), MASS * np.abs(v).max() / (0.25 * STEP))
            if np.abs(r).max() <= 1e-6 * scale:
                break
    return u[0], iterations


def main():
    n, contacts, steps = (int(word) for word in sys.argv[1:4])
    best = None
    for way in ["dense", "banded", "sparse"] if n <= 100 else ["banded", "sparse"]:
        run(n, contacts, 10, way)
        for _ in range(2):
            start = time.process_time()
            last, iterations = run(n, contacts, steps, way)
            rate = steps / (time.process_time() - start)
            if best is None or rate > best[2]:
                best = (last, iterations, rate, way)
    print(f"{best[0]!r} {best[1]} {best[2]} {best[3]}".replace("np.float64(", "").replace(")", ""))


main()
