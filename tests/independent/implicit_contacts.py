"""Random transients with contacts in the matrices (TRAITEMENT_NONL='IMPLICITE'), integrated apart with numpy.

Writes the case tests/cases/contact/implicit_random.comm:  python3 tests/independent/implicit_contacts.py > that file

A line of three masses moves along y: springs between them and to the ground, walls at a distance on both sides of two of them. In
the modes (largest displacement 1) M and K are diagonal. A contact is closed when its last clamped force is not zero; while some are
closed, K + K_a and C + C_a replace K and C, no other contact force acts, and F_add is added. After a step that ends in another set of
closed contacts the critical point X of (K_a - K_a0) X = F_add - F_add0 (the shortest solution) decides whether the step is
made again. Errors of step control are measured in the modes of the structure with its closed contacts, of unit mass.
"""
import sys

import numpy as np

from write import print_studies

EPS = 2.220446049250313e-16


class Structure:
    def __init__(self, m, g, k, walls, modes):
        K = np.diag(g)
        for i in range(2):
            K[i:i + 2, i:i + 2] += k[i] * np.array([[1, -1], [-1, 1]])
        w2, x = np.linalg.eigh(K / np.sqrt(np.outer(m, m)))
        phi = x / np.sqrt(m)[:, None]
        phi /= phi[abs(phi).argmax(axis=0), range(3)]
        phi = phi[:, :modes]
        self.phi = phi
        self.M = np.diag(phi.T @ np.diag(m) @ phi)
        self.K = np.diag(phi.T @ K @ phi)
        self.walls = walls  # (mass, gap, stiffness, damping)

    def contact(self, w, q, v):
        """Force along y of a wall's clamped law."""
        i, gap, k, c = self.walls[w]
        y, dy = self.phi[i] @ q, self.phi[i] @ v
        if abs(y) < gap:
            return 0.0
        s = np.sign(y)
        return -s * max(0.0, k * (abs(y) - gap) + c * s * dy)


class Run:
    """State, affine law and decisions; the scheme calls acceleration."""

    def __init__(self, s, force, step, adaptive):
        self.s, self.push, self.nominal, self.adaptive = s, force, step, adaptive
        n = len(s.M)
        self.n = n
        self.closed = ()
        self.Ka, self.Ca, self.F = np.zeros((n, n)), np.zeros((n, n)), np.zeros(n)
        self.bases, self.left = {}, set()
        self.found = ()
        self.again = self.changes = 0
        self.clear_measure()

    def clear_measure(self):
        self.measure = np.eye(self.n)

    def acceleration(self, t, q, v):
        s = self.s
        forces = [s.contact(w, q, v) for w in range(len(s.walls))]
        self.found = tuple(w for w, f in enumerate(forces) if abs(f) > EPS)
        f = self.push(t) - s.K * q
        if self.closed:
            f = f + self.F - self.Ka @ q - self.Ca @ v
        else:
            for w, x in enumerate(forces):
                f = f + s.phi[s.walls[w][0]] * x
        return f / s.M

    def law(self, found, q, v):
        s, n = self.s, self.n
        Ka, Ca, F = np.zeros((n, n)), np.zeros((n, n)), np.zeros(n)
        for w in found:
            i, gap, k, c = s.walls[w]
            b = s.phi[i]
            Ka += k * np.outer(b, b)
            Ca += c * np.outer(b, b)
            F += b * s.contact(w, q, v)
        return Ka, Ca, F + Ka @ q + Ca @ v

    def basis(self):
        """Modes of the present state, of unit mass; kept from its first time."""
        if self.closed not in self.bases:
            r = np.sqrt(self.s.M)
            w2, x = np.linalg.eigh((np.diag(self.s.K) + self.Ka) / np.outer(r, r))
            phi = x / r[:, None]
            # Signs decide after the first time a state is left; the largest component is taken positive.
            phi *= np.sign(phi[abs(phi).argmax(axis=0), range(self.n)])
            self.bases[self.closed] = (phi, w2)
        return self.bases[self.closed]

    def ratio(self, new, q0, q2):
        Ka, _, F = new
        Ka0, F0 = self.Ka, self.F
        if self.closed:
            phi, w2 = self.basis()
            q0, q2 = phi.T @ (self.s.M * q0), phi.T @ (self.s.M * q2)
            F0 = phi.T @ F0
            if self.closed not in self.left:
                self.left.add(self.closed)
                Ka0 = np.diag(w2)
        dK, dF = Ka - Ka0, F - F0
        on = [i for i in range(self.n) if abs(dF[i]) > 100 * EPS and abs(dK[i, i]) > 100 * EPS]
        X = np.zeros(self.n)
        if on:
            X[on] = np.linalg.lstsq(dK[np.ix_(on, on)], dF[on], rcond=1e-12)[0]
        if abs(X - q0).max() <= 1e5 * EPS:
            return 1.0
        return min(1.0, (X - q0) @ (q2 - q0) / ((q2 - q0) @ (q2 - q0)))

    def step(self, scheme, h):
        """One accepted step of a scheme with keep, go_back, step(h) -> (length, next)."""
        redone = 0
        while True:
            q0, saved = scheme.q.copy(), scheme.keep()
            length, nxt = scheme.step(h)
            if self.found == self.closed:
                return self.nominal if redone else nxt
            found = self.found
            new = self.law(found, scheme.q, scheme.v)
            r = self.ratio(new, q0, scheme.q)
            if r > EPS and abs(r - 1) > 0.01 and length * r > 1e-10:
                scheme.go_back(saved)
                h, redone = length * r, redone + 1
                self.again += 1
                continue
            self.closed, (self.Ka, self.Ca, self.F) = found, new
            self.changes += 1
            self.clear_measure()
            if self.adaptive and self.closed:
                self.measure = self.basis()[0].T * self.s.M
            return self.nominal if redone else nxt


class Scheme:
    names = ['t', 'q', 'v', 'a']

    def __init__(self, run, q, v, h):
        self.run, self.t, self.q, self.v = run, 0.0, q, v
        self.a = run.acceleration(0.0, q, v)
        run.found = ()

    def keep(self):
        return {name: (np.copy(getattr(self, name)) if isinstance(getattr(self, name), np.ndarray) else getattr(self, name)) for name in self.names}

    def go_back(self, saved):
        for name, value in saved.items():
            setattr(self, name, value)


class Central(Scheme):
    def step(self, h):
        v = self.v + h * self.a
        q = self.q + h * v
        self.t, self.q, self.v = self.t + h, q, v
        self.a = self.run.acceleration(self.t, q, v)
        return h, h


class RungeKutta(Scheme):
    def __init__(self, run, q, v, h, tol, tableau):
        super().__init__(run, q, v, h)
        self.tol, self.tableau = tol, tableau

    def step(self, h):
        c, rows, e, order = self.tableau
        P, tol, best = self.run.measure, self.tol, np.inf
        while True:
            kq, kv = [self.v], [self.a]
            for s, row in enumerate(rows):
                q = self.q + h * sum(x * k for x, k in zip(row, kq))
                v = self.v + h * sum(x * k for x, k in zip(row, kv))
                kq.append(v)
                kv.append(self.run.acceleration(self.t + c[s + 1] * h, q, v))
            Ed, Ev = P @ sum(x * k for x, k in zip(e, kq)), P @ sum(x * k for x, k in zip(e, kv))
            size = lambda a, b: np.maximum(np.maximum(tol * abs(P @ a), tol * abs(P @ b - P @ a)), 100 * EPS)
            err = max(h * np.sqrt(((Ed / size(self.q, q)) ** 2 + (Ev / size(self.v, v)) ** 2).sum() / (2 * len(q))), 100 * EPS)
            if 1.01 * err > best:
                err = 0.99
            factor = 5 if err < 0.18 ** order else 0.2 if err > 4.5 ** order else 0.9 * err ** (-1 / order)
            if err < 1:
                break
            best, h = err, factor * h
        self.t, self.q, self.v, self.a = self.t + h, q, v, kv[-1]
        return h, factor * h


class Adaptive(Scheme):
    names = Scheme.names + ['w', 'low', 'count', 'accepted']

    def __init__(self, run, q, v, h, order, largest):
        super().__init__(run, q, v, h)
        self.order, self.largest = order, largest
        self.w, self.low, self.count, self.accepted = v.copy(), np.full(len(q), 1e-15), 1, 0

    def step(self, h):
        P = self.run.measure
        h0 = 0 if self.order == 2 and self.accepted == 0 else h
        tries = 1
        while True:
            w = self.w + (h0 + h) / 2 * self.a
            q = self.q + h * w
            v = w + h / 2 * self.a if self.order == 2 else w
            a = self.run.acceleration(self.t + h, q, v)
            b = np.maximum(self.low * h, abs(P @ (q - self.q)))
            b[b <= 2.2e-308] = EPS
            err = max(50 * np.sqrt(max(EPS, abs(P @ (a - self.a) / b).max())) / (2 * np.pi) * h, 100 * EPS)
            if self.order == 1 and self.accepted < 5:
                err = 0
            factor = 1
            if err >= 1:
                factor = 1 / 1.3333334
            elif self.count > 4.5:
                if err < 0.75:
                    factor, self.count = 1.1, 1
            else:
                self.count += 1
            if err < 1 or tries >= 16:
                break
            h, tries = h * factor, tries + 1
        u = P @ w
        self.low = np.maximum(self.low, 0.01 * abs(u)) if self.largest else np.full(len(q), 0.01 * np.linalg.norm(u))
        self.t, self.q, self.v, self.a, self.w = self.t + h, q, v, a, w
        self.accepted += 1
        return h, h * factor


RK32 = ([0, 1 / 2, 3 / 4, 1], [[1 / 2], [0, 3 / 4], [2 / 9, 1 / 3, 4 / 9]], [5 / 72, -1 / 12, -1 / 9, 1 / 8], 4)
RK54 = ([0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1],
        [[1 / 5], [3 / 40, 9 / 40], [44 / 45, -56 / 15, 32 / 9], [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
         [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656], [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84]],
        [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40], 6)
SCHEMES = ['DIFF_CENTRE', 'RUNGE_KUTTA_32', 'ADAPT_ORDRE2', 'RUNGE_KUTTA_54', 'ADAPT_ORDRE1'] * 2


def study(number):
    rng = np.random.default_rng(600 + number)
    name = SCHEMES[number]
    m, g, k = rng.uniform(0.5, 2, 3), rng.uniform(300, 900, 3), rng.uniform(300, 2000, 2)
    walls = [(int(i), float(rng.uniform(2e-3, 5e-3)), float(rng.uniform(1e4, 8e4)), float(rng.uniform(0, 8))) for i in (0, 2)]
    stiff = number in (0, 5)
    if stiff:
        # An impact as short as a step or some.
        walls[0] = (0, walls[0][1], 1e9 if number else 1e8, 0.0)
    # One mode alone: the critical point lies on its motion, and steps are made again.
    modes = 1 if number in (5, 6, 7, 8) else 3
    s = Structure(m, g, k, walls, modes)
    amplitude, w, speed = float(rng.uniform(3, 12)), float(rng.uniform(20, 60)), float(rng.uniform(0.1, 0.5))
    force = lambda t: s.phi[1] * amplitude * np.sin(w * t)
    v0 = np.linalg.lstsq(s.phi, np.full(3, speed), rcond=None)[0]
    step = float(rng.uniform(1e-4, 3e-4))
    if stiff:
        step = 1e-4
    tol = float(10.0 ** rng.uniform(-6, -4))
    end = 0.12
    run = Run(s, force, step, name != 'DIFF_CENTRE')
    q = np.zeros(modes)
    if name == 'DIFF_CENTRE':
        scheme = Central(run, q, v0, step)
    elif name.startswith('RUNGE'):
        scheme = RungeKutta(run, q, v0, step, tol, RK32 if name.endswith('32') else RK54)
    else:
        scheme = Adaptive(run, q, v0, step, int(name[-1]), number >= 5)
    constant = name == 'DIFF_CENTRE'
    track = [(0.0, (s.phi @ q).tolist())]
    h = step
    while True:
        left = end - scheme.t
        if left <= 1e-13:
            break
        asked = h
        if h > left + 1e-13:
            asked = left
        h = run.step(scheme, asked)
        track.append((float(scheme.t), (s.phi @ scheme.q).tolist()))
        if constant:
            h = step
        if constant and len(track) > round(end / step):
            break
    print(number, name, len(track) - 1, 'steps', run.changes, 'changes', run.again, 'again', file=sys.stderr)
    picks = [len(track) * p // 5 for p in (1, 2, 3, 4)] + [len(track) - 1]
    return dict(scheme=name, m=m.tolist(), g=g.tolist(), k=k.tolist(), walls=walls, amplitude=amplitude, w=w, speed=speed, step=step, tol=tol,
                end=end, largest=number >= 5, modes=modes, states=[track[i] for i in picks])


HEAD = '''# TRAITEMENT_NONL='IMPLICITE', ten random studies of three masses between walls, with schemes of constant and of controlled step.
# Figures: tests/independent/implicit_contacts.py (numpy), which wrote this file.
DEBUT()
MESH = LIRE_MAILLAGE(FORMAT='ASTER')
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))
GUIDE = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO='LINE', DX=0., DZ=0.))
PUSH = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=_F(GROUP_NO='N2', FY=1.))
WALLS = DEFI_OBSTACLE(TYPE='PLAN_Y')
STUDIES = [
'''
TAIL = ''']


def run(study):
    discrete = []
    for i in (0, 1, 2):
        discrete.append(_F(GROUP_MA='P%d' % (i + 1), CARA='M_T_D_N', VALE=(study['m'][i],)))
        discrete.append(_F(GROUP_MA='P%d' % (i + 1), CARA='K_T_D_N', VALE=(1., study['g'][i], 1.)))
    for i in (0, 1):
        discrete.append(_F(GROUP_MA='S%d' % (i + 1), CARA='K_T_D_L', VALE=(1., study['k'][i], 1.)))
    cara = AFFE_CARA_ELEM(MODELE=MODEL, DISCRET=discrete)
    ASSEMBLAGE(MODELE=MODEL, CARA_ELEM=cara, CHARGE=GUIDE, NUME_DDL=CO('NUM'),
               MATR_ASSE=(_F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('M'), OPTION='MASS_MECA')),
               VECT_ASSE=_F(VECTEUR=CO('F'), OPTION='CHAR_MECA', CHARGE=PUSH))
    modes = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION='PLUS_PETITE', CALC_FREQ=_F(NMAX_FREQ=study['modes']))
    modes = NORM_MODE(reuse=modes, MODE=modes, NORME='TRAN')
    speed = CREA_CHAMP(TYPE_CHAM='NOEU_DEPL_R', OPERATION='AFFE', MAILLAGE=MESH, NUME_DDL=NUM,
                       AFFE=_F(TOUT='OUI', NOM_CMP=('DX', 'DY', 'DZ'), VALE=(0., study['speed'], 0.)))
    PROJ_BASE(BASE=modes, STOCKAGE='DIAG', MATR_ASSE_GENE=(_F(MATRICE=CO('KG'), MATR_ASSE=K), _F(MATRICE=CO('MG'), MATR_ASSE=M)),
              VECT_ASSE_GENE=(_F(VECTEUR=CO('FG'), VECT_ASSE=F, TYPE_VECT='FORC'), _F(VECTEUR=CO('VG'), VECT_ASSE=speed, TYPE_VECT='VITE')))
    a, w = study['amplitude'], study['w']
    wave = FORMULE(NOM_PARA='INST', VALE='a * sin(w * INST)', a=a, w=w)
    scheme = dict(SCHEMA=study['scheme'])
    if study['scheme'][:5] == 'ADAPT':
        scheme['VITE_MIN'] = 'MAXI' if study['largest'] else 'NORM'
    if study['scheme'][:5] == 'RUNGE':
        scheme['TOLERANCE'] = study['tol']
    steps = dict(PAS=study['step'], INST_FIN=study['end'])
    if study['scheme'] == 'DIFF_CENTRE':
        steps['VERI_PAS'] = 'NON'
    contacts = [_F(RELATION='DIS_CHOC', GROUP_NO_1='N%d' % (i + 1), OBSTACLE=WALLS, NORM_OBST=(1., 0., 0.), ORIG_OBST=(float(i), 0., 0.), JEU=gap,
                   RIGI_NOR=stiffness, AMOR_NOR=damping) for i, gap, stiffness, damping in study['walls']]
    return DYNA_VIBRA(TYPE_CALCUL='TRAN', BASE_CALCUL='GENE', MATR_MASS=MG, MATR_RIGI=KG, SCHEMA_TEMPS=scheme, ETAT_INIT=_F(VITE=VG),
                      EXCIT=_F(VECT_ASSE_GENE=FG, FONC_MULT=wave), TRAITEMENT_NONL='IMPLICITE', COMPORTEMENT=contacts,
                      INCREMENT=_F(**steps), ARCHIVAGE=_F(PAS_ARCH=1)), modes


for study in STUDIES:
    moved, modes = run(study)
    for rank in (0, 1, 2):
        y = RECU_FONCTION(RESU_GENE=moved, NOM_CHAM='DEPL', NOM_CMP='DY', GROUP_NO='N%d' % (rank + 1))
        for t, values in study['states']:
            TEST_FONCTION(VALEUR=_F(FONCTION=y, VALE_PARA=t, VALE_CALC=values[rank], VALE_REFE=values[rank], REFERENCE='AUTRE_ASTER',
                                    CRITERE='ABSOLU', PRECISION=1.E-11, TOLE_MACHINE=1.E-11))
    DETRUIRE(NOM=(moved, modes, K, M, F, NUM, KG, MG, FG, VG))
FIN()'''

if __name__ == '__main__':
    print_studies(HEAD, study, TAIL)
