"""Random transients of three coupled parts whose step is controlled, integrated apart with numpy.

Writes the case tests/cases/transient/linked_parts.comm:  python3 tests/independent/linked_parts.py > that file

Each part is a line of four masses with springs between them and to the ground; its base has modes of the part held at its
faces, of unit mass, and the static shapes of the faces. The coordinates u obey M a + C v + K u + L'R = f, L a = 0 (the last
solved here in the null space of L by a singular value decomposition), and each row of L has two multipliers
l'' + cmax l' + kmax l = kmax R / (2 alpha) in the state. The schemes are written from their description, not from the program.
"""
import numpy as np

from write import print_studies

EPS = 2.220446049250313e-16


def part(rng, ends, damped):
    k, g, m = rng.uniform(50, 400, 3), rng.uniform(10, 200, 4), rng.uniform(0.5, 3, 4)
    c = rng.uniform(0.2, 1.5, 4) if damped else np.zeros(4)
    K = np.diag(g)
    for i in range(3):
        K[i:i + 2, i:i + 2] += k[i] * np.array([[1, -1], [-1, 1]])
    M, C = np.diag(m), np.diag(c)
    held = [{'LEFT': 0, 'RIGHT': 3}[e] for e in ends]
    inner = [i for i in range(4) if i not in held]
    kept = int(rng.integers(1, len(inner) + 1))
    w, x = np.linalg.eigh(np.diag(m[inner] ** -0.5) @ K[np.ix_(inner, inner)] @ np.diag(m[inner] ** -0.5))
    shapes = []
    for j in range(kept):
        phi = np.zeros(4)
        phi[inner] = x[:, j] / np.sqrt(m[inner])
        shapes.append(phi)
    for h in held:
        psi = np.zeros(4)
        psi[h] = 1
        psi[inner] = -np.linalg.solve(K[np.ix_(inner, inner)], K[inner, h])
        shapes.append(psi)
    P = np.array(shapes).T
    data = dict(k=k.tolist(), g=g.tolist(), m=m.tolist(), c=c.tolist(), modes=kept)
    return data, P, P.T @ M @ P, P.T @ C @ P, P.T @ K @ P


def block(parts, which):
    n = sum(p[which].shape[0] for p in parts)
    out, at = np.zeros((n, n)), 0
    for p in parts:
        s = p[which].shape[0]
        out[at:at + s, at:at + s] = p[which]
        at += s
    return out


class Motion:
    """Acceleration of (u, l, l) for given force on u."""

    def __init__(self, M, C, K, L, damped):
        self.M, self.C, self.K, self.L = M, C, K, L
        _, s, vt = np.linalg.svd(L)
        self.T = vt[len(s):].T
        self.reduced = np.linalg.inv(self.T.T @ M @ self.T)
        self.alpha = abs(K).max() / abs(L).max()
        self.kmax = max(K.max(), (self.alpha * L).max())
        self.cmax = C.max() if damped else 0.0
        self.r, self.nu = L.shape
        self.n = self.nu + 2 * self.r

    def acceleration(self, q, v, f):
        nu, r = self.nu, self.r
        u, l, du, dl = q[:nu], q[nu:nu + r], v[:nu], v[nu:nu + r]
        load = f - self.C @ du - self.K @ u
        a = self.T @ (self.reduced @ (self.T.T @ load))
        R = np.linalg.lstsq(self.L.T, load - self.M @ a, rcond=None)[0]
        ll = self.kmax * R / (2 * self.alpha) - self.cmax * dl - self.kmax * l
        return np.concatenate([a, ll, ll])

    def elastic(self, q, f):
        return self.acceleration(q, np.zeros(self.n), f)

    def rate(self):
        zero, nothing = np.zeros(self.n), np.zeros(self.nu)
        D = np.zeros((self.n, self.n))
        for j in range(self.n):
            e = np.zeros(self.n)
            e[j] = 1
            D[:, j] = -self.acceleration(zero, e, nothing)
        # Second multipliers move with the first: their own columns are those of an equal pair.
        nu, r = self.nu, self.r
        for i in range(r):
            D[nu + r + i, nu + r + i] = self.cmax
            D[nu + r + i, nu + i] = 0.0
        return D


def runge_kutta(motion, force, t, h, end, tol, tableau):
    c, rows, e, order = tableau
    q, v = np.zeros(motion.n), np.zeros(motion.n)
    a = motion.acceleration(q, v, force(t, q))
    steps = rejected = 0
    while end - t > 1e-13:
        h = min(h, end - t)
        best = np.inf
        while True:
            kq, kv = [v], [a]
            for s, row in enumerate(rows):
                qs = q + h * sum(x * k for x, k in zip(row, kq))
                vs = v + h * sum(x * k for x, k in zip(row, kv))
                kq.append(vs)
                kv.append(motion.acceleration(qs, vs, force(t + c[s + 1] * h, qs)))
            Ed, Ev = sum(x * k for x, k in zip(e, kq)), sum(x * k for x, k in zip(e, kv))
            sd = np.maximum(np.maximum(tol * abs(q), tol * abs(qs - q)), 100 * EPS)
            sv = np.maximum(np.maximum(tol * abs(v), tol * abs(vs - v)), 100 * EPS)
            err = max(h * np.sqrt((((Ed / sd) ** 2) + (Ev / sv) ** 2).sum() / (2 * motion.n)), 100 * EPS)
            if 1.01 * err > best:
                err = 0.99
            factor = 5 if err < 0.18 ** order else 0.2 if err > 4.5 ** order else 0.9 * err ** (-1 / order)
            nxt = factor * h
            if err < 1:
                break
            best, h, rejected = err, nxt, rejected + 1
        t, q, v, a, h, steps = t + h, qs, vs, kv[-1], nxt, steps + 1
    return q, v, steps, rejected


RK32 = ([0, 1 / 2, 3 / 4, 1], [[1 / 2], [0, 3 / 4], [2 / 9, 1 / 3, 4 / 9]], [5 / 72, -1 / 12, -1 / 9, 1 / 8], 4)
RK54 = ([0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1],
        [[1 / 5], [3 / 40, 9 / 40], [44 / 45, -56 / 15, 32 / 9], [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
         [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656], [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84]],
        [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40], 6)


def devoge(motion, force, t, h, end, tol, hmax):
    D, n = motion.rate(), motion.n
    I = np.eye(n)
    q, v = np.zeros(n), np.zeros(n)
    f0 = force(t, q)
    raw = np.concatenate([f0, np.zeros(n - len(f0))])
    g = motion.elastic(q, f0)
    qm = q - h / 2 * v + h / 8 * (g - D @ v)
    gm = motion.elastic(qm, f0)
    vm = np.linalg.solve(4 * I - h * D, (4 * I + h * D) @ v - h * (g + gm))
    qe = 2 * qm - q + h / 2 * (2 * vm - v) + (h / 2) ** 2 / 24 * 13 * g
    qp, vp, gp = q, v, raw
    o1 = o2 = h
    steps = rejected = 0
    hmin = 1e-10 * h
    while end - t > 1e-13:
        h = min(h, end - t)
        tries = 1
        while True:
            hh = h / 2
            q3 = q + hh * v + h * h / 24 * (4 * g - gm - D @ (4 * v - vm))
            f = force(t + hh, q3)
            g3 = motion.elastic(q3, f)
            v3 = np.linalg.solve(4 * I + h * D, 4 * (v + h / 4 * (g + g3 - D @ v)))
            q4 = q + h * v + h * h / 6 * (g + 2 * g3 - D @ (v + 2 * v3))
            f = force(t + h, q4)
            g4 = motion.elastic(q4, f)
            v4 = np.linalg.solve(6 * I + h * D, 6 * (v + h / 6 * (g4 + 4 * g3 + g - D @ (4 * v3 + v))))
            p0, p1 = o1 / 2, o2 / 2
            same = lambda a, b: abs(a - b) <= EPS
            if same(hh, p1):
                q3e = q4 - hh * v4 + hh * hh / 24 * (7 * g4 + 6 * g3 - g)
                al1 = al2 = 1
                beta = 45 * hh / 4
            else:
                q3e = q + hh * v + hh * hh / 24 * (7 * g + 6 * g3 - g4)
                if same(p1, p0):
                    cc = hh / p1
                    al1, al2, beta = cc ** 3 * (2 + cc) / 3, 1, 5 * p1 * (12 + 7 * cc - cc ** 2) / (8 * cc)
                else:
                    c0, cc = p1 / p0, hh / p1
                    al1, al2 = cc ** 3 * (2 + cc) / 3, (1 + 2 / c0) / 3
                    beta = 5 * hh * (c0 ** 2 * (12 + 7 * cc - cc ** 2) + c0 * (20 + 12 * cc - 2 * cc ** 2) + 2 * cc + 4) / (24 * c0 ** 2 * cc ** 2)
            if tries == 2:
                qe = qp + p1 * vp + p1 * p1 / 24 * (7 * gp + 6 * gm - g)
            E = (((al2 * (q3e - q3) - al1 * (qe - qm)) / beta) ** 2).sum()
            mag = np.sqrt((np.maximum(abs(q3), abs(v3 * h)) ** 2).sum()) / n
            err = 0.9 ** 4 if tol * mag <= EPS else np.sqrt(E) * hh / n / (tol * mag)
            factor = 1.5 if err < 0.6 ** 4 else 0.5 if err > 1.8 ** 4 else 0.9 * err ** -0.25
            nxt = min(max(hmin, factor * h), hmax)
            if err < 1 and abs(nxt / h - 1) < 0.15:
                nxt = h
            if err <= 1 or tries >= 25:
                break
            r = nxt / h
            gm, qm, vm = g + r * (gm - g), q + r * (qm - q), v + r * (vm - v)
            h, tries, rejected = nxt, tries + 1, rejected + 1
        qp, vp, gp, qe = q, v, g, q3e
        q, v, g, qm, vm, gm = q4, v4, g4, q3, v3, g3
        o1, o2 = o2, h
        t, h, steps = t + h, nxt, steps + 1
    return q, v, steps, rejected


def adaptive(motion, force, t, h, end, order, largest):
    n = motion.n
    q, w = np.zeros(n), np.zeros(n)
    a = motion.acceleration(q, w, force(t, q))
    v = w
    low = np.full(n, 1e-15)
    count, accepted, rejected = 1, 0, 0
    while end - t > 1e-13:
        h = min(h, end - t)
        h0 = 0 if order == 2 and accepted == 0 else h
        h1, tries = h, 1
        while True:
            p = (h0 + h1) / 2
            w2 = w + p * a
            q2 = q + h1 * w2
            v2 = w2 + h1 / 2 * a if order == 2 else w2
            a2 = motion.acceleration(q2, v2, force(t + h1, q2))
            b = np.maximum(low * h1, abs(q2 - q))
            b[b <= 2.2e-308] = EPS
            err = max(50 * np.sqrt(max(EPS, abs((a2 - a) / b).max())) / (2 * np.pi) * h1, 100 * EPS)
            if order == 1 and accepted < 5:
                err = 0
            factor = 1
            if err >= 1:
                factor = 1 / 1.3333334
            elif count > 4.5:
                if err < 0.75:
                    factor, count = 1.1, 1
            else:
                count += 1
            nxt = h1 * factor
            if err < 1 or tries >= 16:
                break
            h1, tries, rejected = nxt, tries + 1, rejected + 1
        low = np.maximum(low, 0.01 * abs(w2)) if largest else np.full(n, 0.01 * np.linalg.norm(w2))
        q, a, w, v, t, h, accepted = q2, a2, w2, v2, t + h1, nxt, accepted + 1
    return q, v, accepted, rejected


SCHEMES = ['RUNGE_KUTTA_32', 'RUNGE_KUTTA_54', 'DEVOGE', 'ADAPT_ORDRE2', 'ADAPT_ORDRE1'] * 2


def study(number):
    rng = np.random.default_rng(1100 + number)
    scheme, damped = SCHEMES[number], number >= 3
    ends = [['RIGHT'], ['LEFT', 'RIGHT'], ['LEFT']]
    parts = [part(rng, e, damped) for e in ends]
    M, C, K = (block(parts, i) for i in (2, 3, 4))
    sizes = [p[1].shape[1] for p in parts]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    L = np.zeros((2, starts[-1]))
    for row, (a, na, b, nb) in enumerate([(0, 3, 1, 0), (1, 3, 2, 0)]):
        L[row, starts[a]:starts[a + 1]] = parts[a][1][na]
        L[row, starts[b]:starts[b + 1]] -= parts[b][1][nb]
    motion = Motion(M, C, K, L, damped)
    push, w, stiff = rng.uniform(1, 20), rng.uniform(3, 15), rng.uniform(300, 2000)
    row = np.zeros(starts[-1])
    # All coordinates move at once: the relative errors of one at rest would be those of rounding.
    loaded, nodes = 1, [0, 1, 2, 3]
    row[starts[loaded]:starts[loaded + 1]] = parts[loaded][1][nodes].sum(axis=0)
    nonlinear = number % 2 == 1
    # A kink inside a step makes the last digits of the following lengths those of rounding in the scheme of order 5.
    soft = 1.0 if scheme.endswith('54') else 0.2
    law = np.zeros(starts[-1])
    law[starts[1]:starts[2]] = parts[1][1][1]

    def force(t, q):
        f = row * push * np.cos(w * t)
        if nonlinear:
            x = law @ q[:len(law)]
            f = f + law * (-stiff * x if x > 0 else -soft * stiff * x)
        return f

    tol = float(10.0 ** rng.uniform(-7, -4))
    step = float(10.0 ** rng.uniform(-4, -2.5))
    end = float(np.round(rng.uniform(0.4, 1.0), 3))
    if scheme.startswith('RUNGE'):
        q, v, steps, rejected = runge_kutta(motion, force, 0.0, step, end, tol, RK32 if scheme.endswith('32') else RK54)
    elif scheme == 'DEVOGE':
        q, v, steps, rejected = devoge(motion, force, 0.0, step, end, tol, 1e10 * step)
    else:
        q, v, steps, rejected = adaptive(motion, force, 0.0, step, end, int(scheme[-1]), number >= 5)
    found = []
    for i, p in enumerate(parts):
        u, du = p[1] @ q[starts[i]:starts[i + 1]], p[1] @ v[starts[i]:starts[i + 1]]
        found.append((u.tolist(), du.tolist()))
    l = q[motion.nu:motion.nu + motion.r].tolist()
    import sys
    print(number, scheme, steps, rejected, 'n', motion.n, file=sys.stderr)
    return dict(scheme=scheme, parts=[p[0] for p in parts], damped=damped, loaded=loaded, pushed=[n + 1 for n in nodes], push=push, w=w,
                law=stiff if nonlinear else None, soft=soft, tol=tol, step=step, end=end, largest=number >= 5, nodes=found, multipliers=l,
                sizes=sizes)


HEAD = '''# Three coupled parts under schemes that control their step, ten random studies: the multipliers of the links take part in the
# control. Figures: tests/independent/linked_parts.py (numpy), which wrote this file.
from math import cos

DEBUT()
MESH = LIRE_MAILLAGE(FORMAT='ASTER')
STUDIES = [
'''
TAIL = ''']
NODES = ('N1', 'N2', 'N3', 'N4')
ENDS = (('RIGHT',), ('LEFT', 'RIGHT'), ('LEFT',))


def macro(data, ends, damped):
    model = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))
    discrete = []
    for i in (0, 1, 2):
        discrete.append(_F(GROUP_MA='S%d' % (i + 1), CARA='K_T_D_L', VALE=(data['k'][i], 0., 0.)))
    for i in (0, 1, 2, 3):
        discrete.append(_F(GROUP_MA='P%d' % (i + 1), CARA='K_T_D_N', VALE=(data['g'][i], 0., 0.)))
        discrete.append(_F(GROUP_MA='P%d' % (i + 1), CARA='M_T_D_N', VALE=(data['m'][i],)))
        discrete.append(_F(GROUP_MA='P%d' % (i + 1), CARA='A_T_D_N', VALE=(data['c'][i], 0., 0.)))
    cara = AFFE_CARA_ELEM(MODELE=model, DISCRET=discrete)
    held = AFFE_CHAR_MECA(MODELE=model, DDL_IMPO=(_F(GROUP_NO='LINE', DY=0., DZ=0.), _F(GROUP_NO=ends, DX=0.)))
    ASSEMBLAGE(MODELE=model, CARA_ELEM=cara, CHARGE=held, NUME_DDL=CO('NUM'),
               MATR_ASSE=(_F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('M'), OPTION='MASS_MECA'), _F(MATRICE=CO('C'), OPTION='AMOR_MECA')))
    modes = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION='PLUS_PETITE', CALC_FREQ=_F(NMAX_FREQ=data['modes']))
    modes = NORM_MODE(MODE=modes, NORME='MASS_GENE')
    faces = DEFI_INTERF_DYNA(NUME_DDL=NUM, INTERFACE=[_F(NOM=name, TYPE='CRAIGB', GROUP_NO=name, MASQUE=('DY', 'DZ')) for name in ends])
    base = DEFI_BASE_MODALE(CLASSIQUE=_F(INTERF_DYNA=faces, MODE_MECA=modes, NMAX_MODE=data['modes']))
    more = dict(MATR_AMOR=C) if damped else {}
    return MACR_ELEM_DYNA(BASE_MODALE=base, MATR_RIGI=K, MATR_MASS=M, **more), model, NUM


def run(study):
    parts, made = [], []
    for i in (0, 1, 2):
        element, model, num = macro(study['parts'][i], ENDS[i], study['damped'])
        made.append((model, num))
        parts.append(_F(NOM='PART%d' % i, MACR_ELEM_DYNA=element, ANGL_NAUT=(0., 0., 0.), TRANS=(3. * i, 0., 0.)))
    whole = DEFI_MODELE_GENE(SOUS_STRUC=parts, LIAISON=(
        _F(SOUS_STRUC_1='PART0', INTERFACE_1='RIGHT', SOUS_STRUC_2='PART1', INTERFACE_2='LEFT'),
        _F(SOUS_STRUC_1='PART1', INTERFACE_1='RIGHT', SOUS_STRUC_2='PART2', INTERFACE_2='LEFT')))
    model, num = made[study['loaded']]
    push = AFFE_CHAR_MECA(MODELE=model, FORCE_NODALE=_F(NOEUD=[NODES[n - 1] for n in study['pushed']], FX=study['push']))
    vect = CALC_VECT_ELEM(OPTION='CHAR_MECA', CHARGE=push)
    force = ASSE_VECTEUR(VECT_ELEM=vect, NUME_DDL=num)
    NUMV = NUME_DDL_GENE(MODELE_GENE=whole)
    KV = ASSE_MATR_GENE(NUME_DDL_GENE=NUMV, OPTION='RIGI_GENE')
    MV = ASSE_MATR_GENE(NUME_DDL_GENE=NUMV, OPTION='MASS_GENE')
    more = {}
    if study['damped']:
        more['MATR_AMOR'] = ASSE_MATR_GENE(NUME_DDL_GENE=NUMV, OPTION='AMOR_GENE')
    FV = ASSE_VECT_GENE(NUME_DDL_GENE=NUMV, CHAR_SOUS_STRUC=_F(SOUS_STRUC='PART%d' % study['loaded'], VECT_ASSE=force))
    w = study['w']
    wave = FORMULE(NOM_PARA='INST', VALE='cos(w * INST)', w=w)
    if study['law']:
        k = study['law']
        law = DEFI_FONCTION(NOM_PARA='DX', VALE=(-1., study['soft'] * k, 0., 0., 1., -k), PROL_DROITE='LINEAIRE', PROL_GAUCHE='LINEAIRE')
        more['COMPORTEMENT'] = _F(RELATION='RELA_EFFO_DEPL', GROUP_NO='SECOND', SOUS_STRUC='PART1', NOM_CMP='DX', FONCTION=law)
    scheme = dict(SCHEMA=study['scheme'])
    if study['scheme'][:5] == 'ADAPT':
        scheme['VITE_MIN'] = 'MAXI' if study['largest'] else 'NORM'
    else:
        scheme['TOLERANCE'] = study['tol']
    return DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MV, MATR_RIGI=KV, SCHEMA_TEMPS=scheme,
                      EXCIT=_F(VECT_ASSE_GENE=FV, FONC_MULT=wave), ARCHIVAGE=_F(INST=study['end']),
                      INCREMENT=_F(PAS=study['step'], INST_FIN=study['end'], VERI_PAS='NON'), **more)


def check(value, precision, **what):
    return _F(REFERENCE='AUTRE_ASTER', VALE_REFE=value, VALE_CALC=value, PRECISION=precision, TOLE_MACHINE=precision, **what)


for study in STUDIES:
    moved = run(study)
    for i in (0, 1, 2):
        fields = REST_SOUS_STRUC(RESU_GENE=moved, SOUS_STRUC='PART%d' % i, TOUT_CHAM='OUI')
        for n in (0, 1, 2, 3):
            for k in (0, 1):
                TEST_RESU(RESU=check(study['nodes'][i][k][n], 1.E-8, RESULTAT=fields, INST=study['end'], NOM_CHAM=('DEPL', 'VITE')[k],
                                     NOEUD=NODES[n], NOM_CMP='DX'))
    # The first multipliers come before the parts that are later in their links.
    a, b, c = study['sizes']
    TEST_RESU(GENE=check(study['multipliers'][0], 1.E-7, RESU_GENE=moved, INST=study['end'], NOM_CHAM='DEPL', NUME_CMP_GENE=a + 1))
    TEST_RESU(GENE=check(study['multipliers'][1], 1.E-7, RESU_GENE=moved, INST=study['end'], NOM_CHAM='DEPL', NUME_CMP_GENE=a + b + 3))
FIN()'''


if __name__ == '__main__':
    print_studies(HEAD, study, TAIL)
