"""Characteristics of sections: full and hollow circles and rectangles, general ones, and those that vary along a group."""
import numpy as np
from mesh import many

CIRCLE = ((0., .05, .1, .2, .3, .4, .5, .6, .7, .8, .9, .95, .99, 1.),
          (1.16667, 1.17442, 1.19877, 1.28947, 1.41882, 1.56277, 1.69984, 1.81536, 1.90233, 1.95983, 1.99081, 1.99781, 1.99992, 2.))
NAMES = ('A', 'IY', 'IZ', 'JX', 'AY', 'AZ', 'JG', 'EY', 'EZ', 'IYR2', 'IZR2')


def section(**known):
    return {n: float(known.get(n, 0.)) for n in NAMES}


def circle(radius, thickness):
    inner = radius - thickness
    inertia = np.pi * (radius**4 - inner**4) / 4.
    shear = np.interp(inner / radius, *CIRCLE)
    return section(A=np.pi * (radius**2 - inner**2), IY=inertia, IZ=inertia, JX=2. * inertia, AY=shear, AZ=shear)


def rectangle(hy, hz):
    """A full one."""
    a, b = max(hy, hz) / 2., min(hy, hz) / 2.
    torsion = a * b**3 * (16. / 3. - 3.36 * (b / a) * (1. - b**4 / (12. * a**4)))
    return section(A=hy * hz, IY=hy * hz**3 / 12., IZ=hz * hy**3 / 12., JX=torsion, AY=1.2, AZ=1.2)


def along_groups(mesh, occurrences):
    """Sections by cell of POUTRE occurrences: (first end, second end, how it varies)."""
    out = {}
    for o in many(occurrences):
        v = dict(zip(many(o['CARA']), [float(x) for x in many(o['VALE'])]))
        kind, taper = o['SECTION'], o.get('VARI_SECT', 'CONSTANT')
        if kind == 'CERCLE' and taper == 'HOMOTHETIQUE':
            for group in many(o['GROUP_MA']):
                cells = mesh.group_ma[group]
                lengths = [np.linalg.norm(np.subtract(*[mesh.nodes[n] for n in mesh.cells[c][2]])) for c in cells]
                total, gone = sum(lengths), 0.
                at = lambda a, b, s: v[a] + (v[b] - v[a]) * s / total
                for c, length in zip(cells, lengths):
                    ends = []
                    for s in (gone, gone + length):
                        r = at('R_DEBUT', 'R_FIN', s)
                        ends.append(circle(r, at('EP_DEBUT', 'EP_FIN', s) if 'EP_DEBUT' in v else r))
                    out[c], gone = (*ends, taper), gone + length
            continue
        ends = []
        for k in ('1', '2'):
            w = {n[:-1] if taper != 'CONSTANT' and n.endswith(k) else n: x for n, x in v.items()}
            if kind == 'CERCLE':
                ends.append(circle(w['R'], w.get('EP', w['R'])))
            elif kind == 'RECTANGLE':
                ends.append(rectangle(w.get('HY', w.get('H')), w.get('HZ', w.get('H'))))
            else:
                ends.append(section(**{n: x for n, x in w.items() if n in NAMES}))
        for c in mesh.find_cells(o):
            out[c] = (*ends, taper)
    return out
