"""Random studies of random vibration, with figures of its own: `python3 tests/independent/random_vibration.py` writes
`tests/cases/random/nets_*.comm` and `tests/cases/flow/nets_*.comm` anew.

Own matrices of chains and beams, own modes (scipy), own products for each frequency (numpy), own roots (scipy), own double sums."""
import sys
from pathlib import Path

import numpy as np
from scipy.linalg import eigh
from scipy.optimize import fsolve

from beams import Beam

CASES = Path(__file__).parent.parent / 'cases'
HEAD = '''DEBUT()


def holds(function, x, expected, tolerance=1.0e-9):
    value = (
        {"VALE_CALC_C": expected, "VALE_REFE_C": expected}
        if isinstance(expected, complex)
        else {"VALE_CALC": expected, "VALE_REFE": expected}
    )
    TEST_FONCTION(
        VALEUR=_F(
            FONCTION=function,
            VALE_PARA=x,
            TOLE_MACHINE=tolerance,
            REFERENCE="SOURCE_EXTERNE",
            PRECISION=tolerance,
            **value,
        )
    )


def table_is(table, column, expected, tolerance=1.0e-9):
    TEST_TABLE(
        TABLE=table,
        NOM_PARA=column,
        VALE_CALC=expected,
        TOLE_MACHINE=tolerance,
        REFERENCE="SOURCE_EXTERNE",
        VALE_REFE=expected,
        PRECISION=tolerance,
    )


'''


def positive(dice, size, points):
    """Hermitian positive matrices, of less than full rank for one in two."""
    rank = size - int(dice.integers(0, 2)) if size > 1 else 1
    parts = dice.normal(size=(points, size, max(rank, 1), 2))
    factor = parts[..., 0] + 1j * parts[..., 1]
    return factor @ factor.conj().transpose(0, 2, 1)


def at(frequencies, matrices, f):
    """Linear between the points, constant outside."""
    flat = matrices.reshape(len(frequencies), -1)
    parts = [np.interp(f, frequencies, flat[:, k].real) + 1j * np.interp(f, frequencies, flat[:, k].imag) for k in range(flat.shape[1])]
    return np.array(parts).T.reshape(len(f), *matrices.shape[1:])


def moments(f, density):
    return [2.0 * np.trapezoid(density * (2.0 * np.pi * f) ** n, f) for n in (0, 1, 2, 4)]


def definition(name, frequencies, matrices, swapped):
    """DEFI_INTE_SPEC by functions; pairs in `swapped` are stored across the diagonal."""
    text, terms = f'points = {[float(f) for f in frequencies]}\n', []
    size = matrices.shape[1]
    for i in range(size):
        for j in range(i, size):
            a, b = (j, i) if (i, j) in swapped else (i, j)
            values = matrices[:, a, b]
            if i == j:
                text += f'F{a}{b} = DEFI_FONCTION(NOM_PARA="FREQ", ABSCISSE=points, ORDONNEE={[float(x.real) for x in values]})\n'
            else:
                parts = f'zip(points, {[float(x.real) for x in values]}, {[float(x.imag) for x in values]})'
                text += f'F{a}{b} = DEFI_FONCTION(NOM_PARA="FREQ", VALE_C=[x for point in {parts} for x in point])\n'
            terms.append(f'_F(NUME_ORDRE_I={a + 1}, NUME_ORDRE_J={b + 1}, FONCTION=F{a}{b})')
    return text + f'{name} = DEFI_INTE_SPEC(DIMENSION={size}, PAR_FONCTION=({", ".join(terms)},))\n'


def chain(seed):
    """Masses in a row between two walls that move, or under forces."""
    dice = np.random.default_rng(900 + seed)
    count = int(dice.integers(3, 6))
    masses, springs = dice.uniform(5.0, 60.0, count), dice.uniform(0.5e5, 6.0e5, count + 1)
    scale = 1.0 if seed % 2 else 1.0e-9
    masses, springs = masses * scale, springs * scale
    total = count + 2
    stiffness, mass = np.zeros((total, total)), np.zeros((total, total))
    for k, s in enumerate(springs):
        stiffness[k:k + 2, k:k + 2] += s * np.array([[1, -1], [-1, 1]])
    mass[range(1, count + 1), range(1, count + 1)] = masses
    # Part of the mass lies on the walls: it counts in M psi.
    mass[0, 0] = mass[-1, -1] = 3.0 * scale
    free = slice(1, count + 1)
    squares, shapes = eigh(stiffness[free, free], mass[free, free])
    f, kept = np.sqrt(squares) / 2 / np.pi, int(dice.integers(2, count + 1))
    phi = np.zeros((total, kept))
    phi[free] = shapes[:, :kept]
    xi = dice.uniform(0.01, 0.08, kept)
    points = np.sort(dice.uniform(0.0, 1.2 * f[kept - 1], 6))
    mail = 'COOR_3D\n' + ''.join(f'N{k + 1} {k}. 0. 0.\n' for k in range(total)) + 'FINSF\nPOI1\n'
    mail += ''.join(f'P{k + 1} N{k + 1}\n' for k in range(total)) + 'FINSF\nSEG2\n'
    mail += ''.join(f'S{k + 1} N{k + 1} N{k + 2}\n' for k in range(total - 1)) + 'FINSF\n'
    mail += ''.join(f'GROUP_NO\nG{k + 1}\nN{k + 1}\nFINSF\n' for k in range(total))
    mail += ''.join(f'GROUP_MA\n{kind}{k + 1}\n{kind}{k + 1}\nFINSF\n' for kind, n in (('P', total), ('S', total - 1)) for k in range(n)) + 'FIN\n'
    text = f'# Random chain {seed}: figures of tests/independent/random_vibration.py.\n' + HEAD
    text += 'MESH = LIRE_MAILLAGE(FORMAT="ASTER")\nMODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="DIS_T"))\n'
    text += 'CARA = AFFE_CARA_ELEM(MODELE=MODEL, DISCRET=(\n'
    text += ''.join(f'_F(GROUP_MA="S{k + 1}", CARA="K_T_D_L", VALE=({float(s)!r}, 0.0, 0.0)),\n' for k, s in enumerate(springs))
    text += ''.join(f'_F(GROUP_MA="P{k + 1}", CARA="M_T_D_N", VALE={float(mass[k, k])!r}),\n' for k in range(total)) + '))\n'
    text += f'HOLD = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=(_F(GROUP_NO=("G1", "G{total}"), DX=0.0), _F(TOUT="OUI", DY=0.0, DZ=0.0)))\n'
    text += 'ASSEMBLAGE(MODELE=MODEL, CARA_ELEM=CARA, CHARGE=HOLD, NUME_DDL=CO("NUM"), MATR_ASSE=(_F(MATRICE=CO("K"), OPTION="RIGI_MECA"), _F(MATRICE=CO("M"), OPTION="MASS_MECA")))\n'
    text += f'MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, CALC_FREQ=_F(NMAX_FREQ={kept}))\n'
    base = f'BASE_MODALE=_F(MODE_MECA=MODES, NUME_ORDRE={tuple(range(1, kept + 1))}, AMOR_REDUIT={tuple(float(x) for x in xi)})'
    low, high, step = 0.5 * f[0], 1.1 * f[kept - 1], (1.1 * f[kept - 1] - 0.5 * f[0]) / 40
    grid = low + step * np.arange(41)
    grid[-1] = high
    omega = 2 * np.pi * grid
    answer = f'FREQ_MIN={float(low)!r}, FREQ_MAX={float(high)!r}, PAS={float(step)!r}'
    transfer = 1 / ((2 * np.pi * f[:kept]) ** 2 * (1 - (grid[:, None] / f[:kept]) ** 2 + 2j * xi * grid[:, None] / f[:kept]))

    # Two walls that move, of correlated motions of one order of derivation.
    order = seed % 3
    given = positive(dice, 2, len(points))
    psi = np.zeros((total, 2))
    psi[0, 0] = psi[-1, 1] = 1
    psi[free] = -np.linalg.solve(stiffness[free, free], stiffness[free][:, [0, -1]])
    shares = phi.T @ mass @ psi
    rows = np.concatenate([np.broadcast_to(np.eye(2), (41, 2, 2)), omega[:, None, None] ** 2 * transfer[:, :, None] * shares], axis=1)
    response = rows @ at(points, given, grid) @ rows.conj().transpose(0, 2, 1)
    where = [1, total - 2]
    values = np.hstack([psi[where], phi[where]])
    field = ('DEPL', 'VITE', 'ACCE')[order]
    text += definition('MOTION', points, given, set())
    text += f'STATIC = MODE_STATIQUE(MATR_RIGI=K, MATR_MASS=M, MODE_STAT=_F(GROUP_NO=("G1", "G{total}"), AVEC_CMP="DX"))\n'
    text += f'MODAL = DYNA_ALEA_MODAL({base}, MODE_STAT=STATIC, EXCIT=_F(DERIVATION={order}, INTE_SPEC=MOTION, NUME_ORDRE_I=(1, 2), NOEUD=("N1", "N{total}"), NOM_CMP=("DX", "DX")), REPONSE=_F(DERIVATION={order}, {answer}))\n'
    for movement, used in (('ABSOLU', range(2 + kept)), ('RELATIF', range(2, 2 + kept)), ('DIFFERENTIEL', range(2))):
        part = values.copy()
        part[:, [k for k in range(2 + kept) if k not in used]] = 0
        found = part @ response @ part.T
        text += f'R = REST_SPEC_PHYS(MODE_MECA=MODES, TOUT_ORDRE="OUI", INTE_SPEC_GENE=MODAL, NOM_CHAM="{field}", GROUP_NO=("G2", "G{total - 1}"), NOM_CMP="DX", MODE_STAT=STATIC, EXCIT=_F(GROUP_NO=("G1", "G{total}"), NOM_CMP="DX"), MOUVEMENT="{movement}", OPTION="TOUT_TOUT")\n'
        text += checks(grid, found, (2, total - 1))
    # Forces on three masses, one pair stored across the diagonal: the reference takes it as it stands.
    given = positive(dice, 3, len(points))
    given[:, 0, 2], given[:, 2, 0] = 0.5 * given[:, 0, 2], 0.5 * given[:, 2, 0]
    given[:, range(3), range(3)] *= 2
    text += definition('FORCE', points, given, {(0, 2)})
    slipped = given.copy()
    slipped[:, 0, 2], slipped[:, 2, 0] = given[:, 2, 0], given[:, 0, 2]
    order = (seed + 1) % 3
    rows = (1j * omega[:, None]) ** order
    shares = phi[1:4].T
    rows = rows[:, :, None] * transfer[:, :, None] * shares
    response = rows @ at(points, slipped, grid) @ rows.conj().transpose(0, 2, 1)
    found = phi[where] @ response @ phi[where].T
    field = ('DEPL', 'VITE', 'ACCE')[order]
    text += f'MODAL = DYNA_ALEA_MODAL({base}, EXCIT=_F(INTE_SPEC=FORCE, NUME_ORDRE_I=(1, 2, 3), NOEUD=("N2", "N3", "N4"), NOM_CMP=("DX", "DX", "DX"), GRANDEUR="EFFO"), REPONSE=_F(DERIVATION={order}, {answer}))\n'
    text += f'R = REST_SPEC_PHYS(MODE_MECA=MODES, TOUT_ORDRE="OUI", INTE_SPEC_GENE=MODAL, NOM_CHAM="{field}", GROUP_NO=("G2", "G{total - 1}"), NOM_CMP="DX", OPTION="TOUT_TOUT")\n'
    text += checks(grid, found, (2, total - 1))
    return 'random', mail, text + '\nFIN()\n'


def checks(grid, found, nodes):
    text = ''
    for a, b in ((0, 0), (1, 1), (0, 1)):
        text += f'F = RECU_FONCTION(INTE_SPEC=R, NOEUD_I="N{nodes[a]}", NOM_CMP_I="DX", NOEUD_J="N{nodes[b]}", NOM_CMP_J="DX")\n'
        for k in (0, 13, 27, 40):
            value = found[k, a, b]
            text += f'holds(F, {float(grid[k])!r}, {complex(value)!r})\n' if a != b else f'holds(F, {float(grid[k])!r}, {float(value.real)!r})\n'
    text += 'T = POST_DYNA_ALEA(INTERSPECTRE=_F(INTE_SPEC=R, NOEUD_I="N%d", NOM_CMP_I="DX", NOEUD_J="N%d", NOM_CMP_J="DX"))\n' % (nodes[0], nodes[0])
    for name, value in zip(('LAMBDA_00', 'LAMBDA_01', 'LAMBDA_02', 'LAMBDA_04'), moments(grid, found[:, 0, 0].real)):
        text += f'table_is(T, "{name}", {float(value)!r})\n'
    return text


def line_of(values, s, x):
    return np.interp(x, s, values)


def lengths(s, first, last, weights, reach):
    """Double integral of products of profiles and an exponential: sums over cells cut in halves, extrapolated."""
    found = []
    for cuts in (4, 8, 16):
        g, w = np.polynomial.legendre.leggauss(8)
        x, weight = [], []
        for a, b in zip(s[first:last], s[first + 1:last + 1]):
            half = (b - a) / 2 / cuts
            for j in range(cuts):
                x.append(a + (2 * j + 1) * half + half * g)
                weight.append(half * w)
        x, weight = np.concatenate(x), np.concatenate(weight)
        rows = np.array([f(x) * weight for f in weights])
        found.append(rows @ np.exp(-np.abs(x[:, None] - x) / reach) @ rows.T)
    once = [(4 * b - a) / 3 for a, b in zip(found, found[1:])]
    return (16 * once[1] - once[0]) / 15


def tube(seed):
    """A tube with two zones of flow: coupled frequencies and dampings, turbulence, response, critical speeds."""
    dice = np.random.default_rng(950 + seed)
    cells, length = int(dice.integers(14, 22)), float(dice.uniform(0.6, 2.0))
    radius, wall = float(dice.uniform(0.006, 0.02)), float(dice.uniform(0.0008, 0.0015))
    young, rho, inside = 2.0e11, float(dice.uniform(8000, 13000)), float(dice.uniform(1, 900))
    s = np.sort(np.concatenate([[0.0, 1.0], dice.uniform(0.05, 0.95, cells - 1)])) * length
    s = np.round(s, 6)
    area = np.pi * (radius**2 - (radius - wall) ** 2)
    inertia = np.pi / 4 * (radius**4 - (radius - wall) ** 4)
    n = cells + 1
    stiffness, mass = np.zeros((2 * n, 2 * n)), np.zeros((2 * n, 2 * n))
    section = dict(A=area, IZ=inertia, IY=inertia, JX=2 * inertia, AY=0.0, AZ=0.0, EY=0.0, EZ=0.0)
    for k in range(cells):
        beam = Beam('POU_D_E', s[k + 1] - s[k], section, section, 'CONSTANT', young, 0.3, rho)
        place = np.ix_(range(2 * k, 2 * k + 4), range(2 * k, 2 * k + 4))
        stiffness[place] += beam.bending('IZ', 'AY')
        mass[place] += beam.mass_of_bending('IZ', 'AY')
    free = range(2, 2 * n - 2)
    squares, shapes = eigh(stiffness[np.ix_(free, free)], mass[np.ix_(free, free)])
    kept = 3
    phi = np.zeros((2 * n, kept))
    phi[list(free)] = shapes[:, :kept]
    phi /= np.abs(phi[::2]).max(axis=0)
    f = np.sqrt(squares[:kept]) / 2 / np.pi
    unit = np.zeros(2 * n)
    unit[::2] = 1
    coupling, general = (phi**2).T @ (mass @ unit), np.einsum('ir,ij,jr->r', phi, mass, phi)
    shape, xi = phi[::2], dice.uniform(0.005, 0.02, kept)
    # Two zones that share no node, with a density of the fluid along the tube.
    cut = sorted(dice.choice(np.arange(1, n - 1), 4, replace=False))
    while cut[1] - cut[0] < 2 or cut[3] - cut[2] < 2:
        cut = sorted(dice.choice(np.arange(1, n - 1), 4, replace=False))
    profiles = [np.where((np.arange(n) >= a) & (np.arange(n) <= b), dice.uniform(0.5, 1.5, n), 0.0) for a, b in ((cut[0], cut[1]), (cut[2], cut[3]))]
    outside = dice.uniform(50.0, 300.0, n)
    laws = [{8: float(dice.uniform(0.05, 0.4)), 9: float(dice.uniform(-0.1, 0.1)), 7: float(dice.uniform(-0.1, 0.1))} for _ in range(4)]
    diameter = 2 * radius
    ends = [(cut[0], cut[1]), (cut[2], cut[3])]
    area_of = lambda v, a, b: np.trapezoid(v[a:b + 1], s[a:b + 1])
    means = [area_of(v, a, b) / (s[b] - s[a]) for v, (a, b) in zip(profiles, ends)]
    v0 = sum(area_of(v, a, b) for v, (a, b) in zip(profiles, ends)) / sum(s[b] - s[a] for a, b in ends)
    coefficient = lambda law, x: np.where(x > 0, sum(c * np.where(x > 0, x, 1.0) ** (j - 8.0) for j, c in law.items()), 0.0)

    def equation(z, mode, speed):
        root = z[0] + 1j * z[1]
        c = k = 0.0
        for zone, v in enumerate(profiles):
            x = speed * v * 2 * np.pi / (abs(root) * diameter * v0)
            moved = outside * shape[:, mode] ** 2
            c -= diameter * speed / 2 / v0 * np.trapezoid(coefficient(laws[2 * zone], x) * moved * v, s)
            k -= speed**2 / 2 / v0**2 * np.trapezoid(coefficient(laws[2 * zone + 1], x) * moved * v**2, s)
        own = 2 * np.pi * f[mode]
        value = coupling[mode] * root**2 + (2 * own * xi[mode] * coupling[mode] + c) * root + own**2 * coupling[mode] + k
        return [value.real / own**2, value.imag / own**2]

    def under(speed):
        out = []
        for mode in range(kept):
            own = 2 * np.pi * f[mode]
            z = fsolve(equation, [-own * xi[mode], own * np.sqrt(1 - xi[mode] ** 2)], (mode, speed), xtol=1e-14)
            out.append((np.hypot(*z) / 2 / np.pi, -z[0] / np.hypot(*z)))
        return out

    mail = 'COOR_3D\n' + ''.join(f'N{k + 1} {float(x)!r} 0. 0.\n' for k, x in enumerate(s)) + 'FINSF\nSEG2\n'
    mail += ''.join(f'S{k + 1} N{k + 1} N{k + 2}\n' for k in range(cells)) + 'FINSF\nGROUP_MA\nTUBE\n' + ' '.join(f'S{k + 1}' for k in range(cells))
    point = int(np.argmax(np.abs(shape[:, 0])))
    mail += f'\nFINSF\nGROUP_NO\nENDS\nN1 N{n}\nFINSF\nGROUP_NO\nFIRST\nN1\nFINSF\nGROUP_NO\nPOINT\nN{point + 1}\nFINSF\nFIN\n'
    listed = lambda values: str([float(x) for x in values])
    text = f'# Random tube {seed}: figures of tests/independent/random_vibration.py.\n' + HEAD
    text += 'MESH = LIRE_MAILLAGE(FORMAT="ASTER")\nMESH = MODI_MAILLAGE(reuse=MESH, MAILLAGE=MESH, ABSC_CURV=_F(TOUT="OUI", GROUP_NO_ORIG="FIRST"))\n'
    text += 'MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="POU_D_E"))\n'
    text += f'CARA = AFFE_CARA_ELEM(MODELE=MODEL, POUTRE=_F(GROUP_MA="TUBE", SECTION="CERCLE", CARA=("R", "EP"), VALE=({radius!r}, {wall!r})))\n'
    text += f'STEEL = DEFI_MATERIAU(ELAS=_F(E={young!r}, NU=0.3, RHO={rho!r}))\nMATER = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", MATER=STEEL))\n'
    text += 'HOLD = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=(_F(GROUP_NO="ENDS", DY=0.0, DRZ=0.0), _F(TOUT="OUI", DX=0.0, DZ=0.0, DRX=0.0, DRY=0.0)))\n'
    text += 'ASSEMBLAGE(MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, CHARGE=HOLD, NUME_DDL=CO("NUM"), MATR_ASSE=(_F(MATRICE=CO("K"), OPTION="RIGI_MECA"), _F(MATRICE=CO("M"), OPTION="MASS_MECA")))\n'
    text += f'MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, CALC_FREQ=_F(NMAX_FREQ={kept}), NORM_MODE=_F(NORME="TRAN"))\ns = {listed(s)}\n'
    for name, values in (('V1', profiles[0]), ('V2', profiles[1]), ('OUT', outside)):
        text += f'{name} = DEFI_FONCTION(NOM_PARA="ABSC", ABSCISSE=s, ORDONNEE={listed(values)})\n'
    text += f'IN = DEFI_CONSTANTE(VALE={inside!r})\n'
    for unit, rows in ((70, (0, 2)), (71, (1, 3))):
        blocks = '2\\n' + ''.join(f'{pitch} {kind}\\n1\\n0.0 0.0 1000.0\\n' + ' '.join(repr(laws[row].get(j, 0.0)) for j in range(1, 12)) + '\\n--\\n' for row, (pitch, kind) in zip(rows, ((2, 7), (2, 9))))
        text += f'with open("law{unit}.txt", "w") as file:\n    file.write("{blocks}")\nDEFI_FICHIER(UNITE={unit}, FICHIER="./law{unit}.txt")\n'
    added, tube_rho, constants = float(dice.uniform(1.6, 2.6)), float(dice.uniform(7000, 8500)), [(2.0, 4.0, 2), (3.0, 5.0, 3)]
    text += 'FLOW = DEFI_FLUI_STRU(FAISCEAU_TRANS=(\n'
    text += f'_F(COUPLAGE="OUI", CARA_ELEM=CARA, PROF_VITE_FLUI=V1, PROF_RHO_F_INT=IN, PROF_RHO_F_EXT=OUT, NOM_CMP="DY", COEF_MASS_AJOU={added!r}, TYPE_PAS="TRIA_LIGN", TYPE_RESEAU=7, CSTE_CONNORS=(2.0, 4.0), NB_CONNORS=2, RHO_TUBE={tube_rho!r}),\n'
    text += f'_F(PROF_VITE_FLUI=V2, TYPE_RESEAU=9, CSTE_CONNORS=(3.0, 5.0), NB_CONNORS=3, RHO_TUBE={tube_rho!r})))\n'
    speeds = [0.0, 1.5, 3.0]
    text += f'BASE = CALC_FLUI_STRU(VITE_FLUI=_F(VITE_MIN=0.0, VITE_MAX=3.0, NB_POIN=3), BASE_MODALE=_F(MODE_MECA=MODES, AMOR_REDUIT={tuple(float(x) for x in xi)}), TYPE_FLUI_STRU=FLOW)\n'
    text += 'curve = lambda mode, name: RECU_FONCTION(BASE_ELAS_FLUI=BASE, NUME_MODE=mode, PARA_X="VITE_FLU", PARA_Y=name, TOUT_ORDRE="OUI")\n'
    for speed in speeds:
        for mode, (frequency, damping) in enumerate(under(speed)):
            text += f'holds(curve({mode + 1}, "FREQ"), {speed!r}, {float(frequency)!r}, 3.0e-8)\nholds(curve({mode + 1}, "AMOR"), {speed!r}, {float(damping)!r}, 1.0e-6)\n'
    # Turbulence of each zone, by two models, at the last speed.
    speed, reach = speeds[-1], (3.0, 1.7)
    grid = 1.0 + (1.5 * f[kept - 1] - 1.0) / 511 * np.arange(512)
    forces = np.zeros((512, kept, kept))
    for zone, v in enumerate(profiles):
        weights = [lambda x, mode=mode, v=v, zone=zone: line_of(outside, s, x) * line_of(shape[:, mode], s, x) * (line_of(v, s, x) / means[zone]) ** 2 for mode in range(kept)]
        sums = lengths(s, *ends[zone], weights, reach[zone] * diameter)
        local = speed * means[zone] / v0
        y = grid * diameter / local
        density = 1.5e-3 / (1 + (y / 0.1) ** 2.7) if zone == 0 else np.where(y <= 0.2, 5.0e-3 / y**0.5, 4.0e-5 / y**3.5)
        forces += 0.25 * diameter**3 * local**3 * sums * density[:, None, None]
    text += 'T1 = DEFI_SPEC_TURB(SPEC_LONG_COR_2=_F(LONG_COR=3.0, PROF_VITE_FLUI=V1))\nT2 = DEFI_SPEC_TURB(SPEC_LONG_COR_3=_F(LONG_COR=1.7, PROF_VITE_FLUI=V2))\n'
    text += f'S = PROJ_SPEC_BASE(SPEC_TURB=(T1, T2), BASE_ELAS_FLUI=BASE, VITE_FLUI={speed!r}, FREQ_INIT=1.0, FREQ_FIN={float(grid[-1])!r}, NB_POIN=512, TOUT="OUI")\n'
    for i, j in ((0, 0), (1, 1), (2, 2)):
        text += f'holds(RECU_FONCTION(INTE_SPEC=S, NUME_ORDRE_I={i + 1}, NUME_ORDRE_J={j + 1}), {float(grid[100])!r}, {float(forces[100, i, j])!r}, 1.0e-8)\n'
    found = under(speed)
    fv, xv = np.array(found).T
    z = 4 * np.pi**2 * general * (fv**2 - grid[:, None] ** 2 + 2j * xv * fv * grid[:, None])
    response = forces / z[:, :, None] / z.conj()[:, None, :]
    density = (shape[point] @ response @ shape[point]).real
    text += f'R = DYNA_SPEC_MODAL(BASE_ELAS_FLUI=BASE, VITE_FLUI={speed!r}, EXCIT=_F(INTE_SPEC_GENE=S))\n'
    text += f'R = REST_SPEC_PHYS(BASE_ELAS_FLUI=BASE, VITE_FLUI={speed!r}, INTE_SPEC_GENE=R, NOM_CHAM="DEPL", GROUP_NO="POINT", NOM_CMP="DY", OPTION="TOUT_TOUT")\n'
    text += f'table_is(POST_DYNA_ALEA(INTERSPECTRE=_F(INTE_SPEC=R, OPTION="DIAG")), "ECART", {float(np.sqrt(2 * np.trapezoid(density, grid)))!r}, 1.0e-6)\n'
    return 'flow', mail, text + '\nFIN()\n'


def write():
    for make, seed in [(chain, k) for k in (1, 2, 3, 4)] + [(tube, k) for k in (1, 2, 3)]:
        folder, mail, text = make(seed)
        (CASES / folder / f'nets_{seed:02d}.mail').write_text(mail)
        (CASES / folder / f'nets_{seed:02d}.comm').write_text(text)


if __name__ == '__main__':
    write()
