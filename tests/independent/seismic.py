"""COMB_SISM_MODAL of a study, in its present syntax and in the one of 2020: reads the keywords, asks for the combinations."""
import numpy as np
import fields
from figures import listed
from mesh import many
from model import NAMES
from spectrum import AXES, Case, combine, over_directions, signed


def field_of(option, model, u, inertia=None, mass=None):
    """A flat field of a shape. `inertia`: omega2 of a mode, or the vector M r of a pseudo-mode by axis."""
    if option in ('DEPL', 'VITE', 'ACCE_ABSOLU'):
        return u
    if option in ('FORC_NODA', 'REAC_NODA'):
        f = fields.nodal_forces(model, u)
        if option == 'REAC_NODA' and inertia is not None:
            f = f - (inertia * (mass @ u) if np.isscalar(inertia) else inertia)
        return f
    w2 = inertia if np.isscalar(inertia) else None
    got = fields.section_forces(model, u, None if w2 is None else -w2 * u) if option == 'EFGE_ELNO' else fields.stresses_at_nodes(model, u)
    return np.concatenate([got[c].ravel() for c in sorted(got)])


def place(option, model, o):
    """Rank of an assertion's component in the flat field."""
    node = model.mesh.group_no[o['GROUP_NO']][0]
    if not option.endswith('ELNO'):
        return model.place[(node, NAMES.index(o['NOM_CMP']))]
    cell, k = model.mesh.group_ma[o['GROUP_MA']][0], 0
    for c in sorted(model.elements):
        e = model.elements[c]
        if c == cell:
            return k + e.nodes.index(node) * e.per + fields.FORCES.index(o['NOM_CMP'])
        k += len(e.nodes) * e.per


class Combination(dict):
    kind = 'combination'

    def __init__(self, ask, former):
        super().__init__()
        self.ask, self.former, self.done = ask, former, {}

    def is_sound(self, o):
        """Whether a static part is more than the rounding of what it is the difference of."""
        parts, model, _, _ = self.done[o['NOM_CHAM']]
        return not o['NOM_CAS'].startswith('PART_QS') or abs(self.value(o)) > 1.E-3 * parts['SIZE'][place(o['NOM_CHAM'], model, o)]

    def value(self, o):
        option = o['NOM_CHAM']
        if option not in self.done:
            self.done[option] = self.ask(option)
        parts, model, rule, numbers = self.done[option]
        i = place(option, model, o)
        if self.former and o['NUME_ORDRE'] >= 200:
            return sum(parts['MOVES'])[i]
        if self.former:
            part, rank = next((p, o['NUME_ORDRE'] - b) for p, b in (('QS', 20), ('DYNA', 10), (self.former, 0)) if o['NUME_ORDRE'] > b)
            axes = list(parts[part])
            f = {a: abs(v) if part == 'QS' else v for a, v in parts[part].items()}
            return f[axes[rank - 1]][i] if rank <= len(axes) else over_directions(rule, [f[a] for a in axes])[i]
        case = o['NOM_CAS']
        for head, part in (('NEWM_', 'DIRE'), ('INER_NEWM_', 'INER'), ('DDS_NEWM_', 'DDS'), ('QS_NEWM_', 'QS'), ('DYNA_NEWN_', 'DYNA')):
            if case.startswith(head):
                return signed(list(parts[part].values()))[int(case[len(head):]) - 1][i]
        if case == 'TOTA':
            return over_directions(rule, list(parts['DIRE'].values()))[i]
        words = case.split('_')
        if words[0] == 'DIRE':
            return parts['DIRE'][words[1]][i]
        if words[0] == 'SPEC':
            k = next(j for j, ch in enumerate(words[1]) if ch in AXES)
            return parts['SPEC'][(words[1][k], words[1][k + 1:] or None)][i, numbers.index(int(words[1][:k]))]
        return parts[words[1]][words[2]][i] if len(words) == 3 else over_directions(rule, list(parts[words[1]].values()))[i]


def combine_study(k):
    base, former = k['MODE_MECA'], 'EXCIT' in k
    numbers = [int(n) for n in many(k.get('NUME_ORDRE'))] or list(range(1, base.u.shape[1] + 1))
    pick = [n - 1 for n in numbers]
    model, phi, w = base.model, base.u[:, pick], np.sqrt(base.w2[pick])
    xi = many(k.get('AMOR_REDUIT') or k.get('LIST_AMOR'))
    xi = np.array([xi[min(j, len(xi) - 1)] for j in range(len(w))])
    mass = np.einsum('ij,ij->j', phi, base.M @ phi)
    case = Case(w, mass, xi)
    several = k.get('TYPE_ANALYSE') == 'MULT_APPUI' or 'MULTI_APPUI' in k
    envelope = k.get('TYPE_ANALYSE') == 'ENVELOPPE'
    nodes, spectra = supports(k, model, former, several)
    if envelope:
        spectra = {a: {None: widest(list(by.values()))} for a, by in spectra.items()}
    groups = [list(nodes)] if several else [[None]]
    if several and former and k['MULTI_APPUI'] == 'DECORRELE':
        groups = [[s] for s in nodes]
    told = listed(k.get('GROUP_APPUI_CORRELE'))
    if told:
        groups = [list(nodes) if o.get('TOUT') else many(o['LIST_APPUI']) for o in told]
        rest = [s for s in nodes if not any(s in g for g in groups)]
        groups += [rest] if rest else []
    used = sorted(spectra, key=AXES.index)
    reaction = np.array([field_of('REAC_NODA', model, phi[:, j], w2, base.M) for j, w2 in enumerate(w**2)]).T
    share = {}
    for a in used:
        r = model.unit(np.eye(3)[AXES.index(a)])
        share[a] = {None: phi.T @ (base.M @ r) / mass}
        for s, at in nodes.items():
            rows = [model.place[(n, AXES.index(a))] for n in at]
            share[a][s] = -reaction[rows].sum(0) / (mass * w**2)
    how = listed(k.get('COMB_MODE'))[0]
    args = {'GUPTA': (None, how.get('FREQ_1'), how.get('FREQ_2')), 'DSC': (how.get('DUREE'),), 'NRC_DSA': (how.get('DUREE'),)}.get(how['TYPE'], ())
    direction = k.get('COMB_DIRECTION', 'NEWMARK')
    direction = direction['TYPE'] if isinstance(direction, dict) else direction
    rules = dict(groups=groups, intra=k.get('CUMUL_INTRA', 'LINE'), inter=k.get('CUMUL_INTER', 'QUAD'), moves=k.get('COMB_DDS_CORRELE', 'LINE' if former else 'ABS'),
                 modes=how['TYPE'], args=args, cut=k.get('FREQ_COUP', w[-1] / (2. * np.pi)), cut_given='FREQ_COUP' in k)
    corrected = k.get('MODE_CORR') if former else k.get('PSEUDO_MODE') if k.get('MODE_CORR') == 'OUI' else None

    def ask(option):
        shape = np.array([field_of(option, model, phi[:, j], w2, base.M) for j, w2 in enumerate(w**2)]).T

        def pseudo(axis, s):
            if s is None:
                u, load = corrected.shapes[axis]
                return field_of(option, model, u, load)
            return sum(field_of(option, model, corrected.shapes[(n, 'D' + axis)][0]) for n in nodes[s])

        def moved(axis, s):
            got = None
            for o in listed(k.get('DEPL_MULT_APPUI')):
                at = model.mesh.find_nodes(o['GROUP_NO']) if 'GROUP_NO' in o else nodes[o['NOM_APPUI']]
                if nodes.get(s) == at and o.get('D' + axis):
                    got = o['D' + axis] * sum(field_of(option, model, o['MODE_STAT'].shapes[(n, 'D' + axis)][0]) for n in at)
            return got

        parts = combine(case, option, shape, {a: spectra[a] for a in used}, rules, pseudo if corrected else None, moved if several else None, share,
                        lambda a: model.unit(np.eye(3)[AXES.index(a)]))
        if former:
            parts['MOVES'] = [v for a in AXES for s in nodes if (v := moved(a, s)) is not None]
        return parts, model, direction, numbers

    return Combination(ask, ('INER' if k.get('COMB_DEPL_APPUI') else 'DIRE') if former else None)


def supports(k, model, former, several):
    """Nodes by support, spectra by axis and support."""
    nodes, spectra = {}, {}
    if former:
        for n, o in enumerate(listed(k['EXCIT'])):
            name = 'A%d' % n if several else None
            if several:
                nodes[name] = model.mesh.find_nodes(o['GROUP_NO'])
            axes = np.array(o['AXE'], float)
            for d, c in enumerate(axes / np.linalg.norm(axes)):
                if c:
                    spectra.setdefault(AXES[d], {})[name] = dict(S=o['SPEC_OSCI'], ECHELLE=c * o.get('ECHELLE', 1.), NATURE=o.get('NATURE', 'ACCE'), CORR=k.get('CORR_FREQ') == 'OUI')
        return nodes, spectra
    for o in listed(k.get('APPUIS')):
        nodes[o['NOM']] = model.mesh.find_nodes(o['GROUP_NO'])
    for o in listed(k['SPECTRE']):
        for a in many(o['LIST_AXE']):
            spectra.setdefault(a, {})[o.get('NOM_APPUI')] = dict(S=o['SPEC_OSCI'], ECHELLE=o.get('ECHELLE', 1.), NATURE=o.get('NATURE', 'ACCE'),
                                                                 CORR=o.get('CORR_FREQ', 'NON') == 'OUI')
    return nodes if several else {}, spectra


def widest(spectra):
    """The envelope of several spectra of one axis."""
    return dict(spectra[0], ECHELLE=1., S=lambda x, f: max(s['ECHELLE'] * s['S'](x, f) for s in spectra))
