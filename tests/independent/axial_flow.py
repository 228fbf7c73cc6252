"""Random bundles in a flow along them, with figures of its own: `python3 tests/independent/axial_flow.py` writes
`tests/cases/flow/axial_nets_*.comm` anew; with `check` it prints how far two published tubes are from its own figures.

Own potential flow (its equations probed column by column), own steady flow, own matrices and roots (numpy), own beams, own sums over
Gauss points for forces given between points."""
import sys
from math import factorial
from pathlib import Path

import numpy as np
from scipy.linalg import eigh

from beams import Beam
from random_vibration import HEAD

CASES = Path(__file__).parent.parent / 'cases'
pi = np.pi


def images(places, centre, sides, angle):
    """Places, signs, angles and tubes of all images in a rectangle."""
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    local = (np.array(places) - centre) @ turn
    found = []
    for p in range(-10, 11):
        for q in range(-10, 11):
            near = max(abs(p), abs(q)) <= 2
            beta = 0.0
            if p % 2:
                beta = 2 * angle + pi - beta
            if q % 2:
                beta = 2 * angle - beta
            for k, (u, v) in enumerate(local):
                own = np.array([(-1)**p * u, (-1)**q * v]) if near else np.zeros(2)
                place = centre + turn @ (own + [p * sides[0], q * sides[1]])
                found.append((place, (-1)**(p + q), beta, k, p == q == 0))
    return found


def potential(tubes, enclosure):
    """P[h][g] (2 x 2) and numbers of tubes and radii of the groups; a tube is x, y, R, group."""
    n, circle = len(tubes), enclosure[0] == 'circle'
    z = np.array([t[0] + 1j * t[1] for t in tubes])
    radius = np.array([t[2] for t in tubes])
    group = [t[3] for t in tubes]
    N = lambda l, j: factorial(l + j - 1) / factorial(l - 1) / factorial(j - 1)
    Q = lambda a, b: factorial(a) / factorial(b - 1) / factorial(a - b)
    mirrored = [] if circle else images([(t[0], t[1]) for t in tubes], np.array(enclosure[1]), enclosure[2], enclosure[3])

    def equations(c, e):
        rows = []
        if circle:
            z0, size = enclosure[1][0] + 1j * enclosure[1][1], enclosure[2]
            d, psi = np.abs(z - z0), np.angle(z - z0)
            for j in (1, 2, 3):
                rows.append(j * e[j - 1] - sum(Q(j, l) * d[k]**(j - l) * radius[k]**(l + 1) / size**(j + 1) * np.exp(1j * (j - l) * psi[k]) * c[k, l - 1]
                                               for k in range(n) for l in range(1, j + 1)))
        for i in range(n):
            for j in (1, 2, 3):
                value = -j * c[i, j - 1]
                if circle:
                    for k in range(n):
                        if k != i:
                            d_ik, f = abs(z[k] - z[i]), np.angle(z[k] - z[i])
                            value += sum((-1)**l * N(l, j) * radius[i]**(j - 1) * radius[k]**(l + 1) / d_ik**(j + l) * np.exp(1j * (j + l) * f) * np.conj(c[k, l - 1]) for l in (1, 2, 3))
                    value += sum(Q(l, j) * radius[i]**(j - 1) * d[i]**(l - j) / size**(l - 1) * np.exp(-1j * (l - j) * psi[i]) * e[l - 1] for l in range(j, 4))
                for place, sign, beta, k, itself in mirrored:
                    if itself and k == i:
                        continue
                    v = place[0] + 1j * place[1] - z[i]
                    for l in (1, 2, 3):
                        value += (-1)**l * N(l, j) * radius[i]**(j - 1) * radius[k]**(l + 1) / abs(v)**(j + l) * np.exp(1j * ((j + l) * np.angle(v) - l * beta)) * (c[k, l - 1].real - 1j * sign * c[k, l - 1].imag)
                rows.append(value)
        return np.array(rows)

    walls = 3 if circle else 0
    count = 3 * n + walls
    columns = []
    for unknown in range(count):
        for unit in (1.0, 1.0j):
            x = np.zeros(count, complex)
            x[unknown] = unit
            value = equations(x[walls:].reshape(n, 3), x[:walls])
            columns.append(np.concatenate([value.real, value.imag]))
    matrix = np.array(columns).T
    groups = max(group) + 1
    P = np.zeros((groups, groups, 2, 2))
    for g in range(groups):
        for d, unit in enumerate((1.0, 1.0j)):
            right = np.zeros(count, complex)
            right[[walls + 3 * i for i in range(n) if group[i] == g]] = unit
            x = np.linalg.solve(matrix, np.concatenate([right.real, right.imag])).reshape(count, 2)
            for k in range(n):
                P[group[k], g, :, d] += 2 * x[walls + 3 * k]
                if group[k] == g:
                    P[g, g, d, d] += 1
    radii = np.array([next(t[2] for t in tubes if t[3] == g) for g in range(groups)])
    counts = np.array([sum(1 for t in tubes if t[3] == g) for g in range(groups)], float)
    for g in range(groups):
        P[g, g, 0, 1] = P[g, g, 1, 0] = (P[g, g, 0, 1] + P[g, g, 1, 0]) / 2
        for h in range(g):
            mean = (radii[h]**2 * P[h, g] + radii[g]**2 * P[g, h].T) / 2
            P[h, g], P[g, h] = mean / radii[h]**2, mean.T / radii[g]**2
    return P, counts, radii


def friction(re, d, e):
    if re < 2000:
        return 16 * pi / re
    if re < 4000:
        return 1.2e-4 * pi * re**0.55
    if re < 23 * d / e:
        return pi / 4 / (1.8 * np.log10(re) - 1.64)**2
    if re < 560 * d / e:
        return 0.025 * pi * (1.46 * e / d + 100 / re)**0.25
    return pi / 4 / (2 * np.log10(3.7 * d / e))**2


def slope(z, f):
    d = np.empty_like(f)
    d[0], d[-1] = (f[1] - f[0]) / (z[1] - z[0]), (f[-1] - f[-2]) / (z[-1] - z[-2])
    h, b = z[2:] - z[1:-1], z[1:-1] - z[:-2]
    d[1:-1] = ((f[2:] - f[1:-1]) * h + (f[1:-1] - f[:-2]) * b) / (h**2 + b**2)
    return d


def under_flow(tubes, enclosure, grids, z, rho, nu, roughness, gravity, basis, speeds):
    """Frequencies, dampings, shares, masses at each speed; basis: f, xi, m, k, phi[r][g][a] at the points z."""
    f, xi, m, k, phi = basis
    P, counts, radii = potential(tubes, enclosure)
    groups, modes = len(counts), len(f)
    W = P / 2
    for g in range(groups):
        W[g, g] += np.eye(2) * counts[g] / 2
    T = W.copy()
    for g in range(groups):
        T[g, g] -= np.eye(2) * counts[g]
    all_radii, n = np.array([t[2] for t in tubes]), len(tubes)
    if enclosure[0] == 'circle':
        S, Pm = pi * enclosure[2]**2, 2 * pi * enclosure[2]
    else:
        S, Pm = enclosure[2][0] * enclosure[2][1], 2 * sum(enclosure[2])
    S, Pm = S - pi * sum(all_radii**2), Pm + 2 * pi * sum(all_radii)
    dh, over = 4 * S / Pm, lambda v: np.trapezoid(v, z)
    d1 = np.array([[[slope(z, phi[r][g][a]) for a in (0, 1)] for g in range(groups)] for r in range(modes)])
    d2 = np.array([[[slope(z, d1[r][g][a]) for a in (0, 1)] for g in range(groups)] for r in range(modes)])

    def solve(V, damping):
        v = rho[0] * V / rho
        cf = np.array([friction(dh * abs(a) / b, dh, roughness) if V else 0.0 for a, b in zip(v, nu)])
        cp = 0.08 if V else 0.0
        dp = -rho * v * slope(z, v) + rho * gravity - 2 * rho * cf * abs(v) * v / pi / dh
        p = np.concatenate([[0], np.cumsum((dp[1:] + dp[:-1]) / 2 * np.diff(z))])
        M, C, K = np.diag(m).astype(float), np.diag(damping).astype(float), np.diag(k).astype(float)
        held = []
        for zg, L, w, t, e, cd, cq in grids:
            b = int(2 * (np.sqrt(n) + 1))
            Ax, Xi = b * t * w - (b * t / 2)**2, 4 * w + 4 * np.sqrt(n) * (w - b * t / 2)
            rg, ng = np.interp(zg, z, rho), np.interp(zg, z, nu)
            vg, dg = rho[0] * V / rg / (1 - Ax / S), 4 * (S - Ax) / (Pm + Xi)
            cg = friction(dg * abs(vg) / ng, dg, e) if V else 0.0
            drop = 0.5 * rg * abs(vg) * vg * ((Ax * cd + Xi * L * cg) / S + (1 - (1 - Ax / S)**2) * Pm * L * np.interp(zg, z, cf) / S)
            rank = int(np.searchsorted(z, zg))
            p[rank:] -= drop
            held.append((rank, (zg - z[rank - 1]) / (z[rank] - z[rank - 1]), z[rank] - z[rank - 1], 0.5 * rg * abs(vg) * Ax / n, vg, cd, cq))
        for r in range(modes):
            for s in range(modes):
                for g in range(groups):
                    R = radii[g]
                    for a in (0, 1):
                        own = phi[r][g][a]
                        K[r, s] -= pi * R**2 * counts[g] * over(p * own * d2[s][g][a] + dp * own * d1[s][g][a])
                        for h in range(groups):
                            for b in (0, 1):
                                q, w_, t_, other = P[g, h, a, b], W[g, h, a, b], T[g, h, a, b], phi[s][h][b]
                                M[r, s] -= pi * R**2 * q * over(rho * own * other)
                                C[r, s] -= rho[0] * abs(V) * R * t_ * over((cf + cp) * own * other) + 2 * rho[0] * V * pi * R**2 * q * over(own * d1[s][h][b])
                                K[r, s] -= rho[0] * abs(V) * R * (w_ * over(v * cf * own * d1[s][h][b]) + t_ * over(v * cp * own * d1[s][h][b]))
                                K[r, s] -= rho[0] * V * pi * R**2 * q * over(v * own * d2[s][h][b])
                                for rank, share, step, force, vg, cd, cq in held:
                                    at = lambda x: x[rank - 1] + share * (x[rank] - x[rank - 1])
                                    C[r, s] -= force * (cd + cq) * t_ * at(own) * at(other)
                                    K[r, s] -= force * vg * (cd * w_ + cq * t_) * at(own) * (other[rank] - other[rank - 1]) / step
        A = np.block([[np.zeros((modes, modes)), np.eye(modes)], [-np.linalg.solve(M, K), -np.linalg.solve(M, C)]])
        values, vectors = np.linalg.eig(A)
        kept = [i for i in range(2 * modes) if values[i].imag > 0]
        kept.sort(key=lambda i: abs(values[i]))
        q = vectors[:modes, kept]
        q = q / np.linalg.norm(q, axis=0) * np.exp(-0.5j * np.angle((q**2).sum(axis=0)))
        q = q.real
        roots = values[kept]
        return abs(roots) / 2 / pi, -roots.real / abs(roots), q, np.einsum('ir,ij,jr->r', q, M, q)

    damping = 4 * pi * np.array(xi) * m * f
    rest = solve(0.0, damping)[0]
    thick = lambda r: sum(radii[g] * T[g, h, a, b] * over(rho * np.sqrt(nu) * phi[r][g][a] * phi[r][h][b])
                          for g in range(groups) for h in range(groups) for a in (0, 1) for b in (0, 1))
    damping = damping + np.array([-4 * pi * np.sqrt(pi * rest[r]) * thick(r) for r in range(modes)])
    return [solve(V, damping) for V in speeds]


def beam_modes(kind, s, radius, wall, young, rho, count):
    """Frequencies, masses and deflections at the nodes of a clamped beam; shapes normed to 1 on the largest deflection."""
    area, inertia = pi * (radius**2 - (radius - wall)**2), pi / 4 * (radius**4 - (radius - wall)**4)
    m = (radius - wall) / radius
    # Reduced areas of a ring: the reference's coefficient of shear.
    shear = (7 + 20 * m**2 / (1 + m**2)**2) / 6 if kind == 'POU_D_T' else 0.0
    section = dict(A=area, IZ=inertia, IY=inertia, JX=2 * inertia, AY=shear, AZ=shear, EY=0.0, EZ=0.0)
    n = len(s)
    K, M = np.zeros((2 * n, 2 * n)), np.zeros((2 * n, 2 * n))
    for k in range(n - 1):
        beam = Beam(kind, s[k + 1] - s[k], section, section, 'CONSTANT', young, 0.3, rho)
        place = np.ix_(range(2 * k, 2 * k + 4), range(2 * k, 2 * k + 4))
        K[place] += beam.bending('IZ', 'AY')
        M[place] += beam.mass_of_bending('IZ', 'AY')
    free = list(range(2, 2 * n - 2))
    squares, shapes = eigh(K[np.ix_(free, free)], M[np.ix_(free, free)])
    found = []
    for r in range(count):
        phi = np.zeros(2 * n)
        phi[free] = shapes[:, r]
        phi /= np.abs(phi[::2]).max()
        found.append((np.sqrt(squares[r]) / 2 / pi, phi @ M @ phi, phi[::2]))
    return found


def check():
    """The two tubes of the published case."""
    s = np.linspace(0, 1.2, 41)
    modes = beam_modes('POU_D_T', s, 0.011, 0.0013, 2e11, 11789.0881689, 2)
    f, m = np.array([x[0] for x in modes]), np.array([x[1] for x in modes])
    print('modes', f / [74.3163117889, 203.583037927] - 1, m / [0.475174752069, 0.530249314366] - 1)
    f, m = np.array([74.3163117889, 203.583037927]), np.array([0.475174752069, 0.530249314366])
    phi = [[(x[2], 0 * s)] for x in modes]
    basis = (f, [0.004, 0.004], m, m * (2 * pi * f)**2, phi)
    one = np.ones(41)
    tube = [(0.0, 0.0, 0.011, 0)]
    cases = [(('circle', (0.004, -0.003), 0.03), [], -9.81, [[(62.6664361675, .00410595057531), (171.700431460, .00381601134042)], [(62.6639582466, .00582586037277), (171.698385149, .00444319424885)], [(62.6510271468, .00836826490693), (171.687747566, .00536977270639)]]),
             (('rectangle', (0.004, -0.003), (0.06, 0.05), 0.0), [(0.4, 0.05, 0.01, 0.002, 2e-5, 0.9, 0.2)], 0.0, [[(62.2527176512, .00409538228531), (170.564785036, .00380079406238)], [(62.2501172012, .00593086932448), (170.562644014, .00447972531401)], [(62.2365514629, .00864554495153), (170.551519031, .00548348870569)]])]
    for enclosure, grids, gravity, expected in cases:
        found = under_flow(tube, enclosure, grids, s, 800 * one, 2e-7 * one, 1e-5, gravity, basis, (0.0, 2.0, 5.0))
        for state, figures in zip(found, expected):
            print(enclosure[0], [(float(state[0][r] / figures[r][0] - 1), float(state[1][r] / figures[r][1] - 1)) for r in (0, 1)])


def gauss_points(s):
    """Places, weights and the matrix from nodal values to points, three in each cell."""
    g, w = np.polynomial.legendre.leggauss(3)
    places, weights, rows = [], [], []
    for k in range(len(s) - 1):
        for x, weight in zip(g, w):
            row = np.zeros(len(s))
            row[k], row[k + 1] = (1 - x) / 2, (1 + x) / 2
            places.append(row @ s)
            weights.append(weight * (s[k + 1] - s[k]) / 2)
            rows.append(row)
    return np.array(places), np.array(weights), np.array(rows)


def scaled(values, length):
    return tuple(float('%.12g' % (x * length)) for x in values)


def net(seed):
    """A bundle of tubes of which each moves along one axis: complete in a circle (odd seeds), equivalent in a turned rectangle (even ones)."""
    dice = np.random.default_rng(970 + seed)
    complete = seed % 2 == 1
    axis = 0 if complete else 2
    # Millimetres and meganewtons for even seeds.
    length, force = (1.0, 1.0) if complete else (1.0e3, 1.0e-6)
    pressure, density = force / length**2, force / length**4
    young, roughness, gravity = 2.0e11 * pressure, 1.0e-5 * length, -9.81 * length
    names, along = [('X', 'Y', 'Z'), ('Z', 'X', 'Y')][axis // 2], (1, 0, 1)
    moves = [('DY', 'DZ'), ('DX', 'DY')][axis // 2]
    centres = [np.array(c) * length for c in ([(-0.014, 0.002), (0.013, -0.009), (0.004, 0.016)] if complete else [(-0.02, -0.01), (0.0, 0.012), (0.03, 0.0)])]
    beams = []
    for g, cells in enumerate((9, 8, 7)):
        low, high = dice.uniform(-0.02, 0.0), dice.uniform(0.9, 1.0)
        s = np.sort(np.concatenate([[0, 1], (np.arange(1, cells) + dice.uniform(-0.2, 0.2, cells - 1)) / cells])) * (high - low) + low
        radius = scaled([round(dice.uniform(0.005, 0.007), 5)], length)[0]
        beams.append(dict(s=np.round(s, 6) * length, radius=radius, wall=scaled([round(dice.uniform(0.0008, 0.0012), 6)], length)[0], rho=float(round(dice.uniform(7000, 11000))) * density))
    shapes = []
    for g, beam in enumerate(beams):
        shapes += [(f, m, g, phi) for f, m, phi in beam_modes('POU_D_E', beam['s'], beam['radius'], beam['wall'], young, beam['rho'], 3)]
    shapes.sort(key=lambda x: x[0])
    kept = 5
    shapes = shapes[:kept]
    f, m = np.array([x[0] for x in shapes]), np.array([x[1] for x in shapes])
    xi = np.round(dice.uniform(0.003, 0.02, kept), 5)
    low, high = max(b['s'][0] for b in beams), min(b['s'][-1] for b in beams)
    z = np.linspace(low, high, max(len(b['s']) for b in beams))
    phi = [[[np.interp(z, beams[g]['s'], x[3]) if (g, along[g]) == (x[2], a) else 0 * z for a in (0, 1)] for g in range(3)] for x in shapes]
    rho_ends, nu_ends = np.array(scaled([820.0, 740.0], density)), np.array(scaled([2.0e-7, 2.6e-7], length**2))
    reach = np.array([-0.1, 1.1]) * length
    rho, nu = np.interp(z, reach, rho_ends), np.interp(z, reach, nu_ends)
    if complete:
        tubes = [(float(c[0]), float(c[1]), b['radius'], g) for g, (c, b) in enumerate(zip(centres, beams))]
        enclosure, grids = ('circle', (0.001, -0.002), 0.032), [(0.37 * length, 0.04, 0.006, 0.001, 2e-5, 0.9, 0.25)]
    else:
        # Two, three and one tubes that move together.
        places = [[(-0.021, -0.011), (0.022, 0.014)], [(0.0, 0.015), (-0.02, 0.013), (0.003, -0.013)], [(0.024, -0.01)]]
        tubes = [(*scaled((x, y), length), b['radius'], g) for g, (b, group) in enumerate(zip(beams, places)) for x, y in group]
        enclosure = ('rectangle', scaled((0.002, 0.001), length), scaled((0.09, 0.06), length), np.radians(7.0))
        grids = [scaled((0.31, 0.03, 0.005, 0.0008, 2e-5), length) + (0.8, 0.2), scaled((0.63, 0.05, 0.007, 0.001, 1e-5), length) + (0.7, 0.3)]
    speeds = [0.0, 2.5 * length, 5.0 * length]
    # Groups that move one beam: its displacement is that of all tubes of the group.
    states = under_flow(tubes, enclosure, grids, z, rho, nu, roughness, gravity, (f, xi, m, m * (2 * pi * f)**2, phi), speeds)

    # Forces given between points: two components, a phase that travels, a loss of correlation along and across.
    at = [gauss_points(b['s']) for b in beams]
    place = np.concatenate([x[0] for x in at])
    owner = np.concatenate([np.full(len(x[0]), g) for g, x in enumerate(at)])
    weight = np.concatenate([x[1] for x in at])
    side = np.array([centres[g][0] for g in owner])
    shape = np.zeros((2, kept, len(place)))
    for r, (_, _, g, values) in enumerate(shapes):
        shape[along[g], r, owner == g] = at[g][2] @ values
    l1, l2, drift = scaled((0.15, 0.05, 3.0), length)
    levels = np.array([[2.0, 0.6 + 0.3j], [0.6 - 0.3j, 1.5]]) * (force / length)**2

    def projected(frequency):
        lag = place[:, None] - place
        common = np.exp(-abs(lag) / l1 - abs(side[:, None] - side) / l2 + 2j * pi * frequency * lag / drift) / (1 + (frequency / 80)**2)
        total = 0
        for c in (0, 1):
            for d in (0, 1):
                total = total + (shape[c] * weight) @ (levels[c, d] * common) @ (shape[d] * weight).T
        return total

    n0, mail = 1, 'COOR_3D\n'
    groups, cells, points = [], '', []
    for g, (beam, c) in enumerate(zip(beams, centres)):
        own = list(range(n0, n0 + len(beam['s'])))
        for k, s in zip(own, beam['s']):
            xyz = [float(s), float(c[0]), float(c[1])] if complete else [float(c[0]), float(c[1]), float(s)]
            mail += f'N{k} ' + ' '.join(repr(x) for x in xyz) + '\n'
        cells += ''.join(f'S{k} N{k} N{k + 1}\n' for k in own[:-1])
        groups.append([f'S{k}' for k in own[:-1]])
        points.append(own)
        n0 += len(own)
    mail += 'FINSF\nSEG2\n' + cells + 'FINSF\n' + ''.join(f'GROUP_MA\nT{g + 1}\n' + ' '.join(x) + '\nFINSF\n' for g, x in enumerate(groups))
    ends = ' '.join(f'N{x[0]} N{x[-1]}' for x in points)
    middle = [x[len(x) // 2] for x in points]
    mail += f'GROUP_NO\nENDS\n{ends}\nFINSF\n' + ''.join(f'GROUP_NO\nP{g + 1}\nN{k}\nFINSF\n' for g, k in enumerate(middle)) + 'FIN\n'

    held = [{'DY': 'DX=0.0, DZ=0.0, DRX=0.0, DRY=0.0', 'DZ': 'DX=0.0, DY=0.0, DRX=0.0, DRZ=0.0'}, {'DX': 'DY=0.0, DZ=0.0, DRX=0.0, DRZ=0.0', 'DY': 'DX=0.0, DZ=0.0, DRY=0.0, DRZ=0.0'}][axis // 2]
    text = f'# Random bundle {seed} in a flow along it: figures of tests/independent/axial_flow.py.\n' + HEAD
    text += 'MESH = LIRE_MAILLAGE(FORMAT="ASTER")\nMODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="POU_D_E"))\n'
    text += 'CARA = AFFE_CARA_ELEM(MODELE=MODEL, POUTRE=(' + ''.join(f'_F(GROUP_MA="T{g + 1}", SECTION="CERCLE", CARA=("R", "EP"), VALE=({b["radius"]!r}, {b["wall"]!r})),' for g, b in enumerate(beams)) + '))\n'
    text += 'MATER = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=(' + ''.join(f'_F(GROUP_MA="T{g + 1}", MATER=DEFI_MATERIAU(ELAS=_F(E={young!r}, NU=0.3, RHO={b["rho"]!r}))),' for g, b in enumerate(beams)) + '))\n'
    text += 'HOLD = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=(_F(GROUP_NO="ENDS", DX=0.0, DY=0.0, DZ=0.0, DRX=0.0, DRY=0.0, DRZ=0.0),' + ''.join(f'_F(GROUP_MA="T{g + 1}", {held[moves[along[g]]]}),' for g in range(3)) + '))\n'
    text += 'ASSEMBLAGE(MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, CHARGE=HOLD, NUME_DDL=CO("NUM"), MATR_ASSE=(_F(MATRICE=CO("K"), OPTION="RIGI_MECA"), _F(MATRICE=CO("M"), OPTION="MASS_MECA")))\n'
    text += f'MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, CALC_FREQ=_F(NMAX_FREQ={kept}), NORM_MODE=_F(NORME="TRAN"))\n'
    pair = lambda name, values: f'{name} = DEFI_FONCTION(NOM_PARA="{names[0]}", VALE={tuple(float(x) for pair in zip(reach, values) for x in pair)})\n'
    text += pair('RHO', rho_ends) + pair('NU', nu_ends)
    down = tuple(-float(k == axis) for k in range(3))
    shared = f'VECT_X={tuple(float(k == axis) for k in range(3))}, PROF_RHO_FLUI=RHO, PROF_VISC_CINE=NU, RUGO_TUBE={roughness!r}, PESANTEUR={(-gravity, *down)}'
    if complete:
        shared += f', CARA_PAROI=("YC", "ZC", "R"), VALE_PAROI={(*enclosure[1], enclosure[2])}'
    else:
        shared += f', CARA_PAROI=("HY", "HZ", "YC", "ZC"), VALE_PAROI={(*enclosure[2], *enclosure[1])}, ANGL_VRIL=7.0'
    column = lambda k: tuple(float(g[k]) for g in grids)
    shared += ''.join(f', {name}={column(k)}' for k, name in ((1, 'LONG_TYPG'), (2, 'LARG_TYPG'), (3, 'EPAI_TYPG'), (4, 'RUGO_TYPG'), (5, 'COEF_TRAI_TYPG'), (6, 'COEF_DPOR_TYPG'), (0, 'COOR_GRILLE')))
    shared += f', TYPE_GRILLE={tuple(range(1, len(grids) + 1))}'
    if complete:
        text += f'FLOW = DEFI_FLUI_STRU(FAISCEAU_AXIAL=_F(TRI_GROUP_MA="T*", CARA_ELEM=CARA, {shared}))\n'
    else:
        of = lambda g: f'GROUP_MA="T{g + 1}", RAYON_TUBE={beams[g]["radius"]!r}, COOR_TUBE={tuple(x for t in tubes if t[3] == g for x in t[:2])}'
        text += f'FLOW = DEFI_FLUI_STRU(FAISCEAU_AXIAL=(_F({of(0)}), _F({of(1)}, RUGO_TUBE={10 * roughness!r}), _F({of(2)}, {shared})))\n'
    text += f'BASE = CALC_FLUI_STRU(VITE_FLUI=_F(VITE_MIN={speeds[0]!r}, VITE_MAX={speeds[2]!r}, NB_POIN=3), BASE_MODALE=_F(MODE_MECA=MODES, AMOR_REDUIT={tuple(float(x) for x in xi)}), TYPE_FLUI_STRU=FLOW)\n'
    text += 'curve = lambda mode, name: RECU_FONCTION(BASE_ELAS_FLUI=BASE, NUME_MODE=mode, PARA_X="VITE_FLU", PARA_Y=name, TOUT_ORDRE="OUI")\n'
    for speed, (fv, xv, q, mass) in zip(speeds, states):
        for r in range(kept):
            text += f'holds(curve({r + 1}, "FREQ"), {speed!r}, {float(fv[r])!r})\nholds(curve({r + 1}, "AMOR"), {speed!r}, {float(xv[r])!r}, 1.0e-7)\n'

    # Given densities, on the modes under flow.
    body = f'exp(-abs({names[0]}1 - {names[0]}2) / {l1!r} - abs({names[1]}1 - {names[1]}2) / {l2!r}) * (cos(w) + 1j * sin(w)) / (1.0 + (FREQ / 80.0)**2)'
    body = body.replace('w)', f'2.0 * pi * FREQ * ({names[0]}1 - {names[0]}2) / {drift!r})')
    para = f'("FREQ", "{names[0]}1", "{names[0]}2", "{names[1]}1", "{names[1]}2")'
    text += 'from math import pi\n'
    for c in (0, 1):
        for d in (0, 1):
            text += f'S{c}{d} = FORMULE(NOM_PARA={para}, VALE_C="level * {body}", level={complex(levels[c, d])!r})\n'
    # The text of a name, and the names that the program gives.
    text += f'T = CREA_TABLE(TYPE_TABLE="TABLE_FONCTION", LISTE=(_F(PARA="NUME_ORDRE_I", LISTE_K=("{moves[0]}", "{moves[0]}", "{moves[1]}", "{moves[1]}")), _F(PARA="NUME_ORDRE_J", LISTE_K=("{moves[0]}", "{moves[1]}", "{moves[0]}", "{moves[1]}")), _F(PARA="FONCTION_C", TYPE_K="K24", LISTE_K=("S00", S01.getName(), S10.nom, "S11"))))\n'
    text += 'TURB = DEFI_SPEC_TURB(SPEC_CORR_CONV_3=_F(TABLE_FONCTION=T))\n'
    fv, xv, q, mass = states[2]
    count, last = 32, float(1.3 * max(max(s[0]) for s in states))
    grid = 1.0 + (last - 1.0) / (count - 1) * np.arange(count)
    text += f'S = PROJ_SPEC_BASE(SPEC_TURB=TURB, BASE_ELAS_FLUI=BASE, VITE_FLUI={speeds[2]!r}, FREQ_INIT=1.0, FREQ_FIN={last!r}, NB_POIN={count}, TOUT="OUI", MODELE_INTERFACE=MODEL)\n'
    text += f'R = DYNA_SPEC_MODAL(BASE_ELAS_FLUI=BASE, VITE_FLUI={speeds[2]!r}, EXCIT=_F(INTE_SPEC_GENE=S))\n'
    forces = np.array([projected(x) for x in grid])
    turned = q.T @ forces @ q
    Z = 4 * pi**2 * mass * (fv**2 - grid[:, None]**2 + 2j * xv * fv * grid[:, None])
    response = turned / Z[:, :, None] / Z.conj()[:, None, :]
    component = moves[0]
    observed = [g for g in range(3) if moves[along[g]] == component] if component in [moves[a] for a in along] else []
    if len(observed) < 2:
        component = moves[1]
        observed = [g for g in range(3) if moves[along[g]] == component]
    rows = np.array([[x[3][len(beams[g]['s']) // 2] if x[2] == g else 0.0 for x in shapes] for g in observed])
    names_of = [f'N{middle[g]}' for g in observed]
    ask = ', '.join(f'"P{g + 1}"' for g in observed)

    def checks(found, grid):
        out = ''
        for a in range(len(observed)):
            for b in range(a, len(observed)):
                term = f'term(R, "{names_of[a]}", "{names_of[b]}")'
                for k in (0, len(grid) // 3, len(grid) - 1):
                    value = found[k, a, b]
                    out += f'holds({term}, {float(grid[k])!r}, {complex(value) if a != b else float(value.real)!r}, 1.0e-7)\n'
        return out

    text += f'term = lambda matrix, i, j: RECU_FONCTION(INTE_SPEC=matrix, NOEUD_I=i, NOM_CMP_I="{component}", NOEUD_J=j, NOM_CMP_J="{component}")\n'
    moved = rows @ q
    text += 'modal = R\n'
    for field, factor in (('DEPL', np.ones(kept)), ('VITE', 2 * pi * fv), ('ACCE', (2 * pi * fv)**2)):
        text += f'R = REST_SPEC_PHYS(BASE_ELAS_FLUI=BASE, VITE_FLUI={speeds[2]!r}, INTE_SPEC_GENE=modal, NOM_CHAM="{field}", GROUP_NO=({ask}), NOM_CMP="{component}", OPTION="TOUT_TOUT")\n'
        text += checks((moved * factor) @ response @ (moved * factor).T, grid)
    # The same densities on the modes without flow: all of them, any number of frequencies.
    count = 21
    grid = 2.0 + (last - 2.0) / (count - 1) * np.arange(count)
    forces = np.array([projected(x) for x in grid])
    text += f'S = PROJ_SPEC_BASE(SPEC_TURB=TURB, MODE_MECA=MODES, FREQ_INIT=2.0, FREQ_FIN={last!r}, NB_POIN={count}, GROUP_MA=("T1", "T2", "T3"), MODELE_INTERFACE=MODEL)\n'
    for r in range(kept):
        text += f'holds(RECU_FONCTION(INTE_SPEC=S, NUME_ORDRE={r + 1}), {float(grid[7])!r}, {float(forces[7, r, r].real)!r}, 1.0e-7)\n'
    numbers = tuple(range(1, kept + 1))
    text += f'modal = DYNA_ALEA_MODAL(BASE_MODALE=_F(MODE_MECA=MODES, NUME_ORDRE={numbers}, AMOR_REDUIT={tuple(float(x) for x in xi)}), EXCIT=_F(INTE_SPEC=S, NUME_ORDRE_I={numbers}, MODAL="OUI"), REPONSE=_F(FREQ_MIN=2.0, FREQ_MAX={last!r}, PAS={float((last - 2.0) / 20)!r}))\n'
    transfer = 1 / m / ((2 * pi * f)**2 * (1 - (grid[:, None] / f)**2 + 2j * xi * grid[:, None] / f))
    response = forces * transfer[:, :, None] * transfer.conj()[:, None, :]
    text += f'R = REST_SPEC_PHYS(MODE_MECA=MODES, TOUT_ORDRE="OUI", INTE_SPEC_GENE=modal, NOM_CHAM="DEPL", GROUP_NO=({ask}), NOM_CMP="{component}", OPTION="TOUT_TOUT")\n'
    text += checks(rows @ response @ rows.T, grid)
    return mail, text + '\nFIN()\n'


def write():
    for seed in (1, 2):
        mail, text = net(seed)
        (CASES / 'flow' / f'axial_nets_{seed:02d}.mail').write_text(mail)
        (CASES / 'flow' / f'axial_nets_{seed:02d}.comm').write_text(text)


if __name__ == '__main__':
    check() if sys.argv[1:] == ['check'] else write()
