"""One asperity over six (tests/cases/rough/one_against_six.comm) by a program of its own: penalties, and Signorini's law.

Run by itself: python3 tests/independent/sliding_asperities.py

Modal beams, central differences, both passes of node to segment with cubic smoothing. Penalty: force of the gaps at the start of a
step. Signorini: no gap negative at its end, by least-distance programming (Lawson and Hanson, chapter 23) with the
non-negative least squares of scipy. Prints what the penalties give beside what multipliers give, and the share of the
overlap that the penalty takes at rest: two springs in series.
"""

import numpy as np
from scipy.optimize import nnls

LENGTH, MASS, RIGIDITY = 0.01, 2000.0 * 5e-4, 5e10 * 5e-4**3 / 12.0
NODES, CHI, SPEED, DELTA, MODES, YOUNG = 126, 8e-5, 1.0, 1.45e-6, 15, 5e10
X = CHI * np.arange(NODES)


def bumps(centres):
    h = np.zeros(NODES)
    for c in centres:
        near = np.abs(X - c) < 0.4e-3
        h[near] += 1e-6 * np.cos(np.pi * (X[near] - c) / 0.8e-3) ** 2
    return h


BOTTOM, TOP = bumps([2.6e-3, 3.6e-3, 4.6e-3, 5.6e-3, 6.6e-3, 7.6e-3]), bumps([4.1e-3])
WAVE = np.arange(1, MODES + 1) * np.pi / LENGTH
PSI = np.sqrt(2.0 / LENGTH) * np.sin(np.outer(X, WAVE))
OMEGA = WAVE**2 * np.sqrt(RIGIDITY / MASS)
WEIGHT = np.full(NODES, CHI)
WEIGHT[[0, -1]] = 0.5 * CHI


def operator(shift):
    """Rows (slave, masters) of both passes: gap = DELTA - bottom @ (h1 + u1) - top @ (h2 + u2); weights of the slaves."""
    q = int(shift)
    f = shift - q
    bottom, top, weight = [], [], []
    for slave_top, xi in ((False, 1.0 - f), (True, f)):
        cubic = [-0.5 * xi + xi**2 - 0.5 * xi**3, 1 - 2.5 * xi**2 + 1.5 * xi**3,
                 0.5 * xi + 2 * xi**2 - 1.5 * xi**3, -0.5 * xi**2 + 0.5 * xi**3]
        for node in range(NODES):
            j = node + q if slave_top else node - q - 1
            if not 0 <= j <= NODES - 2:
                continue
            slave, master = np.zeros(NODES), np.zeros(NODES)
            slave[node] = 1.0
            if j == 0 or j == NODES - 2:
                master[j], master[j + 1] = 1.0 - xi, xi
            else:
                master[j - 1:j + 3] = cubic
            bottom.append(master if slave_top else slave)
            top.append(slave if slave_top else master)
            weight.append(WEIGHT[node])
    return np.array(bottom), np.array(top), np.array(weight)


def near(shift):
    """The rows that can touch: those whose heights leave less than 2 um. Gaps at rest, rows on the modes of both bodies, weights."""
    bottom, top, weight = operator(shift)
    gap = DELTA - bottom @ BOTTOM - top @ TOP
    kept = gap < 1.4e-6
    return gap[kept], -np.hstack([bottom[kept] @ PSI, top[kept] @ PSI]), weight[kept]


def nearest(rows, lack):
    """The shortest v with rows @ v >= lack, and its multipliers."""
    scale = np.max(np.abs(lack))
    matrix = np.vstack([rows.T, lack[None, :] / scale])
    target = np.zeros(len(matrix))
    target[-1] = 1.0
    u, _ = nnls(matrix, target, maxiter=10000)
    rest = target - matrix @ u
    return -scale * rest[:-1] / rest[-1], scale * u / rest[-1]


def run(tau, stiffness=None, end=0.42e-3):
    """Displacement of the top node 51 every microsecond, peak force, impulse. Multipliers when stiffness is None."""
    steps = round(end / tau)
    theta = np.tile((tau * OMEGA) ** 2, 2)
    gain = tau * tau / MASS
    u, d = np.zeros(2 * MODES), np.zeros(2 * MODES)
    place = np.concatenate([np.zeros(MODES), PSI[51]])
    kept, peak, impulse, worst = [], 0.0, 0.0, 0.0
    for n in range(1, steps + 1):
        if n % round(1e-6 / tau) == 0:
            kept.append(place @ u)
        force = np.zeros(2 * MODES)
        total = 0.0
        if stiffness is None:
            free = u + d - theta * u
            if n * tau > 2.1e-4:
                gap, rows, _ = near(SPEED * tau * (n + 1) / CHI)
                gap = gap + rows @ free
                if gap.size and gap.min() < 0.0:
                    root = np.sqrt(gain)
                    # Gaps in the scaled amplitudes v = dU / root: gap + root rows @ v >= 0.
                    v, multipliers = nearest(root * rows, -gap)
                    worst = min(worst, (gap + root * rows @ v).min())
                    force, total = rows.T @ multipliers, multipliers.sum()
                    assert np.allclose(v, root * rows.T @ multipliers, atol=1e-9 * np.abs(v).max())
        elif n * tau > 2.1e-4:
            gap, rows, weight = near(SPEED * tau * n / CHI)
            gap = gap + rows @ u
            pressed = gap < 0.0
            if pressed.any():
                f = -stiffness * gap[pressed] * weight[pressed]
                force, total = rows[pressed].T @ f, f.sum()
        peak, impulse = max(peak, total), impulse + total * tau
        d = d - theta * u + gain * force
        u = u + d
    return np.array(kept), peak, impulse, worst


def still(shift, stiffness):
    """Force at rest of both beams pressed together in a position, by Newton on the set of contacts."""
    gap, rows, weight = near(shift)
    flexibility = rows @ np.diag(1.0 / np.tile(MASS * OMEGA**2, 2)) @ rows.T
    if stiffness is None:
        half = rows / np.sqrt(np.tile(MASS * OMEGA**2, 2))
        return nearest(half, -gap)[1].sum()
    pressed = gap < 0.0
    for _ in range(100):
        # gap + flexibility f = -f / (stiffness weight) on the nodes pressed.
        spring = flexibility[np.ix_(pressed, pressed)] + np.diag(1.0 / (stiffness * weight[pressed]))
        f = np.linalg.solve(spring, -gap[pressed])
        after = gap + flexibility[:, pressed] @ f
        if np.array_equal(after < 0.0, pressed):
            return f.sum()
        pressed = after < 0.0
    return float("nan")


def main():
    tau = 1e-8
    limit, _, impulse, lowest = run(tau)
    print(f"multipliers: impulse {impulse:.9e} N s/m, lowest gap {lowest:.1e} m, u2 at 0.399 ms {limit[398]:.10e} m")
    for times in (0.1, 10.0, 100.0, 1000.0):
        motion, peak, impulse, _ = run(tau, times * YOUNG)
        away = np.sqrt(np.sum((motion - limit) ** 2) / np.sum(limit**2))
        print(f"penalty {times:6.1f} E: peak {peak:.9f} N/m, impulse {impulse:.9e} N s/m, u2 {motion[398]:.10e} m, "
              f"{100 * away:.2f} % from the multipliers")
    # Asperities face to face, 0.5 mm further on: the deepest overlap.
    print("at rest, asperities face to face (shift of 6.25 nodes): total force")
    limit = still(6.25, None)
    for times in (0.1, 10.0, 100.0, 1000.0):
        force = still(6.25, times * YOUNG)
        print(f"  penalty {times:6.1f} E: {force:.4f} of {limit:.4f} N/m, {100 * (1 - force / limit):.2f} % less")


if __name__ == "__main__":
    main()
