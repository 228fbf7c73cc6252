"""Random studies of discrete structures: harmonic responses with imposed motion, complex modes, projections, spectra."""
import numpy as np
from nets import ASSEMBLE, PARTS, STEEL, Dice, fields, forces, parameters
from spectra_nets import spectra
from write import mesh_text, write_case

HELD = ', '.join(f'{c}=0.' for c in PARTS)


def network(d, count=6, extra=3, damped=True):
    """Springs, dampers and masses with rotations between random nodes: a chain and some more links."""
    nodes = [(f'N{k}', *[d.real(-2., 2., 3) for _ in range(3)]) for k in range(count)]
    links = [(k - 1, k) for k in range(1, count)]
    links += [tuple(int(x) for x in sorted(d.rng.permutation(count)[:2])) for _ in range(extra)]
    cells = [(f'S{k}', f'N{a}', f'N{b}') for k, (a, b) in enumerate(links)]
    points = [(f'P{k}', f'N{k}') for k in range(1, count)]
    groups = {c[0]: [c[0]] for c in cells + points}
    mail = mesh_text(nodes, {'SEG2': cells, 'POI1': points}, groups, {f'G{k}': [f'N{k}'] for k in range(count)})
    said = []
    for k in range(len(cells)):
        size = [d.log(300., 5000.) for _ in range(3)] + [d.log(300., 5000.) for _ in range(3)]
        said.append(f"_F(GROUP_MA='S{k}', CARA='K_TR_D_L', VALE={tuple(size)}, REPERE='LOCAL', AMOR_HYST={d.real(.01, .3, 2)})")
        if damped and (k < 2 or d.rng.random() < .7):
            said.append(f"_F(GROUP_MA='S{k}', CARA='A_TR_D_L', VALE={tuple(d.log(.3, 20.) for _ in range(6))}, REPERE='{d.pick('LOCAL', 'GLOBAL')}')")
    for k in range(1, count):
        inertia = [d.log(.5, 4.) for _ in range(3)] + [d.real(-.1, .1, 2) for _ in range(3)] + [d.real(-.2, .2, 2) for _ in range(3)]
        said.append(f"_F(GROUP_MA='P{k}', CARA='M_TR_D_N', VALE={(d.log(1., 9.), *inertia)})")
    body = """MESH = LIRE_MAILLAGE(FORMAT='ASTER')
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_TR'))
CARA = AFFE_CARA_ELEM(MODELE=MODEL, DISCRET=(
    """ + ',\n    '.join(said) + '))\n'
    return mail, body


def factor(d):
    return d.pick('COEF_MULT=%s' % d.real(-3., 3., 3), 'COEF_MULT_C=%s%+gj' % (d.real(-3., 3., 3), d.real(-3., 3., 3)), 'FONC_MULT=WAVE', 'COEF_MULT=%s' % d.real(1., 3., 3))


def harmonic(seed):
    d = Dice(300 + seed)
    mail, body = network(d)
    body += "WAVE = DEFI_FONCTION(NOM_PARA='FREQ', VALE=(0., 1., 20., 9.))\n"
    moved = d.pick(*PARTS)
    others = ', '.join(f'{c}=0.' for c in PARTS if c != moved)
    kind = ('AFFE_CHAR_CINE', 'MECA_IMPO') if seed % 2 else ('AFFE_CHAR_MECA', 'DDL_IMPO')
    body += f"GUIDE = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO='G0', {others}))\n"
    body += f"MOVE = {kind[0]}(MODELE=MODEL, {kind[1]}=_F(GROUP_NO='G0', {moved}={d.real(-.5, .5, 3)}))\n"
    body += f"PUSH = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=(_F(GROUP_NO='G3', {forces(d, 50.)}), _F(GROUP_NO='G5', {forces(d, 50.)})))\n"
    freqs = tuple(sorted(d.real(.5, 9., 3) for _ in range(3)))
    pushed = f"_F(CHARGE=PUSH, {factor(d)}, PHAS_DEG={d.real(-90., 90., 3)}, PUIS_PULS={d.pick(0, 1, 2)})"
    if seed % 4 < 2:
        damping = "_F(TYPE_AMOR='HYST')" if seed % 3 else "_F(TYPE_AMOR='RAYLEIGH')"
        body += f"""STEEL = DEFI_MATERIAU(ELAS=_F(E=1., NU=0.))
MATER = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', MATER=STEEL))
RESP = DYNA_LINE(TYPE_CALCUL='HARM', BASE_CALCUL='PHYS', MODELE=MODEL, CARA_ELEM=CARA, CHAM_MATER=MATER, CHARGE=(GUIDE, MOVE),
    AMORTISSEMENT={damping}, FREQ={freqs}, EXCIT={pushed})
"""
    else:
        cine = 'CHARGE=GUIDE, CHAR_CINE=MOVE' if seed % 2 else 'CHARGE=(GUIDE, MOVE)'
        motion = 'COEF_MULT=%s' % d.real(-2., 2., 3) if seed % 2 else factor(d) + ', PHAS_DEG=%s, PUIS_PULS=%d' % (d.real(-90., 90., 3), d.pick(0, 1))
        stiff = d.pick('RIGI_MECA', 'RIGI_MECA_HYST')
        body += f"""ASSEMBLAGE(MODELE=MODEL, CARA_ELEM=CARA, {cine}, NUME_DDL=CO('NUM'), MATR_ASSE=(
    _F(MATRICE=CO('K0'), OPTION='RIGI_MECA'), _F(MATRICE=CO('M'), OPTION='MASS_MECA'), _F(MATRICE=CO('C'), OPTION='AMOR_MECA'){", _F(MATRICE=CO('K'), OPTION='RIGI_MECA_HYST')" if stiff != 'RIGI_MECA' else ''}))
RESP = DYNA_VIBRA(TYPE_CALCUL='HARM', BASE_CALCUL='PHYS', MATR_RIGI={'K0' if stiff == 'RIGI_MECA' else 'K'}, MATR_MASS=M, MATR_AMOR=C, FREQ={freqs},
    EXCIT=({pushed}, _F(CHARGE=MOVE, {motion})))
"""
    probes = [p for k in (1, 2, 3) for f in ('DEPL', 'VITE', 'ACCE') for p in fields('RESP', f, ["GROUP_NO='G0'"], (moved,), k) + fields(
        'RESP', f, [f"GROUP_NO='G{d.rng.integers(1, 6)}'"], d.some(3, PARTS), k)]
    return write_case(f'nets/harmonic_{seed:02}', 'Harmonic response of a random network whose foot moves.', mail, body, probes, 1.E-8)


def norms(seed):
    d = Dice(400 + seed)
    mail, body = network(d, 4, 2)
    body += f"""CLAMP = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO='G0', {HELD}))
ASSEMBLAGE(MODELE=MODEL, CARA_ELEM=CARA, CHARGE=CLAMP, NUME_DDL=CO('NUM'), MATR_ASSE=(
    _F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('M'), OPTION='MASS_MECA'), _F(MATRICE=CO('C'), OPTION='AMOR_MECA')))
MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, MATR_AMOR=C, OPTION='TOUT', SOLVEUR_MODAL=_F(METHODE='QZ'))
"""
    forms = ["NORME='MASS_GENE'", "NORME='RIGI_GENE'", "NORME='EUCL'", "NORME='TRAN'", "NORME='TRAN_ROTA'", "AVEC_CMP=('DX', 'DRY')",
             "SANS_CMP=('DX', 'DZ')", "GROUP_NO='G2', NOM_CMP='DRZ'"]
    last, probes = 'MODES', parameters('MODES', 'FREQ', (1, 2, 3, 8)) + parameters('MODES', 'AMOR_REDUIT', (1, 2, 3, 8))
    for k in d.rng.permutation(len(forms)):
        body += f"R{k} = NORM_MODE(MODE={last}, {forms[k]})\n"
        last = f'R{k}'
        probes += fields(last, 'DEPL', [f"GROUP_NO='G{d.rng.integers(1, 4)}'"], d.some(3, PARTS), d.rng.integers(1, 9))
    for name in ('OMEGA2', 'MASS_GENE', 'RIGI_GENE', 'AMOR_GENE'):
        probes += parameters('MODES', name, (1, 3)) + parameters(last, name, (2, 5))
    return write_case(f'nets/norms_{seed:02}', 'Complex modes of a random damped network under all norms, one after the other.', mail, body, probes, 1.E-7, 1.E-4)


def projection(seed):
    d = Dice(500 + seed)
    mail, body = network(d, 6, 3, False)
    spare = d.pick('DRX', 'DRY')
    body += f"""CLAMP = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO='G0', {HELD}))
ASSEMBLAGE(MODELE=MODEL, CARA_ELEM=CARA, CHARGE=CLAMP, NUME_DDL=CO('NUM'), MATR_ASSE=(
    _F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('M'), OPTION='MASS_MECA')))
MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, CALC_FREQ=_F(NMAX_FREQ={d.pick(5, 8, 12)}))
STOP = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=(_F(GROUP_NO='G0', DX=0., {spare}=0.), _F(GROUP_NO='G{d.rng.integers(1, 6)}', {spare}=0.)))
ASSEMBLAGE(MODELE=MODEL, CARA_ELEM=CARA, CHARGE=STOP, NUME_DDL=CO('NUMS'), MATR_ASSE=_F(MATRICE=CO('KS'), OPTION='RIGI_MECA'))
PART = AFFE_MODELE(MAILLAGE=MESH, AFFE=(_F(GROUP_MA=('P1', 'P2', 'P3', 'P4', 'P5'), PHENOMENE='MECANIQUE', MODELISATION='DIS_TR'),
    _F(GROUP_MA='S{d.rng.integers(0, 8)}', PHENOMENE='MECANIQUE', MODELISATION='DIS_T')))
LIGHT = AFFE_CARA_ELEM(MODELE=PART, DISCRET=({', '.join(f"_F(GROUP_MA='P{k}', CARA='M_TR_D_N', VALE=({d.log(1., 9.)}, 1., 1.5, 2., .1, 0., 0., .1, .2, 0.))" for k in range(1, 6))}))
PUSH = AFFE_CHAR_MECA(MODELE=PART, FORCE_NODALE=(_F(GROUP_NO='G2', {forces(d, 50.)}), _F(GROUP_NO='G4', {forces(d, 50.)})))
ASSEMBLAGE(MODELE=PART, CARA_ELEM=LIGHT, NUME_DDL=CO('NUMP'), MATR_ASSE=_F(MATRICE=CO('MP'), OPTION='MASS_MECA'),
           VECT_ASSE=_F(VECTEUR=CO('F'), OPTION='CHAR_MECA', CHARGE=PUSH))
PROJ_BASE(BASE=MODES, STOCKAGE='PLEIN', NUME_DDL_GENE=CO('NUG'), MATR_ASSE_GENE=(_F(MATRICE=CO('KG'), MATR_ASSE=KS), _F(MATRICE=CO('MG'), MATR_ASSE=MP)),
          VECT_ASSE_GENE=_F(VECTEUR=CO('FG'), VECT_ASSE=F, TYPE_VECT='FORC'))
GENE = CALC_MODES(MATR_RIGI=KG, MATR_MASS=MG, OPTION='TOUT', SOLVEUR_MODAL=_F(METHODE='QZ'))
RUN = DYNA_VIBRA(TYPE_CALCUL='HARM', BASE_CALCUL='GENE', MATR_RIGI=KG, MATR_MASS=MG, FREQ={d.real(.5, 9., 3)}, EXCIT=_F(VECT_ASSE_GENE=FG, COEF_MULT=1.))
RESP = REST_GENE_PHYS(RESU_GENE=RUN, NOM_CHAM='DEPL')
"""
    probes = parameters('GENE', 'FREQ', (1, 2, 3, 5)) + fields('RESP', 'DEPL', ["GROUP_NO='G3'", "GROUP_NO='G5'"], PARTS)
    return write_case(f'nets/projection_{seed:02}', 'Matrices and a vector of other numberings (other conditions, another model) on the modes of a network.', mail, body, probes, 1.E-7)


NETS = {'harmonic': harmonic, 'norms': norms, 'projection': projection, 'spectra': spectra}
