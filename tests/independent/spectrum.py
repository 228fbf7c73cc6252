"""Combination of the maxima of modes (COMB_SISM_MODAL), written from the formulas: one support, several, envelopes."""
import itertools
import numpy as np

AXES = 'XYZ'


class Case:
    """What is combined: `fields[option]` = (modes in columns, pseudo-modes, static shapes), keyed as below."""

    def __init__(self, omega, mass, damping):
        self.w, self.m, self.xi, self.n = np.asarray(omega), np.asarray(mass), np.asarray(damping), len(omega)


def over_modes(rule, R, w, xi, duration=None, low=None, high=None):
    """(squared dynamic part, quasi-static part) of responses R (components by modes)."""
    n, f = R.shape[1], w / (2. * np.pi)
    if rule == 'GUPTA':
        a = np.clip(np.log(f / low) / np.log(high / low), 0., 1.)
        return double_sum(R * np.sqrt(1. - a**2), cqc(w, xi)), R @ a
    if rule == 'SRSS':
        return (R**2).sum(1), 0.
    if rule == 'ABS':
        return abs(R).sum(1)**2, 0.
    if rule == 'CQC':
        return double_sum(R, cqc(w, xi)), 0.
    if rule in ('DSC', 'NRC_DSA'):
        x = xi + 2. / (duration * w)
        d, den = w * np.sqrt(1. - xi**2), x * w
        rho = 1. / (1. + ((d[:, None] - d) / (den[:, None] + den))**2)
        return (double_sum(R, rho) if rule == 'DSC' else double_sum(abs(R), rho)), 0.
    if rule == 'DPC':
        total, chain = np.zeros(len(R)), abs(R[:, 0])
        for k in range(1, n):
            if (f[k] - f[k - 1]) / ((f[k] + f[k - 1]) / 2.) < .1:
                chain = chain + abs(R[:, k])
            else:
                total, chain = total + chain**2, abs(R[:, k])
        return total + chain**2, 0.
    pairs, first = np.eye(n), 0
    for j in range(n):
        if rule == 'NRC_GROUPING':
            first = first if (f[j] - f[first]) / f[first] <= .1 else j
            pairs[first:j, j] = pairs[j, first:j] = 1.
        else:
            for i in range(j):
                pairs[i, j] = pairs[j, i] = float(f[j] <= round(1.1 * f[i], 5))
    return double_sum(abs(R), pairs), 0.


def cqc(w, xi):
    if (xi == 0.).any():
        return np.eye(len(w))
    wi, wj, a, b = w[:, None], w[None, :], xi[:, None], xi[None, :]
    return 8. * np.sqrt(a * b * wi * wj) * (a * wi + b * wj) * wi * wj / (
        (wi**2 - wj**2)**2 + 4. * a * b * wi * wj * (wi**2 + wj**2) + 4. * (a**2 + b**2) * wi**2 * wj**2)


def double_sum(R, rho):
    return np.maximum(np.einsum('ci,ij,cj->c', R, rho, R), 0.)


def cumulate(rule, parts):
    parts = np.array(parts)
    return {'LINE': parts.sum(0), 'QUAD': np.sqrt((parts**2).sum(0)), 'ABS': abs(parts).sum(0)}[rule]


def signed(fields):
    """The signed combinations 1, 0.4, 0.4, leading axis by leading axis, the first sign the slowest."""
    n, out = len(fields), []
    for lead in range(n):
        turn = [fields[(lead + k) % n] for k in range(n)]
        for signs in itertools.product((1., -1.), repeat=n):
            out.append(sum(s * (1. if k == 0 else .4) * f for k, (s, f) in enumerate(zip(signs, turn))))
    return out


def over_directions(rule, fields):
    if len(fields) == 1:
        return fields[0]
    if rule == 'NEWMARK':
        return np.maximum(np.max(signed(fields), axis=0), 0.)
    return cumulate(rule, fields)


def ordinate(case, spectrum, option):
    """(pseudo-acceleration by mode, denominators)."""
    w, xi = case.w, case.xi
    s = spectrum['ECHELLE'] * np.array([spectrum['S'](x, o / (2. * np.pi)) for x, o in zip(xi, w)])
    s = s * w**{'ACCE': 0, 'VITE': 1, 'DEPL': 2}[spectrum['NATURE']]
    shift = np.sqrt(1. - xi**2) if spectrum['CORR'] else np.ones(case.n)
    return s * shift, w * shift


def zero_period(case, spectrum, cut):
    z = spectrum['ECHELLE'] * spectrum['S'](case.xi[-1], cut) * (2. * np.pi * cut)**{'ACCE': 0, 'VITE': 1, 'DEPL': 2}[spectrum['NATURE']]
    return z * (np.sqrt(1. - case.xi[-1]**2) if spectrum['CORR'] else 1.)


def combine(case, option, phi, spectra, rules, pseudo=None, moved=None, participation=None, unit=None):
    """All the parts of one field. `spectra[axis]`: {support: spectrum} (one support: {None: ...});
    `pseudo(axis, support)`, `moved(axis, support)`: fields or None; `participation[axis][support]`: by mode;
    `unit(axis)`: 1 on the component of the axis (ACCE_ABSOLU). Gives {part: {axis: field}} with groups already cumulated."""
    parts, cut = {'SPEC': {}}, rules['cut']
    for axis, by_support in spectra.items():
        got = []
        for group in rules['groups']:
            modal, static, shift = [], [], []
            for s in group:
                if s in by_support:
                    acc, den = ordinate(case, by_support[s], option)
                    p = participation[axis][s]
                    if s is not None and by_support[s]['CORR']:
                        p = p * (case.w / den)**2
                    power = {'VITE': 1, 'ACCE_ABSOLU': 0}.get(option, 2)
                    R = phi * (p * acc / den**power)
                    modal.append(R)
                    parts['SPEC'][(axis, s)] = R
                    z = zero_period(case, by_support[s], cut)
                    if pseudo is not None and option != 'ACCE_ABSOLU':
                        psi = pseudo(axis, s)
                        static.append(z * (psi - phi @ (p / case.w**2)))
                        # What the difference is made of: tells how far rounding goes.
                        parts['SIZE'] = np.maximum(parts.get('SIZE', 0.), abs(z) * (abs(psi) + abs(phi) @ abs(p / case.w**2)))
                move = moved(axis, s) if moved is not None else None
                if move is not None:
                    shift.append(move)
            zero = np.zeros(len(phi))
            R = cumulate(rules['intra'], modal) if modal else np.zeros(phi.shape)
            dyn2, rigid = over_modes(rules['modes'], R, case.w, case.xi, *rules['args'])
            if rules['cut_given'] and cut < case.w[0] / (2. * np.pi):
                dyn2 = zero
            if option == 'ACCE_ABSOLU':
                s = by_support[None]
                dyn2 = dyn2 + (s['ECHELLE'] * s['S'](case.xi[-1], cut) * (unit(axis) - phi @ participation[axis][None]))**2
            c = cumulate(rules['intra'], static) if static else zero
            e = cumulate(rules['moves'], shift) if shift else zero
            got.append(dict(DYNA=np.sqrt(dyn2), QS=c, DDS=e, INER=np.sqrt(dyn2 + (rigid + c)**2), DIRE=np.sqrt(dyn2 + (rigid + c)**2 + e**2)))
        for name in got[0]:
            fields = [g[name] for g in got]
            parts.setdefault(name, {})[axis] = fields[0] if len(got) == 1 else cumulate(rules['inter'], fields)
    return parts
