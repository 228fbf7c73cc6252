"""Harmonic responses, and the figure that an assertion is about."""
import numpy as np
import fields
from mesh import many
from model import NAMES


def listed(value):
    """Occurrences as a list."""
    return [value] if isinstance(value, dict) else many(value)


def harmonic(study, model, K, M, C, terms, f, fixed=()):
    """Imposed motion and forces times the same complex factor; `fixed`: unknowns that the numbering holds."""
    w, held, force = 2. * np.pi * f, dict.fromkeys(fixed, 0.), np.zeros(model.size, dtype=complex)
    for o in terms:
        c = next((o[k] for k in ('COEF_MULT', 'COEF_MULT_C') if k in o), None)
        c = c if c is not None else (o['FONC_MULT'](f) if 'FONC_MULT' in o else 1.)
        c = c * w**o.get('PUIS_PULS', 0) * np.exp(1j * np.pi * o.get('PHAS_DEG', 0.) / 180.)
        for i, v in study.held(model, [o['CHARGE']]).items():
            held[i] = held.get(i, 0.) + c * v
        force += c * model.vector([o['CHARGE']])[0]
    u = np.zeros(model.size, dtype=complex)
    for i, v in held.items():
        u[i] = v
    free = [i for i in range(model.size) if i not in held]
    Z = K - w * w * M + 1j * w * C
    u[free] = np.linalg.solve(Z[np.ix_(free, free)], (force - Z @ u)[free])
    return u


def probe(o):
    """The figure an assertion is about."""
    r = o['RESULTAT']
    if r.kind == 'combination':
        return r.value(o)
    k = o.get('NUME_ORDRE', 1) - 1
    if 'PARA' in o:
        return k + 1 if o['PARA'] == 'NUME_MODE' else r[o['PARA']][k]
    m, u, name = r.model, r.u[:, k], o['NOM_CHAM']
    w = {'modes': lambda: np.sqrt(r.w2[k]), 'harmonic': lambda: 2. * np.pi * r.FREQ[k]}.get(r.kind, lambda: 0.)()
    acc = -w * w * u if w else None
    if name.endswith(('ELNO', 'ELGA')):
        c = m.mesh.group_ma[o['GROUP_MA']][0]
        got = (fields.stresses(m, u) if name == 'SIEF_ELGA' else fields.stresses_at_nodes(m, u) if name == 'SIEF_ELNO' else
               fields.section_forces(m, u, acc, r.mass or 'mass', r.lines))[c]
        row = o['POINT'] - 1 if 'POINT' in o else m.elements[c].nodes.index(m.mesh.group_no[o['GROUP_NO']][0])
        return got[row][fields.FORCES.index(o['NOM_CMP'])]
    i = m.place[(m.mesh.group_no[o['GROUP_NO']][0], NAMES.index(o['NOM_CMP']))]
    if name == 'REAC_NODA':
        base = fields.nodal_forces(m, u, r.stored if r.kind == 'static' else None) - (r.f if r.f is not None else 0.)
        return (base + (r.M @ acc if r.kind == 'modes' else 0.))[i]
    return {'DEPL': lambda: u, 'VITE': lambda: 1j * w * u, 'ACCE': lambda: acc, 'FORC_NODA': lambda: fields.nodal_forces(m, u, r.stored if r.kind == 'static' else None)}[name]()[i]
