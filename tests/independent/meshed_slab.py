"""Meshed elastic slab apart from the program, with numpy: figures of tests/cases/slab/meshed_figures.comm.

    python3 tests/independent/meshed_slab.py

Unit height, density and speed; straight elements; velocities half-way between the steps, the first step of the velocities half as
long. Normal motion: a contact node that is stopped at the foundation (impact without restitution), or one without mass, whose
element is a stop for the node above. Tangential motion: constant friction, implicit at the contact node.
"""
import numpy as np


def masses(cells, consistent=False, massless=False):
    """Mass matrix of the nodes below the top."""
    h = 1. / cells
    if not consistent:
        m = np.full(cells, h)
        m[0] = h / 2
        if massless:
            m[0], m[1] = np.inf, 1.5 * h
        return np.diag(m)
    M = np.diag(np.full(cells, 2 * h / 3)) + np.diag(np.full(cells - 1, h / 6), 1) + np.diag(np.full(cells - 1, h / 6), -1)
    M[0, 0] = h / 3
    return M


def bounce(cells, ratio, massless, end=70. / 3. + 0.2):
    """Change of the energy of N1 by ten impacts, as a part; steps of `ratio` cells."""
    h = 1. / cells
    dt, k = ratio * h, cells
    m = np.diag(masses(cells, massless=massless))
    u = np.linspace(0.05, -0.1, cells + 1)
    v = np.zeros(cells + 1)
    for n in range(int(np.floor(end / dt + 1e-9)) + 1):
        f = np.zeros(cells)
        f[1:] = k * (u[:-2] - 2 * u[1:-1] + u[2:])
        f[0] = k * (u[1] - u[0])
        if massless:
            f[0], f[1] = 0., k * (u[2] - u[1]) - k * min(u[1], 0.)
        v[:-1] += (dt / 2 if n == 0 else dt) * f / m
        then = u + dt * v
        if massless:
            then[0] = max(then[1], 0.)
        elif then[0] < 0.:
            v[0], then[0] = -u[0] / dt, 0.
        first = 0.5 * k * min(u[1], 0.) * min(then[1], 0.) if massless else 0.5 * k * (u[1] - u[0]) * (then[1] - then[0])
        elastic = first + 0.5 * k * np.sum(np.diff(u[1:]) * np.diff(then[1:]))
        finite = np.isfinite(m)
        energy = 0.5 * np.sum(m[finite] * v[:-1][finite] ** 2) + elastic
        u = then
    # A node without mass gives the energy of its element back at once.
    return energy / (0.5 * 0.15 ** 2 * (1. - h if massless else 1.)) - 1.


def rub(cells, consistent, end=12., base=0.2, bound=0.3):
    """F1: slip distance, friction work, slip speed at the last step, that step."""
    h = 1. / cells
    dt, k = h / np.sqrt(3.) if consistent else h, cells
    inverse = np.linalg.inv(masses(cells, consistent))
    mass = 1. / inverse[0, 0]
    w, v = np.zeros(cells + 1), np.zeros(cells + 1)
    slip, distance, work = -base, 0., 0.
    for n in range(int(np.floor(end / dt + 1e-9)) + 1):
        length = dt / 2 if n == 0 else dt
        f = np.zeros(cells)
        f[1:] = k * (w[:-2] - 2 * w[1:-1] + w[2:])
        f[0] = k * (w[1] - w[0])
        v[:-1] += length * inverse @ f
        free = v[0] - base
        # m (s - free)/length + r = 0 with r in 0.3 Sgn(s)
        most = bound * length / mass
        new = 0. if abs(free) <= most else free - most * np.sign(free)
        r = mass * (free - new) / length
        v[:-1] -= length * r * inverse[:, 0]
        work += length * r * 0.5 * (slip + new)
        distance += dt * abs(new)
        kept, slip = 0.5 * (slip + new), new
        w = w + dt * v
    return distance, work, kept, n * dt


if __name__ == '__main__':
    for cells in (100, 200, 400):
        print('lumped projection', cells, '%.13g' % bounce(cells, 1., False))
    for ratio in (1., 0.5, 0.25):
        for cells in (100, 200, 400):
            print('no mass, step', ratio, cells, '%.13g' % bounce(cells, ratio, True))
    for cells in (25, 50):
        print('consistent', cells, ['%.13g' % x for x in rub(cells, True)])
    print('lumped', 25, ['%.13g' % x for x in rub(25, False)])
