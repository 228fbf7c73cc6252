"""Random studies as cases: `python3 tests/independent/nets.py` writes tests/cases/nets anew (same seeds, same studies)."""
import sys
import numpy as np
from write import mesh_text, write_case

STEEL = """STEEL = DEFI_MATERIAU(ELAS=_F(E=2.1E11, NU=0.3, RHO=7800., AMOR_ALPHA=1.E-4, AMOR_BETA=0.5, AMOR_HYST=0.03))
MATER = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=STEEL))
"""
PARTS = ('DX', 'DY', 'DZ', 'DRX', 'DRY', 'DRZ')


class Dice:
    """Random numbers of few digits: what a study says is what is computed."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def real(self, low, high, digits=4):
        return float('%.*g' % (digits, self.rng.uniform(low, high)))

    def log(self, low, high):
        return float('%.4g' % np.exp(self.rng.uniform(np.log(low), np.log(high))))

    def pick(self, *items):
        return items[self.rng.integers(len(items))]

    def some(self, count, items):
        return [items[k] for k in sorted(self.rng.permutation(len(items))[:count])]


def fields(result, name, places, components, order=1):
    return [f"RESULTAT={result}, NUME_ORDRE={order}, NOM_CHAM='{name}', {p}, NOM_CMP='{c}'" for p in places for c in components]


def parameters(result, name, orders):
    return [f"RESULTAT={result}, NUME_ORDRE={k}, PARA='{name}'" for k in orders]


def warping_section(d, offset=True):
    a, iy, iz = d.log(1.E-3, 5.E-3), d.log(5.E-6, 3.E-5), d.log(1.E-6, 5.E-6)
    v = dict(A=a, IY=iy, IZ=iz, JX=d.log(3.E-8, 3.E-7), AY=d.real(1., 3.), AZ=d.real(1., 3.), JG=d.log(3.E-9, 5.E-8))
    if offset:
        v.update(EY=d.real(-.03, .03), EZ=d.real(-.03, .03), IYR2=d.real(-1., 1.) * 1.E-7, IZR2=d.real(-1., 1.) * 1.E-7)
    return f"SECTION='GENERALE', CARA={tuple(v)}, VALE={tuple(v.values())}"


def plain_section(d, kind):
    """A section that may vary along its cells, or its group."""
    form = d.pick('circle', 'cone', 'rectangle', 'affine', 'pyramid', 'general')
    if form == 'circle':
        r = d.real(.03, .06)
        return f"SECTION='CERCLE', CARA=('R', 'EP'), VALE=({r}, {d.real(.2, .6, 2)} * {r})"
    if form == 'cone':
        r, q, t = d.real(.04, .07), d.real(.4, 1.3, 3), d.real(.2, .5, 2)
        return ("SECTION='CERCLE', VARI_SECT='HOMOTHETIQUE', CARA=('R_DEBUT', 'R_FIN', 'EP_DEBUT', 'EP_FIN'), "
                f"VALE=({r}, {r} * {q}, {r} * {t}, {r} * {q} * {t})")
    if form == 'rectangle':
        return f"SECTION='RECTANGLE', CARA=('HY', 'HZ'), VALE=({d.real(.03, .08)}, {d.real(.03, .08)})"
    if form == 'affine':
        return f"SECTION='RECTANGLE', VARI_SECT='AFFINE', CARA=('HY', 'HZ1', 'HZ2'), VALE=({d.real(.03, .06)}, {d.real(.03, .08)}, {d.real(.03, .08)})"
    if form == 'pyramid':
        h, k, q = d.real(.03, .08), d.real(.03, .08), d.real(.5, 1.4, 3)
        return f"SECTION='RECTANGLE', VARI_SECT='HOMOTHETIQUE', CARA=('HY1', 'HZ1', 'HY2', 'HZ2'), VALE=({h}, {k}, {h} * {q}, {k} * {q})"
    one = (d.log(1.E-3, 3.E-3), d.log(1.E-6, 5.E-6), d.log(1.E-6, 5.E-6), d.log(1.E-6, 5.E-6), d.real(1., 2.), d.real(1., 2.))
    q = d.real(.5, 1.5, 3)
    two = tuple(float('%.6g' % (x * p)) for x, p in zip(one, (q**2, q**4, q**4, q**4, 1., 1.)))
    names = ('A', 'IY', 'IZ', 'JX') + (('AY', 'AZ') if kind == 'POU_D_T' else ())
    n = len(names)
    return f"SECTION='GENERALE', VARI_SECT='HOMOTHETIQUE', CARA={tuple(x + e for e in '12' for x in names)}, VALE={one[:n] + two[:n]}"


def frame(d, kinds, members=4, offset=True):
    """A chain of members of two cells each, with a branch: mesh, and the first commands of its study."""
    places, here = [], np.zeros(3)
    nodes = [('N0', 0., 0., 0.)]
    cells, groups = [], {}
    for m in range(members):
        start = 'N0' if m == 0 else f'N{2 * m - 2 if m == members - 1 and members > 2 else 2 * m}'
        origin = np.array(next(n[1:] for n in nodes if n[0] == start))
        step = np.array([d.real(.3, .6, 3), d.real(-.3, .4, 3), d.real(-.4, .4, 3)])
        names = [start]
        for k in (1, 2):
            name = f'N{2 * m + k}'
            nodes.append((name, *[float('%.6g' % x) for x in origin + k * step]))
            cells.append((f'M{2 * m + k}', names[-1], name))
            names.append(name)
        groups[f'B{m}'] = [f'M{2 * m + 1}', f'M{2 * m + 2}']
    groups['ALL'] = [c[0] for c in cells]
    tip = nodes[-1][0]
    mail = mesh_text(nodes, {'SEG2': cells}, {**groups, **{c[0]: [c[0]] for c in cells}},
                     {'ROOT': ['N0'], 'NEAR': ['N1'], 'MID': ['N3' if members > 1 else 'N1'], 'END': [f'N{2 * members - 2}' if members > 1 else tip], 'TIP': [tip]})
    told = [d.pick(*kinds) for _ in range(members)]
    if 'POU_D_TG' in kinds:
        told[0] = 'POU_D_TG'
    sections = [warping_section(d, offset) if k == 'POU_D_TG' else plain_section(d, k) for k in told]
    spins = [d.real(-80., 80., 3) for _ in range(members)]
    body = "MESH = LIRE_MAILLAGE(FORMAT='ASTER')\n" + STEEL
    body += 'MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=(' + '\n    '.join(
        f"_F(GROUP_MA='B{m}', PHENOMENE='MECANIQUE', MODELISATION='{k}')," for m, k in enumerate(told)) + '))\n'
    body += 'CARA = AFFE_CARA_ELEM(MODELE=MODEL, POUTRE=(\n    ' + '\n    '.join(f"_F(GROUP_MA='B{m}', {s})," for m, s in enumerate(sections))
    body += '),\n    ORIENTATION=(' + ', '.join(f"_F(GROUP_MA='B{m}', CARA='ANGL_VRIL', VALE={s})" for m, s in enumerate(spins)) + ',))\n'
    warps = ', GRX=0.' if 'POU_D_TG' in told else ''
    body += f"CLAMP = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO='ROOT', DX=0., DY=0., DZ=0., DRX=0., DRY=0., DRZ=0.{warps}))\n"
    return mail, body, told


def forces(d, size=1000.):
    return ', '.join(f'{n}={d.real(-size, size, 3)}' for n in ('FX', 'FY', 'FZ', 'MX', 'MY', 'MZ'))


ASSEMBLE = """ASSEMBLAGE(MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, CHARGE=CLAMP, NUME_DDL=CO('NUM'), MATR_ASSE=("""


def beams(seed):
    """Beams that taper or warp: statics under forces, weight and line loads, modes with both masses, turning, damped."""
    d = Dice(100 + seed)
    mail, body, told = frame(d, ('POU_D_TG', 'POU_D_T', 'POU_D_E') if seed % 2 else ('POU_D_T', 'POU_D_E'))
    const = [m for m in range(4) if told[m] == 'POU_D_TG']
    loaded = f'B{const[0]}' if const else None
    body += f"PUSH = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=(_F(GROUP_NO='TIP', {forces(d)}), _F(GROUP_NO='MID', {forces(d)})))\n"
    excit = '_F(CHARGE=CLAMP), _F(CHARGE=PUSH)'
    body += f"PUSHED = MECA_STATIQUE(MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, EXCIT=({excit}))\n"
    body += "PUSHED = CALC_CHAMP(reuse=PUSHED, RESULTAT=PUSHED, CONTRAINTE=('EFGE_ELNO', 'SIEF_ELGA', 'SIEF_ELNO'), FORCE=('FORC_NODA', 'REAC_NODA'))\n"
    probes = fields('PUSHED', 'DEPL', ["GROUP_NO='TIP'", "GROUP_NO='END'"], PARTS)
    efforts = ('N', 'VY', 'VZ', 'MT', 'MFY', 'MFZ')
    if const:
        probes += fields('PUSHED', 'DEPL', ["GROUP_NO='NEAR'"], ('GRX',))
        body += f"LINE = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_POUTRE=_F(GROUP_MA='{loaded}', FX={d.real(-99., 99., 3)}, FY={d.real(-99., 99., 3)}, FZ={d.real(-99., 99., 3)}))\n"
        body += f"DROP = AFFE_CHAR_MECA(MODELE=MODEL, PESANTEUR=_F(GROUP_MA='{loaded}', GRAVITE=9.81, DIRECTION=(.2, -.3, -1.)))\n"
        for name, load in (('LINED', 'LINE'), ('DROPPED', 'DROP')):
            body += f"{name} = MECA_STATIQUE(MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=CLAMP), _F(CHARGE={load})))\n"
            body += f"{name} = CALC_CHAMP(reuse={name}, RESULTAT={name}, CONTRAINTE='EFGE_ELNO', FORCE='REAC_NODA')\n"
            probes += fields(name, 'DEPL', ["GROUP_NO='TIP'"], PARTS) + fields(name, 'EFGE_ELNO', ["GROUP_MA='M1', GROUP_NO='ROOT'"], efforts + ('BX',))
            probes += fields(name, 'REAC_NODA', ["GROUP_NO='ROOT'"], PARTS)
        probes += fields('PUSHED', 'EFGE_ELNO', ["GROUP_MA='M1', GROUP_NO='ROOT'"], ('BX',))
        probes += fields('PUSHED', 'SIEF_ELGA', [f"GROUP_MA='M1', POINT={k}" for k in (1, 2, 3)], efforts + ('BX',))
    probes += fields('PUSHED', 'EFGE_ELNO', ["GROUP_MA='M1', GROUP_NO='ROOT'", "GROUP_MA='M8', GROUP_NO='TIP'"], efforts)
    probes += fields('PUSHED', 'SIEF_ELNO', ["GROUP_MA='M1', GROUP_NO='ROOT'"], efforts)
    probes += fields('PUSHED', 'FORC_NODA', ["GROUP_NO='MID'", "GROUP_NO='ROOT'"], PARTS) + fields('PUSHED', 'REAC_NODA', ["GROUP_NO='ROOT'"], PARTS)
    body += ASSEMBLE + """
    _F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('M'), OPTION='MASS_MECA'), _F(MATRICE=CO('D'), OPTION='MASS_MECA_DIAG'),
    _F(MATRICE=CO('A'), OPTION='AMOR_MECA'), _F(MATRICE=CO('G'), OPTION='MECA_GYRO')))
MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, CALC_FREQ=_F(NMAX_FREQ=4))
MODES = CALC_CHAMP(reuse=MODES, RESULTAT=MODES, FORCE='REAC_NODA', CONTRAINTE='EFGE_ELNO')
LUMPED = CALC_MODES(MATR_RIGI=K, MATR_MASS=D, CALC_FREQ=_F(NMAX_FREQ=4))
"""
    body += f"""C = COMB_MATR_ASSE(COMB_R=(_F(MATR_ASSE=A, COEF_R=1.), _F(MATR_ASSE=G, COEF_R={d.real(500., 3000.)})))
TURNED = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, MATR_AMOR=C, OPTION='TOUT', SOLVEUR_MODAL=_F(METHODE='QZ'))
"""
    if not const:
        body += f"""ASSEMBLAGE(MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, CHARGE=CLAMP, NUME_DDL=NUM, MATR_ASSE=_F(MATRICE=CO('S'), OPTION='RIGI_GYRO'))
KS = COMB_MATR_ASSE(COMB_R=(_F(MATR_ASSE=K, COEF_R=1.), _F(MATR_ASSE=S, COEF_R={d.real(2., 9.)}E6)))
SPUN = DYNA_VIBRA(TYPE_CALCUL='HARM', BASE_CALCUL='PHYS', MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, MATR_RIGI=KS, MATR_MASS=M, MATR_AMOR=A, FREQ=3., EXCIT=_F(CHARGE=PUSH, COEF_MULT=1.))
"""
        probes += fields('SPUN', 'DEPL', ["GROUP_NO='TIP'"], PARTS)
    probes += parameters('MODES', 'FREQ', (1, 2, 3, 4)) + parameters('LUMPED', 'FREQ', (1, 2, 3, 4))
    probes += parameters('TURNED', 'FREQ', (1, 2, 3)) + parameters('TURNED', 'AMOR_REDUIT', (1, 2, 3))
    probes += fields('MODES', 'REAC_NODA', ["GROUP_NO='ROOT'"], PARTS, 2) + fields('MODES', 'EFGE_ELNO', ["GROUP_MA='M1', GROUP_NO='ROOT'"], efforts, 2)
    return write_case(f'nets/beams_{seed:02}', 'A random frame of beams that taper or warp: statics, nodal forces, modes with either mass, damped modes in rotation.',
                      mail, body, probes, 1.E-7)


def buckling(seed):
    """Factors of critical loads of random frames."""
    d = Dice(200 + seed)
    mail, body, told = frame(d, ('POU_D_TG', 'POU_D_T', 'POU_D_E') if seed > 3 else ('POU_D_T', 'POU_D_E'), d.pick(1, 2, 3))
    # Two loads, which add up where both act on one node.
    body += f"PUSH = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=_F(GROUP_NO='TIP', {forces(d)}))\n"
    body += f"MORE = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=_F(GROUP_NO='END', {forces(d)}))\n"
    body += """REST = MECA_STATIQUE(MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, EXCIT=(_F(CHARGE=CLAMP), _F(CHARGE=PUSH), _F(CHARGE=MORE)))
REST = CALC_CHAMP(reuse=REST, RESULTAT=REST, CONTRAINTE='SIEF_ELGA')
FORCES = CREA_CHAMP(TYPE_CHAM='ELGA_SIEF_R', OPERATION='EXTR', RESULTAT=REST, NOM_CHAM='SIEF_ELGA', NUME_ORDRE=1)
""" + ASSEMBLE + """
    _F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('G'), OPTION='RIGI_GEOM', SIEF_ELGA=FORCES)))
LOADS = CALC_MODES(TYPE_RESU='MODE_FLAMB', MATR_RIGI=K, MATR_RIGI_GEOM=G, CALC_CHAR_CRIT=_F(NMAX_CHAR_CRIT=4))
"""
    return write_case(f'nets/buckling_{seed:02}', 'Critical loads of a random frame under forces and couples.', mail, body,
                      parameters('LOADS', 'CHAR_CRIT', (1, 2, 3, 4)), 1.E-7)


if __name__ == '__main__':
    import more_nets
    made = {'beams': beams, 'buckling': buckling, **more_nets.NETS}
    for name in sys.argv[1:] or made:
        for seed in range(1, 13 if name == 'spectra' else 11):
            print(name, seed, made[name](seed))
