"""Random studies of response spectra: one support, an envelope, several supports, on frames of beams, bars and masses."""
from nets import STEEL, Dice, fields
from write import mesh_text, write_case

PARTS = ('DX', 'DY', 'DZ', 'DRX', 'DRY', 'DRZ')


def building(d):
    """Three supports P1 P2 P3 and four free nodes, joined by beams; a bar; a heavy body."""
    nodes = [(f'P{k}', d.real(-2., 2., 3), d.real(-2., 2., 3), 0.) for k in (1, 2, 3)]
    nodes += [(f'P{k}', d.real(-2., 2., 3), d.real(-2., 2., 3), d.real(1., 4., 3)) for k in (4, 5, 6, 7)]
    links = [(1, 4), (2, 5), (3, 6), (4, 7), (5, 7), (6, 7), (4, 5)]
    cells = [(f'C{k}', f'P{a}', f'P{b}') for k, (a, b) in enumerate(links, 1)] + [('C8', 'P6', 'P4')]
    groups = {c[0]: [c[0]] for c in cells}
    mail = mesh_text(nodes, {'SEG2': cells, 'POI1': [('Q', 'P7')]}, {**groups, 'Q': ['Q']}, {n[0]: [n[0]] for n in nodes})
    kinds = [d.pick('POU_D_T', 'POU_D_E') for _ in links]
    body = "MESH = LIRE_MAILLAGE(FORMAT='ASTER')\n" + STEEL + 'MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=(' + '\n    '.join(
        f"_F(GROUP_MA='C{k}', PHENOMENE='MECANIQUE', MODELISATION='{m}')," for k, m in enumerate(kinds, 1))
    body += "\n    _F(GROUP_MA='C8', PHENOMENE='MECANIQUE', MODELISATION='BARRE'), _F(GROUP_MA='Q', PHENOMENE='MECANIQUE', MODELISATION='DIS_TR')))\n"
    body += 'CARA = AFFE_CARA_ELEM(MODELE=MODEL, POUTRE=(' + '\n    '.join(
        f"_F(GROUP_MA='C{k}', SECTION='RECTANGLE', CARA=('HY', 'HZ'), VALE=({d.real(.02, .06)}, {d.real(.02, .06)}))," for k in range(1, 8))
    body += "),\n    BARRE=_F(GROUP_MA='C8', SECTION='GENERALE', CARA='A', VALE=2.E-4), DISCRET=_F(GROUP_MA='Q', CARA='M_TR_D_N', VALE="
    body += f"({d.real(20., 60.)}, {d.real(1., 3.)}, {d.real(1., 3.)}, {d.real(1., 3.)}, .1, .2, .05, .1, 0., .05)),\n    ORIENTATION=("
    body += ', '.join(f"_F(GROUP_MA='C{k}', CARA='ANGL_VRIL', VALE={d.real(-80., 80., 2)})" for k in range(1, 8)) + '))\n'
    held = ', '.join(f'{c}=0.' for c in PARTS)
    body += f"""CLAMP = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO=('P1', 'P2', 'P3'), {held}))
ASSEMBLAGE(MODELE=MODEL, CHAM_MATER=MATER, CARA_ELEM=CARA, CHARGE=CLAMP, NUME_DDL=CO('NUM'), MATR_ASSE=(
    _F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('M'), OPTION='MASS_MECA')))
MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, CALC_FREQ=_F(NMAX_FREQ={d.pick(4, 6, 9)}))
"""
    return mail, body


def curves(d):
    body = ''
    for name in 'AB':
        parts, values = [], sorted({d.real(.01, .12, 2) for _ in range(3)})
        for k in range(len(values)):
            f = sorted({d.log(.3, 40.) for _ in range(6)})
            rule = (d.pick('LIN', 'LOG'), d.pick('LIN', 'LOG'))
            body += (f"S{name}{k} = DEFI_FONCTION(NOM_PARA='FREQ', NOM_RESU='ACCE', INTERPOL={rule}, PROL_GAUCHE='CONSTANT', PROL_DROITE='CONSTANT',\n"
                     f"    VALE={tuple(x for p in f for x in (p, d.real(.8, 5.)))})\n")
            parts.append(f'S{name}{k}')
        body += (f"S{name} = DEFI_NAPPE(NOM_PARA='AMOR', NOM_RESU='ACCE', INTERPOL=('{d.pick('LIN', 'LOG')}', '{d.pick('LIN', 'LOG')}'), PROL_GAUCHE='CONSTANT',\n"
                 f"    PROL_DROITE='CONSTANT', PARA={tuple(values)}, FONCTION=({', '.join(parts)}))\n")
    return body + "SC = FORMULE(NOM_PARA=('AMOR', 'FREQ'), VALE='(3.+20.*AMOR)*exp(-0.03*FREQ)+sqrt(FREQ)')\n"


def spectra(seed):
    d = Dice(600 + seed)
    mail, body = building(d)
    body += curves(d)
    kind = 'ENVELOPPE' if seed == 4 else 'MULT_APPUI' if seed % 2 else 'MONO_APPUI'
    several = kind == 'MULT_APPUI'
    axes = d.some(d.pick(1, 2, 3), 'XYZ')
    options = ['DEPL', 'REAC_NODA', 'EFGE_ELNO'] + ([] if several else ['ACCE_ABSOLU'])
    compute = "FORCE='REAC_NODA', CONTRAINTE='EFGE_ELNO')\n"
    body += 'MODES = CALC_CHAMP(reuse=MODES, RESULTAT=MODES, ' + compute
    by_dof = "_F(GROUP_NO=('P1', 'P2', 'P3'), AVEC_CMP=('DX', 'DY', 'DZ'))"
    body += f"PSEUDO = MODE_STATIQUE(MATR_RIGI=K, MATR_MASS=M, PSEUDO_MODE={by_dof if several else '''_F(AXE=('X', 'Y', 'Z'))'''})\n"
    body += 'PSEUDO = CALC_CHAMP(reuse=PSEUDO, RESULTAT=PSEUDO, ' + compute
    body += f"STAT = MODE_STATIQUE(MATR_RIGI=K, MODE_STAT={by_dof})\nSTAT = CALC_CHAMP(reuse=STAT, RESULTAT=STAT, {compute}" if several else ''
    rules = ['SRSS', 'CQC', 'ABS', 'DPC', 'DSC', 'NRC_GROUPING', 'NRC_TEN_PERCENT', 'NRC_DSA'] + ([] if several else ['GUPTA', 'GUPTA'])
    rule = d.pick(*rules)
    how = {'DSC': f", DUREE={d.real(5., 20., 3)}", 'NRC_DSA': f", DUREE={d.real(5., 20., 3)}", 'GUPTA': ", FREQ_1=2., FREQ_2=12."}.get(rule, '')
    corrected = kind != 'ENVELOPPE' and d.pick(True, False, True)
    nature = d.pick('ACCE', 'VITE', 'DEPL') if kind == 'ENVELOPPE' else None
    said, names = [], ['S1', 'S2', 'S3'] if several else ['E1', 'E2'] if kind == 'ENVELOPPE' else [None]
    for a in axes:
        for s in names:
            appui = f", NOM_APPUI='{s}'" if s else ''
            correct = 'NON' if kind == 'ENVELOPPE' else d.pick('OUI', 'NON')
            said.append(f"_F(LIST_AXE='{a}', SPEC_OSCI={d.pick('SA', 'SB', 'SC')}, ECHELLE={d.real(.4, 1.5)}, NATURE='{nature or d.pick('ACCE', 'VITE', 'DEPL')}', CORR_FREQ='{correct}'{appui})")
    body += f"RES = COMB_SISM_MODAL(MODE_MECA=MODES, AMOR_REDUIT={tuple(d.real(.01, .12) for _ in range(3))}, TYPE_ANALYSE='{kind}',\n"
    if seed > 10:
        body += '    NUME_ORDRE=(1, 2, 4),\n'
    if corrected:
        body += f"    MODE_CORR='OUI', PSEUDO_MODE=PSEUDO, FREQ_COUP={d.real(25., 60.)},\n"
    if kind == 'ENVELOPPE':
        body += "    APPUIS=(_F(NOM='E1', GROUP_NO='P1'), _F(NOM='E2', GROUP_NO=('P2', 'P3'))),\n"
    if several:
        moves = [f"_F(NOM_APPUI='{s}', MODE_STAT=STAT, DX={d.real(-3., 3.)}E-3, DY={d.real(-3., 3.)}E-3, DZ={d.real(-3., 3.)}E-3)" for s in d.some(2, names)]
        body += "    APPUIS=(_F(NOM='S1', GROUP_NO='P1'), _F(NOM='S2', GROUP_NO='P2'), _F(NOM='S3', GROUP_NO='P3')),\n"
        body += f"    DEPL_MULT_APPUI=({', '.join(moves)}),\n"
        body += d.pick('', "    GROUP_APPUI_CORRELE=_F(NOM='G', LIST_APPUI=('S1', 'S3')),\n", "    GROUP_APPUI_CORRELE=_F(NOM='G', TOUT='OUI'),\n",
                       "    GROUP_APPUI_CORRELE=(_F(NOM='G', LIST_APPUI='S2'), _F(NOM='H', LIST_APPUI=('S1', 'S3'))),\n")
        body += f"    CUMUL_INTRA='{d.pick('LINE', 'QUAD', 'ABS')}', CUMUL_INTER='{d.pick('LINE', 'QUAD', 'ABS')}', COMB_DDS_CORRELE='{d.pick('LINE', 'QUAD', 'ABS')}',\n"
    body += f"    SPECTRE=({', '.join(said)},),\n    COMB_MODE=_F(TYPE='{rule}'{how}), COMB_DIRECTION='{d.pick('QUAD', 'ABS', 'NEWMARK')}', OPTION={tuple(options)},\n"
    parts = ['DYNA', 'INER'] + (['QS'] if corrected else []) + (['DDS'] if several else [])
    body += "    TYPE_RESU=(_F(TYPE='VALE_TOTA', NEWMARK='OUI'), " + ', '.join(f"_F(TYPE='VALE_{p}', LIST_AXE={tuple(axes)})" for p in parts) + '))\n'
    cases = ['TOTA', 'NEWM_1', 'NEWM_2', 'PART_DYNA', 'PART_INER', f'PART_DYNA_{axes[-1]}'] + (['PART_QS', f'PART_QS_{axes[0]}'] if corrected else [])
    cases += ['PART_DDS', f'PART_DDS_{axes[0]}'] if several else []
    probes = []
    for c in cases:
        nodal = [(o, 'P%d' % d.pick(1, 2, 3) if o == 'REAC_NODA' else 'P%d' % d.pick(4, 5, 6, 7)) for o in options if o != 'EFGE_ELNO']
        if c.startswith(('PART_QS', 'PART_DDS')):
            nodal = [n for n in nodal if n[0] != 'ACCE_ABSOLU']
        for o, place in nodal:
            probes += [f"RESULTAT=RES, NOM_CAS='{c}', NOM_CHAM='{o}', GROUP_NO='{place}', NOM_CMP='{p}'" for p in d.some(2, PARTS)]
        k = d.pick(1, 2, 3)
        probes.append(f"RESULTAT=RES, NOM_CAS='{c}', NOM_CHAM='EFGE_ELNO', GROUP_MA='C{k}', GROUP_NO='P{k}', NOM_CMP='{d.pick('N', 'VY', 'MT', 'MFY', 'MFZ')}'")
    return write_case(f'nets/spectra_{seed:02}', f'Response spectra on a random frame: {kind}, {rule}.', mail, body, probes, 1.E-6)
