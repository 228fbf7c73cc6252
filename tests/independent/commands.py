"""The commands of a study, done apart: enough of the language to run the cases of the linear chain on dense matrices."""
import functools
import math
import numpy as np
import fields
import inertia
import modes
import projection
from figures import harmonic, listed, probe
from functions import Formula, Surface, Table
from mesh import Mesh, many
from model import NAMES, Model
from sections import along_groups, circle, rectangle
from seismic import combine_study


class F(dict):
    """An occurrence of a keyword factor."""

    def __init__(self, **keys):
        super().__init__(keys)


class Result(dict):
    """`u`: fields DEPL by order; `kind`; what else a result knows (its model, matrices, parameters)."""
    __getattr__ = dict.get


class Matrix(dict):
    __getattr__ = dict.get


class Study:
    """Names of one study and what its commands need to share."""

    def __init__(self, path):
        self.path, self.names, self.failures, self.checked = path, {}, [], 0
        self.names.update({'_F': F, 'CO': lambda name: name, **{n: functools.partial(getattr(type(self), n), self) for n in dir(type(self)) if n.isupper()}})
        self.names.update({n: getattr(math, n) for n in ('sin', 'cos', 'tan', 'sqrt', 'pi', 'exp', 'log', 'atan2')})

    def run(self, text):
        exec(compile(text, str(self.path), 'exec'), self.names)
        return self

    def DEBUT(self, **k):
        pass

    FIN = DEBUT

    def LIRE_MAILLAGE(self, **k):
        return Mesh(str(self.path)[:-5] + '.mail')

    def CREA_MAILLAGE(self, MAILLAGE, CREA_POI1):
        for o in listed(CREA_POI1):
            MAILLAGE.add_points(o['NOM_GROUP_MA'], MAILLAGE.find_nodes(o['GROUP_NO']))
        return MAILLAGE

    def AFFE_MODELE(self, MAILLAGE, AFFE):
        kinds = {}
        for o in many(AFFE) if not isinstance(AFFE, dict) else [AFFE]:
            for c in MAILLAGE.find_cells(o):
                if 'DIS' in o['MODELISATION'] or MAILLAGE.cells[c][1] == 'SEG2':
                    kinds[c] = o['MODELISATION']
        return Model(MAILLAGE, kinds)

    def DEFI_MATERIAU(self, ELAS):
        return ELAS

    def AFFE_MATERIAU(self, MAILLAGE, AFFE, **k):
        out = {}
        for o in listed(AFFE):
            out.update({c: o['MATER'] for c in MAILLAGE.find_cells(o)})
        return out

    def AFFE_CARA_ELEM(self, MODELE, POUTRE=(), BARRE=(), DISCRET=(), DISCRET_2D=(), ORIENTATION=(), RIGI_PARASOL=(), MASS_REP=()):
        mesh, angles, bars = MODELE.mesh, {}, {}
        for o in listed(ORIENTATION):
            for c in mesh.find_cells(o):
                v = many(o['VALE'])
                angles[c] = tuple(v) if o['CARA'] == 'ANGL_NAUT' else (0., 0., v[0])
        for o in listed(BARRE):
            v = dict(zip(many(o['CARA']), many(o['VALE'])))
            s = {'GENERALE': lambda: v, 'CERCLE': lambda: circle(v['R'], v.get('EP', v['R'])),
                 'RECTANGLE': lambda: rectangle(v.get('HY', v.get('H')), v.get('HZ', v.get('H')))}[o['SECTION']]()
            bars.update({c: s for c in mesh.find_cells(o)})
        return dict(parasol=(listed(RIGI_PARASOL), listed(MASS_REP)), keys=listed(DISCRET) + listed(DISCRET_2D), sections={**along_groups(mesh, listed(POUTRE)), **bars}, angles=angles)

    def AFFE_CHAR_MECA(self, MODELE, **k):
        unknown = set(k) - {'DDL_IMPO', 'FORCE_NODALE', 'FORCE_POUTRE', 'PESANTEUR'}
        assert not unknown, unknown
        return {n: listed(o) for n, o in k.items()}

    def AFFE_CHAR_CINE(self, MODELE, MECA_IMPO):
        return {'DDL_IMPO': listed(MECA_IMPO), 'kinematic': True}

    AFFE_CHAR_MECA_C = AFFE_CHAR_MECA

    def held(self, model, loads):
        """Imposed unknowns with their values."""
        out = {}
        for load in loads:
            for o in load.get('DDL_IMPO', ()):
                nodes = range(len(model.mesh.nodes)) if o.get('TOUT') else model.mesh.find_nodes(o['GROUP_NO'])
                for n in nodes:
                    for p, name in enumerate(NAMES):
                        if name in o and (n, p) in model.place:
                            out[model.place[(n, p)]] = o[name]
        return out

    def ready(self, model, cara, mater):
        model.characterise(cara['keys'], cara['sections'], cara['angles'], lambda c: mater[c], cara['parasol'])
        return model

    def ASSEMBLAGE(self, MODELE, CARA_ELEM, MATR_ASSE, NUME_DDL, CHAM_MATER=None, CHARGE=(), CHAR_CINE=(), VECT_ASSE=()):
        model = self.ready(MODELE, CARA_ELEM, CHAM_MATER)
        held = self.held(model, listed(CHARGE) + listed(CHAR_CINE))
        free = [i for i in range(model.size) if i not in held]
        if isinstance(NUME_DDL, str):
            self.names[NUME_DDL] = Matrix(free=free)
        else:
            free = NUME_DDL.free
        what = dict(RIGI_MECA='stiffness', MASS_MECA='mass', MASS_MECA_DIAG='lumped_mass', AMOR_MECA='damping', RIGI_MECA_HYST='hysteretic',
                    MECA_GYRO='gyroscopic', RIGI_GYRO='spin_up')
        for o in listed(MATR_ASSE):
            a = model.assemble_geometric(o['SIEF_ELGA']) if o['OPTION'] == 'RIGI_GEOM' else model.assemble(what[o['OPTION']])
            self.names[o['MATRICE']] = Matrix(A=a, model=model, free=free, option=what.get(o['OPTION']))
        for o in listed(VECT_ASSE):
            self.names[o['VECTEUR']] = Matrix(A=model.vector(listed(o['CHARGE']))[0], model=model, free=free)

    def COMB_MATR_ASSE(self, COMB_R):
        terms = listed(COMB_R)
        return Matrix(terms[0]['MATR_ASSE'], A=sum(o['COEF_R'] * o['MATR_ASSE'].A for o in terms))

    def MECA_STATIQUE(self, MODELE, CARA_ELEM, EXCIT, CHAM_MATER=None):
        model = self.ready(MODELE, CARA_ELEM, CHAM_MATER)
        loads = [o['CHARGE'] for o in listed(EXCIT)]
        held = self.held(model, loads)
        free = [i for i in range(model.size) if i not in held]
        f, lines = model.vector(loads)
        u = np.zeros(model.size)
        for i, v in held.items():
            u[i] = v
        K = model.assemble('stiffness')
        u[free] = np.linalg.solve(K[np.ix_(free, free)], (f - K @ u)[free])
        return Result(kind='static', mater=CHAM_MATER, u=u[:, None], model=model, f=f, lines=lines)

    def PROJ_BASE(self, BASE, MATR_ASSE_GENE, VECT_ASSE_GENE=(), **k):
        for o in listed(MATR_ASSE_GENE):
            self.names[o['MATRICE']] = projection.matrix(BASE, o['MATR_ASSE'])
        for o in listed(VECT_ASSE_GENE):
            self.names[o['VECTEUR']] = projection.vector(BASE, o['VECT_ASSE'])

    def REST_GENE_PHYS(self, RESU_GENE, **k):
        return RESU_GENE

    def CALC_MODES(self, CALC_FREQ=None, MATR_RIGI=None, MATR_MASS=None, MATR_AMOR=None, MATR_RIGI_GEOM=None, CALC_CHAR_CRIT=None, **k):
        if MATR_RIGI.base is not None:
            return projection.modes_of(MATR_RIGI, MATR_MASS)
        model, free, K = MATR_RIGI.model, MATR_RIGI.free, MATR_RIGI.A
        if k.get('TYPE_RESU') == 'MODE_FLAMB':
            return Result(kind='buckling', CHAR_CRIT=modes.buckling(K, MATR_RIGI_GEOM.A, free, CALC_CHAR_CRIT['NMAX_CHAR_CRIT']))
        n = (CALC_FREQ or {}).get('NMAX_FREQ', 10) if k.get('OPTION') != 'TOUT' else None
        if MATR_AMOR is not None:
            lam, phi = modes.complex_modes(K, MATR_MASS.A, MATR_AMOR.A, free)
            lam, phi = lam[:n], phi[:, :n]
            return Result(kind='complex', lam=lam, u=phi, model=model, K=K, M=MATR_MASS.A, C=MATR_AMOR.A, FREQ=lam.imag / (2. * np.pi),
                          AMOR_REDUIT=-lam.real / abs(lam), free=free, OMEGA2=lam.imag**2,
                          **{n: np.einsum('ij,ik,kj->j', phi.conj(), A, phi).real for n, A in (
                              ('MASS_GENE', MATR_MASS.A), ('RIGI_GENE', K), ('AMOR_GENE', MATR_AMOR.A))})
        w2, phi = modes.vibration(K, MATR_MASS.A, free)
        return Result(kind='modes', w2=w2[:n], u=phi[:, :n], model=model, K=K, M=MATR_MASS.A, free=free, FREQ=np.sqrt(w2[:n]) / (2. * np.pi),
                      mass=MATR_MASS.option)

    def NORM_MODE(self, MODE, reuse=None, NORME=None, GROUP_NO=None, NOM_CMP=None, AVEC_CMP=None, SANS_CMP=None):
        m = MODE.model
        wanted = {'TRAN': NAMES[:3], 'EUCL_TRAN': NAMES[:3], 'TRAN_ROTA': NAMES[:6]}.get(NORME, NAMES)
        wanted = many(AVEC_CMP) or [n for n in wanted if n not in many(SANS_CMP)]
        rows = [i for i, (n, p) in enumerate(m.dofs) if NAMES[p] in wanted]
        if GROUP_NO:
            rows = [m.place[(m.mesh.find_nodes(GROUP_NO)[0], NAMES.index(NOM_CMP))]]
        if MODE.kind == 'complex':
            u = modes.scale_complex(NORME, MODE.lam, MODE.u, MODE.K, MODE.M, MODE.C, rows)
        else:
            u = modes.scale_real(NORME or 'COMP', MODE.u, MODE.K, MODE.M, rows)
        return Result(MODE, u=u)

    def MODE_STATIQUE(self, MATR_RIGI, MATR_MASS=None, MODE_STAT=(), PSEUDO_MODE=()):
        model, free, K, shapes = MATR_RIGI.model, MATR_RIGI.free, MATR_RIGI.A, {}
        k = K[np.ix_(free, free)]
        for key, os in (('stat', listed(MODE_STAT)), ('pseudo', listed(PSEUDO_MODE))):
            for o in os:
                for axis in many(o.get('AXE')):
                    r, u = model.unit(np.eye(3)['XYZ'.index(axis)]), np.zeros(model.size)
                    u[free] = np.linalg.solve(k, (MATR_MASS.A @ r)[free])
                    shapes[axis] = (u, MATR_MASS.A @ r)
                for n in model.mesh.find_nodes(o.get('GROUP_NO')) if o.get('GROUP_NO') else ():
                    for c in many(o['AVEC_CMP']):
                        i = model.place[(n, NAMES.index(c))]
                        chi, u = np.zeros(model.size), np.zeros(model.size)
                        chi[i] = 1.
                        chi[free] = -np.linalg.solve(k, K[free, i])
                        if key == 'pseudo':
                            u[free] = np.linalg.solve(k, (MATR_MASS.A @ chi)[free])
                        shapes[(n, c)] = (chi if key == 'stat' else u, None)
        return Result(kind='shapes', shapes=shapes, model=model)

    def CALC_CHAMP(self, RESULTAT, reuse=None, CONTRAINTE=(), CARA_ELEM=None, **k):
        if 'SIEF_ELGA' in many(CONTRAINTE) and RESULTAT.stored is None:
            RESULTAT['stored'] = fields.stresses(RESULTAT.model, RESULTAT.u[:, 0])
        if CARA_ELEM is not None:
            self.ready(RESULTAT.model, CARA_ELEM, RESULTAT.mater)
        return RESULTAT

    def CREA_CHAMP(self, RESULTAT, NOM_CHAM, **k):
        return fields.stresses(RESULTAT.model, RESULTAT.u[:, 0])

    def DEFI_FONCTION(self, VALE, INTERPOL=('LIN', 'LIN'), PROL_GAUCHE='EXCLU', PROL_DROITE='EXCLU', **k):
        return Table(VALE, pair(INTERPOL), PROL_GAUCHE, PROL_DROITE)

    def DEFI_NAPPE(self, PARA, FONCTION=None, DEFI_FONCTION=None, INTERPOL=('LIN', 'LIN'), **k):
        return Surface(PARA, listed(FONCTION), pair(INTERPOL))

    def FORMULE(self, NOM_PARA, VALE, **known):
        return Formula(many(NOM_PARA), VALE, known)

    def COMB_SISM_MODAL(self, **k):
        return combine_study(k)

    def DYNA_VIBRA(self, MATR_RIGI, MATR_MASS, EXCIT, MATR_AMOR=None, FREQ=None, LIST_FREQ=None, **k):
        if MATR_RIGI.base is not None:
            return projection.harmonic(MATR_RIGI, MATR_MASS, listed(EXCIT), many(FREQ))
        out, model = [], MATR_RIGI.model
        C = MATR_AMOR.A if MATR_AMOR is not None else 0. * MATR_MASS.A
        for f in many(FREQ or LIST_FREQ):
            out.append(harmonic(self, model, MATR_RIGI.A, MATR_MASS.A, C, listed(EXCIT), f, set(range(model.size)) - set(MATR_RIGI.free)))
        return Result(kind='harmonic', u=np.array(out).T, model=model, FREQ=many(FREQ), lines=None)

    def DYNA_LINE(self, MODELE, CARA_ELEM, CHARGE, EXCIT, FREQ, CHAM_MATER=None, AMORTISSEMENT=None, **k):
        model = self.ready(MODELE, CARA_ELEM, CHAM_MATER)
        K = model.assemble('hysteretic' if AMORTISSEMENT and AMORTISSEMENT['TYPE_AMOR'] == 'HYST' else 'stiffness')
        C = model.assemble('damping') if AMORTISSEMENT and AMORTISSEMENT['TYPE_AMOR'] == 'RAYLEIGH' else np.zeros(K.shape)
        terms = [F(CHARGE=c) for c in listed(CHARGE)] + listed(EXCIT)
        u = [harmonic(self, model, K, model.assemble('mass'), C, terms, f) for f in many(FREQ)]
        return Result(kind='harmonic', u=np.array(u).T, model=model, FREQ=many(FREQ))

    def POST_ELEM(self, MODELE, CARA_ELEM, MASS_INER, CHAM_MATER=None):
        model, rows = self.ready(MODELE, CARA_ELEM, CHAM_MATER), {}
        o = listed(MASS_INER)[0]
        for g in many(o['GROUP_MA']):
            rows[g] = inertia.table_row(model, model.mesh.group_ma[g], o.get('ORIG_INER'))
        union = sorted({c for g in many(o['GROUP_MA']) for c in model.mesh.group_ma[g]})
        rows['UNION_GROUP_MA'] = inertia.table_row(model, union, o.get('ORIG_INER'))
        return rows

    def TEST_TABLE(self, TABLE, NOM_PARA, FILTRE, **k):
        self.compare(dict(k, NOM_PARA=NOM_PARA, FILTRE=FILTRE), TABLE[FILTRE['VALE_K']][NOM_PARA])

    def TEST_RESU(self, RESU):
        for o in listed(RESU):
            self.compare(o, probe(o))

    def compare(self, o, found):
        want = next((o[k] for k in ('VALE_CALC', 'VALE_CALC_C', 'VALE_CALC_I') if k in o), None)
        limit = max(o.get('TOLE_MACHINE', 1.E-6), o.get('PRECISION', 0.))
        self.checked += 1
        off = abs(found - want) / (abs(want) if o.get('CRITERE') != 'ABSOLU' and want else 1.)
        if not off <= limit:
            self.failures.append((dict((k, v) for k, v in o.items() if k not in ('RESULTAT', 'REFERENCE')), found, want, off))


def pair(rule):
    rule = many(rule)
    return (rule[0], rule[-1])
