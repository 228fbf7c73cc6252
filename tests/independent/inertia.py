"""MASS_INER: mass, centre and inertias of cells, summed with the signs of the reference (products of beams as terms of a tensor)."""
import numpy as np

PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


def of_cell(model, e):
    """(mass, centre, six inertias XX YY ZZ XY XZ YZ)."""
    places = [np.array(model.mesh.nodes[n]) for n in e.nodes]
    if e.kind == 'DISCRET':
        n, per = len(e.nodes), e.per
        rows = [k * per + i for k in range(n) for i in range(3)]
        own = e.M[np.ix_(range(3, 6), range(3, 6))] if n == 1 and per == 6 else np.zeros((3, 3))
        return e.M[np.ix_(rows, rows)].sum() / 3., sum(places) / n, own
    along = places[1] - places[0]
    if e.kind == 'BARRE':
        return e.rho * e.A * e.L, (places[0] + places[1]) / 2., np.zeros((3, 3))
    one, two, L, rho = e.one, e.two, e.L, e.rho
    if e.taper == 'CONSTANT':
        m, xi = rho * one['A'] * L, .5
        own = rho * L * np.array([one['IY'] + one['IZ'], one['IY'] + one['A'] * L**2 / 12., one['IZ'] + one['A'] * L**2 / 12.])
    else:
        r = np.sqrt(two['A'] / one['A'])
        m, xi = rho * L * (one['A'] + two['A'] + np.sqrt(one['A'] * two['A'])) / 3., (1. + 2. * r + 3. * r**2) / (4. * (1. + r + r**2))
        s, t = (1. + r + r**2 + r**3 + r**4) / 5., rho * L**3 * one['A'] * (1. + 3. * r + 6. * r**2) / 30. - m * (xi * L)**2
        own = rho * L * s * np.array([one['IY'] + one['IZ'], one['IY'], one['IZ']]) + np.array([0., t, t])
    return m, places[0] + xi * along, e.P.T @ np.diag(own) @ e.P


def table_row(model, cells, origin=None):
    """Columns of MASS_INER for some cells."""
    got = [of_cell(model, model.elements[c]) for c in cells if c in model.elements]
    mass = sum(m for m, _, _ in got)
    centre = sum(m * x for m, x, _ in got)
    centre = centre / mass if abs(mass) > 1.E-6 else centre
    total = np.zeros((3, 3))
    for m, x, own in got:
        d = x - centre
        total += own + m * np.where(np.eye(3) > 0., d @ d * np.eye(3) - np.diag(d * d), np.outer(d, d))
    row = dict(MASSE=mass, CDG_X=centre[0], CDG_Y=centre[1], CDG_Z=centre[2])
    names = ('IX', 'IY', 'IZ', 'IXY', 'IXZ', 'IYZ')
    row.update({n + '_G': total[p] for n, p in zip(names, PAIRS)})
    tensor = np.where(np.eye(3) > 0., total, -total)
    row.update(dict(zip(('IX_PRIN_G', 'IY_PRIN_G', 'IZ_PRIN_G'), np.linalg.eigvalsh(tensor))))
    if origin is not None:
        d = centre - np.array(origin, float)
        moved = total + mass * np.where(np.eye(3) > 0., d @ d * np.eye(3) - np.diag(d * d), np.outer(d, d))
        row.update({n + '_P': moved[p] for n, p in zip(names, PAIRS)})
    return row
