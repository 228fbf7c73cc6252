"""Random studies of each law of STAT_NON_LINE and DYNA_NON_LINE: `python3 tests/independent/laws_nets.py [LAW...]` writes
tests/cases/laws_nets anew (same seeds, same studies). Ten studies per law: two nodes on springs, the law between the ground, the first and the
second, anywhere in space; forces (or, for laws that jump, motions) along two directions with their own functions of time."""
import sys
import zlib
from pathlib import Path
import numpy as np
import bar_laws as bars
import discrete_laws as laws
from discrete import Element, Structure, frame
from nets import Dice
from write import mesh_text

FOLDER = Path(__file__).parent.parent / 'cases' / 'laws_nets'
NAMES = ('N', 'VY', 'VZ', 'MT', 'MFY', 'MFZ')


def straight(k, d):
    """The base of each law: scales k (N/m) and d (m)."""
    return dict(stiffness=[k, 0.0, 0.0], scale=(k, d))


# Each gives: factor of the material, its keywords (a list of pairs is a function), diagonal of the assigned stiffness, maker of the law
# from the gap (or the span of a bar). `digits` is the precision asked of the program.
def contact(d, k, x, study):
    mu, kt = d.pick((0.0, 0.0), (d.real(0.1, 0.9), d.real(0.3, 2.0) * k))
    study.update(stiffness=[k, d.real(0.1, 0.5) * k, d.real(0.1, 0.5) * k])
    words = dict(RIGI_NOR=round(1.3 * k, 6), RIGI_TAN=kt, COULOMB=mu)
    return 'DIS_CONTACT', words, lambda gap, span: laws.Contact(words['RIGI_NOR'], kt, mu, 0.0, gap, x)


def choc(d, k, x, study):
    mu = d.pick(0.0, d.real(0.1, 0.9))
    study.update(stiffness=[k, d.real(0.1, 0.5) * k, d.real(0.1, 0.5) * k])
    words = dict(RIGI_NOR=round(1.3 * k, 6), RIGI_TAN=round(0.7 * k, 6), COULOMB=mu)
    return 'DIS_CONTACT', words, lambda gap, span: laws.PenaltyContact(words['RIGI_NOR'], words['RIGI_TAN'], mu, gap, x)


def visc(d, k, x, study):
    s1, k2, s3, a = d.real(0.2, 1) / k, d.real(0.1, 2) * k, d.real(0.2, 1) / k, d.pick(1.0, d.real(0.5, 1.0))
    c = d.real(0.5, 3) * k * x * (study['end'] / x)**a / 3.0
    study.update(stiffness=[0.0, d.real(0.1, 0.5) * k, d.real(0.1, 0.5) * k])
    words = dict(UNSUR_K1=s1, K2=k2, UNSUR_K3=s3, C=c, PUIS_ALPHA=a)
    return 'DIS_VISC', words, lambda gap, span: laws.Zener(s1, k2, s3, c, a, x)


def trac(d, k, x, study):
    axial, kinematic = d.pick((True, False), (False, False), (False, True))
    points = [(0.0, 0.0), (x, k * x), (3.0 * x, d.real(1.2, 1.8) * k * x), (600.0 * x, 120.0 * k * x)]
    points = points[:2] + points[3:] if kinematic else points
    study.update(stiffness=[k, k, k])
    words = dict(FX=points) if axial else dict(FTAN=points, ECROUISSAGE='CINEMATIQUE' if kinematic else 'ISOTROPE')
    return 'DIS_ECRO_TRAC', words, lambda gap, span: laws.PlasticLink(points, [0] if axial else [1, 2], kinematic, x)


def cine(d, k, x, study):
    study.update(stiffness=[round(d.real(0.7, 2) * k, 6) for _ in range(3)])
    words, parts = {}, {}
    for slot, name in enumerate(('DX', 'DY', 'DZ')):
        y, slope, bounded = d.real(0.3, 1.0) * k * x, d.real(0.05, 0.4) * k, d.pick(True, False)
        words.update({'LIMY_' + name: y, 'KCIN_' + name: slope})
        bound, power = (d.real(0.5, 2.0) * k * x, d.real(1.0, 2.5)) if bounded else (None, None)
        if bounded:
            words.update({'LIMU_' + name: bound, 'PUIS_' + name: power})
        parts[slot] = (y, slope, bound, power)
    return 'DIS_ECRO_CINE', words, lambda gap, span: laws.KinematicHardening(parts, x)


def bili(d, k, x, study):
    study.update(stiffness=[round(d.real(0.7, 2) * k, 6) for _ in range(3)])
    words, parts = {}, {}
    for slot, name in enumerate(('DX', 'DY', 'DZ')):
        parts[slot] = d.real(0.5, 1.5) * k, d.real(0.1, 0.6) * k, d.real(0.3, 1.0) * k * x
        words.update({key + name: ('constant', value) for key, value in zip(('KDEB_', 'KFIN_'), parts[slot])})
        words['FPRE_' + name] = parts[slot][2]
    return 'DIS_BILI_ELAS', words, lambda gap, span: laws.TwoSlopes(parts, x)


def shock(d, k, x, study):
    points = [(0.0, 0.0), (x, d.real(0.5, 1.5) * k * x), (4.0 * x, d.real(4.0, 7.0) * k * x)]
    study.update(stiffness=[d.real(0.1, 1) * k, d.real(0.1, 0.5) * k, d.real(0.1, 0.5) * k])
    return 'DIS_CHOC_ELAS', dict(FX=points), lambda gap, span: laws.ElasticShock(points, gap, x)


def dashpot(d, k, x, study):
    study.update(stiffness=[round(d.real(0.5, 2) * k, 6) for _ in range(3)])
    return 'ELAS', dict(E=0.0, NU=0.0), lambda gap, span: laws.StepDashpot(x)


def stop_of(d, k, x, damped):
    falling = d.pick(True, False)
    at = [0.0, x, 3.0 * x, 8.0 * x, 60.0 * x]
    f1 = d.real(0.5, 1.2) * k * x
    forces = [f1, f1] + [round(s * f1, 9) for s in (0.9, 1.1, 5.0)]
    stiff = [k, k, k] + ([0.8 * k, 0.6 * k] if falling else [k, k])
    dash = [damped, damped, damped, 0.5 * damped, 0.5 * damped]
    return at, forces, [float('%.9g' % s) for s in stiff], [float('%.9g' % a) for a in dash], 'INCLUS' if damped else 'EXCLUS'


def endo(d, k, x, study):
    at, f, s, a, criterion = stop_of(d, k, x, 0.02 * k * study['dt'] if study['dynamic'] else 0.0)
    study.update(stiffness=[k, 0.0, 0.0], step=0.25)
    words = dict(FX=list(zip(at, f)), RIGI_NOR=list(zip(at, s)), AMOR_NOR=list(zip(at, a)), CRIT_AMOR=criterion)
    return 'DIS_CHOC_ENDO', words, lambda gap, span: laws.BucklingStop(at, f, s, a, criterion == 'INCLUS', gap, x)


def pena(d, k, x, study):
    at, f, s, a, criterion = stop_of(d, k, x, 0.02 * k * study['dt'] if study['dynamic'] else 0.0)
    study.update(stiffness=[k, 0.0, 0.0])
    words = dict(FX=list(zip(at, f)), RIGI_NOR=list(zip(at, s)), AMOR_NOR=list(zip(at, a)), CRIT_AMOR=criterion)
    return 'DIS_CHOC_ENDO', words, lambda gap, span: laws.BucklingPenalty(at, f, s, a, criterion == 'INCLUS', gap, x)


def arme(d, k, x, study):
    kyp, kyg, dle = d.real(0.05, 0.4) * k, d.real(0.3, 0.9) * k, d.real(0.3, 0.6) * x
    study.update(stiffness=[round(d.real(0.5, 2) * k, 6) for _ in range(3)] + [round(k * x * x, 9)] * 3)
    words = dict(KYE=k, DLE=dle, KYP=kyp, DLP=x, KYG=kyg)
    return 'ARME', words, lambda gap, span: laws.Arm(k, dle, kyp, x, kyg)


def gricra(d, k, x, study):
    study.update(stiffness=[0.0] * 6)
    angles = sorted(d.real(0.2, 1.2) * 1e-3 for _ in range(3))
    slopes = sorted((d.real(0.5, 3.0) * k * 1e-4 for _ in range(4)), reverse=True)
    words = dict(KN_AX=k, KT_AX=d.real(0.5, 2) * k, ET_AX=d.real(0.01, 0.3), ET_ROT=d.real(0.01, 0.2), COUL_AX=d.real(0.2, 0.7),
                 F_SER=d.real(0.3, 1.5) * k * x, ANG1=angles[0], ANG2=angles[1], ANG3=angles[2], **{f'PEN{i + 1}': s for i, s in enumerate(slopes)})
    words = {key: value for key, value in words.items()}
    law = lambda gap, span: laws.GridToRod(k, words['KT_AX'], words['ET_AX'], words['ET_ROT'], words['COUL_AX'], words['F_SER'], angles, slopes)
    return 'DIS_GRICRA', words, law


def bar(kind):
    def make(d, k, x, study):
        study.update(area=d.real(0.1, 2.0), modulus=d.log(1e4, 2e11))
        a, e = study['area'], study['modulus']
        yields = d.real(0.5, 1.5) * 1e-3
        sy, et, words = float('%.6g' % (e * yields)), float('%.6g' % (d.real(0.02, 0.4) * e)), dict(E=e, NU=0.3)
        if kind == 'VMIS_ISOT_TRAC':
            points = [(sy / e, sy), (4e-3, float('%.6g' % (1.4 * sy))), (0.5, 20.0 * sy)]
            study['more'] = ('TRACTION', dict(SIGM=('EPSI', points)))
            return 'ELAS', words, lambda gap, span: bars.Isotropic(a, span, e, bars.curve(e, points))
        if kind == 'PINTO_MENEGOTTO':
            su, eu, eh, slender = float('%.6g' % (1.5 * sy)), 0.03, 4e-3, d.pick(4.0, 5.9, 8.0)
            soft = d.real(0.004, 0.01)
            study['more'] = ('PINTO_MENEGOTTO', dict(SY=sy, EPSI_ULTM=eu, SIGM_ULTM=su, EPSP_HARD=eh, ELAN=slender, A_PM=soft))
            return 'ELAS', words, lambda gap, span: bars.Reinforcement(a, span, e, sy, eu, su, eh, slender, soft)
        study['more'] = ('ECRO_LINE', dict(SY=sy, D_SIGM_EPSI=et))
        if kind == 'VMIS_ISOT_LINE':
            return 'ELAS', words, lambda gap, span: bars.Isotropic(a, span, e, bars.line(e, sy, et))
        return 'ELAS', words, lambda gap, span: bars.Kinematic(a, span, e, sy, et)
    return make


# Newton's method: tangents and line search; the tangents of DIS_ECRO_TRAC in its plane are diagonal ones, and its elastic matrix, which is
# never too soft, comes there in any case.
TANGENT = "NEWTON=_F(REAC_ITER=1), RECH_LINEAIRE=_F(METHODE='MIXTE', ITER_LINE_MAXI=20, RESI_LINE_RELA=0.01)"
ELASTIC = "NEWTON=_F(MATRICE='ELASTIQUE', PREDICTION='ELASTIQUE')"

# Name, maker, points too, dynamics too, driven by motions, rotations, precision.
LAWS = {
    'DIS_CONTACT': (contact, True, False, False, 3, 1e-4),
    'DIS_CHOC': (choc, True, True, False, 3, 1e-8),
    'DIS_VISC': (visc, True, True, False, 3, 1e-6),
    'DIS_ECRO_TRAC': (trac, True, True, False, 3, 1e-5),
    'DIS_ECRO_CINE': (cine, True, True, False, 3, 1e-8),
    'DIS_BILI_ELAS': (bili, False, True, False, 3, 1e-8),
    'CHOC_ELAS_TRAC': (shock, False, True, False, 3, 1e-8),
    'DASHPOT': (dashpot, False, False, False, 3, 1e-8),
    'CHOC_ENDO': (endo, False, True, False, 3, 1e-5),
    'CHOC_ENDO_PENA': (pena, False, True, False, 3, 1e-8),
    'ARME': (arme, False, False, True, 6, 1e-8),
    'DIS_GRICRA': (gricra, False, False, True, 6, 1e-8),
    'VMIS_ISOT_LINE': (bar('VMIS_ISOT_LINE'), False, True, False, 3, 1e-8),
    'VMIS_CINE_LINE': (bar('VMIS_CINE_LINE'), False, True, False, 3, 1e-8),
    'VMIS_ISOT_TRAC': (bar('VMIS_ISOT_TRAC'), False, True, False, 3, 1e-8),
    'PINTO_MENEGOTTO': (bar('PINTO_MENEGOTTO'), False, False, True, 3, 1e-8),
}
BARS = ('VMIS_ISOT_LINE', 'VMIS_CINE_LINE', 'VMIS_ISOT_TRAC', 'PINTO_MENEGOTTO')
GAPS = ('DIS_CONTACT', 'DIS_CHOC', 'CHOC_ELAS_TRAC', 'CHOC_ENDO', 'CHOC_ENDO_PENA')


def direction(d):
    v = d.rng.normal(size=3)
    return v / np.linalg.norm(v)


def plain(values):
    return [float('%.9g' % v) for v in values]


def one(name, rank):
    """One random study: its text as a dictionary, and its figures."""
    maker, points, dynamics, driven, size, precision = LAWS[name]
    d = Dice(zlib.crc32(f'{name} {rank}'.encode()))
    s = dict(dynamic=dynamics and rank % 2 == 1, point=points and rank % 5 in (2, 3), end=d.log(0.1, 10.0))
    count = 24
    times = [0.0] + plain(np.cumsum([d.real(0.7, 1.3) for _ in range(count)]) * s['end'] / count)
    s.update(times=times, dt=times[-1] / count, end=times[-1])
    k, x = d.log(1e2, 1e7), d.log(1e-4, 1e-2)
    factor, words, make = maker(d, k, x, s)
    span, dist = d.real(0.5, 3.0), []
    s['axes'] = [plain(90.0 * d.rng.uniform(-1, 1, 3)) for _ in range(2)] if s['point'] else [[d.real(-90, 90)]] * 2
    spots, sides = [np.array([20.0 * rank, 0.0, 0.0])], [direction(d), direction(d)]
    for side in sides:
        spots.append(np.round(spots[-1] + span * side, 6))
    gap = 0.0
    if name in GAPS:
        gap = d.real(0.1, 0.8) * x
        if s['point']:
            words.update(JEU=gap)
        else:
            words.update(DIST_1=float('%.9g' % (0.3 * span)), DIST_2=float('%.9g' % (0.7 * span - gap)))
    elements, p, q = [], list(range(size)), list(range(size, 2 * size))
    scale = s.get('area', 1.0) * s.get('modulus', 0.0) / span or k
    reach = 2e-3 * span if name in BARS else x
    for rank_of, (start, end) in enumerate(((spots[0], spots[1]), (spots[1], spots[2]))):
        if driven and rank_of == 1:
            break
        length = np.linalg.norm(end - start)
        axes = frame(*s['axes'][rank_of][:1], s['axes'][rank_of][1:]) if s['point'] else frame(end - start, roll=0.0 if name in BARS else s['axes'][0][0])
        law = make(gap if s['point'] else length - words.get('DIST_1', 0.0) - words.get('DIST_2', 0.0), length)
        first, second = ([], p) if rank_of == 0 else ([], q) if s['point'] else (p, q)
        elements.append(Element(law, axes, first, second, s.get('stiffness', [0.0] * 3), (length, 0.0, 0.0)))
    for e in elements:
        if name in BARS:
            e.law.length = reach
    s['springs'] = [round(d.real(0.2, 0.9) * scale, 6) for _ in range(6)]
    s['mass'] = float('%.6g' % (scale * (s['dt'] / d.real(0.3, 0.8))**2)) if s['dynamic'] else 0.0
    knots = [0.0] + [times[i] for i in (5, 11, 18, 24)]
    ways = [[0.0] + [d.real(0.3, 1.0) * sign for sign in signs] for signs in d.pick(((1, -1, 1, -1), (1, 1, -1, 1)), ((-1, 1, -1, 1), (1, -1, -1, 1)))]
    s['knots'], s['ways'] = knots, ways
    way = lambda t: [np.interp(t, knots, w) for w in ways]
    size_of = (2.5 * reach) if driven else 4.0 * scale * reach * (1.5 if s['dynamic'] else 1.0)
    if driven:
        local = [elements[0].axes.T @ np.array([d.real(-1, 1) * (size_of if i < 3 else 2e-3) for i in range(size)]) for _ in range(2)]
        s['loads'] = [plain(v) for v in local]
    else:
        s['loads'] = [plain(size_of * np.concatenate([direction(d), 0.7 * direction(d)])) for _ in range(2)]
        if name in GAPS:
            # The first load pushes the first law shut.
            s['loads'][0][:3] = plain(-size_of * elements[0].axes[0])
    figures, orders = [], (9, 17, 24)
    if driven:
        element, u = elements[0], np.zeros(size)
        for n, (start, end) in enumerate(zip(times, times[1:]), 1):
            new = sum(w * np.array(v) for w, v in zip(way(end), s['loads']))
            before, du = element.relative(u), element.relative(new - u)
            element.force, element.memory = element.answer(before, du, np.zeros(size), (start, end), False)
            u = new
            if n in orders:
                figures.append((n, [], plain13(element.force)))
    else:
        structure = Structure(2 * size, np.array(s['springs']), np.full(6, s['mass']), elements)
        load = lambda t: sum(w * np.array(v) for w, v in zip(way(t), s['loads']))
        for n, (u, forces) in enumerate(structure.run(times, load, s['dynamic']), 1):
            if n in orders:
                figures.append((n, plain13(u), plain13(np.concatenate(forces))))
    s.update(words=words, factor=factor, figures=figures, driven=driven, precision=precision)
    spots_text = [(f'{c}{rank}', *map(float, p)) for c, p in zip('OPQ', spots)]
    return s, spots_text


def plain13(values):
    return [float('%.13g' % v) for v in values]


BODY = (Path(__file__).parent / 'laws_nets_body.txt')


def write(name):
    nodes, cells, group_no, group_ma, studies = [], {'SEG2': [], 'POI1': []}, {}, {}, []
    for rank in range(10):
        s, spots = one(name, rank)
        nodes += spots
        r = str(rank)
        for c in 'OPQ':
            group_no[c + r] = [c + r]
        cells['SEG2'] += [('A' + r, 'O' + r, 'P' + r), ('B' + r, 'P' + r, 'Q' + r)]
        cells['POI1'] += [('C' + r, 'P' + r), ('D' + r, 'Q' + r), ('E' + r, 'P' + r), ('F' + r, 'Q' + r)]
        for c in 'ABCDEF':
            group_ma[c + r] = [c + r]
        studies.append(s)
    keys = ('dynamic', 'point', 'driven', 'times', 'factor', 'words', 'more', 'stiffness', 'area', 'axes', 'springs', 'mass', 'knots', 'ways', 'loads',
            'figures')
    table = ',\n'.join('    dict(' + ',\n         '.join(f'{key}={s[key]!r}' for key in keys if key in s) + ')' for s in studies)
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / (name.lower() + '.comm')
    path.with_suffix('.mail').write_text(mesh_text(nodes, cells, group_ma, group_no))
    tolerance = LAWS[name][-1]
    text = BODY.read_text().replace('LAW_NAME', name).replace('ROTATES', str(LAWS[name][4] == 6)).replace('BARS', str(name in BARS))
    elastic = name == 'DIS_ECRO_TRAC'
    text = text.replace('SETTINGS', ELASTIC if elastic else TANGENT).replace('MOST', '2000' if elastic else '200')
    loose = tolerance > 1e-7
    text = text.replace('TIGHT', '5.E-6' if name == 'DIS_CONTACT' else '1.E-7' if loose else '1.E-10').replace('BALANCE', '1.E-4' if loose else '1.E-7')
    text = text.replace('LOCAL,', '1.E-7,' if name == 'DIS_CONTACT' else '1.E-9,').replace('TOLERANCE', '%.0e' % tolerance).replace('STUDY_TABLE', 'STUDIES = [\n' + table + ']')
    path.write_text(text)


for name in sys.argv[1:] or LAWS:
    write(name)
    print(name)
