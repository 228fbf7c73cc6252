"""RIGI_PARASOL and MASS_REP: a stiffness or a mass shared among the nodes of lines and surfaces."""
import numpy as np
from mesh import many


def measure(mesh, c):
    """Length in the plane of x and y, or area from the corners."""
    name, kind, nodes = mesh.cells[c]
    x = [np.array(mesh.nodes[n]) for n in nodes]
    if kind == 'SEG2':
        return np.linalg.norm((x[1] - x[0])[:2])
    a, b = (x[2] - x[0], x[3] - x[1]) if kind.startswith('QUAD') else (x[1] - x[0], x[2] - x[0])
    return np.linalg.norm(np.cross(a, b)) / 2.


def share_out(model, occurrences):
    springs, masses = occurrences or ((), ())
    mesh = model.mesh
    for o in masses:
        got, cells = {}, mesh.find_cells(o)
        for c in cells:
            for n in mesh.cells[c][2]:
                got[n] = got.get(n, 0.) + measure(mesh, c) / len(mesh.cells[c][2])
        total = sum(got.values()) if o['TYPE'] == 'TOTALE' else 1.
        for h in mesh.group_ma[o['GROUP_MA_POI1']]:
            e = model.elements[h]
            e.M = np.diag([o['VALE'] * got[e.nodes[0]] / total if p < 3 else 0. for p in e.parts])
    for o in springs:
        centre = np.array(mesh.nodes[mesh.group_no[o['GROUP_NO_CENTRE']][0]] if 'GROUP_NO_CENTRE' in o else (list(o['COOR_CENTRE']) + [0.])[:3])
        weights, seen = {}, set()
        for rank, g in enumerate(many(o['GROUP_MA'])):
            for c in mesh.group_ma[g]:
                if c in seen:
                    continue
                seen.add(c)
                nodes = mesh.cells[c][2]
                mean = np.mean([mesh.nodes[n] for n in nodes], axis=0)
                f = many(o['FONC_GROUP'])[rank](np.linalg.norm(mean - centre)) if 'FONC_GROUP' in o else many(o['COEF_GROUP'])[rank]
                for n in nodes:
                    weights[n] = weights.get(n, 0.) + f * measure(mesh, c) / len(nodes)
        total, codes, values = sum(weights.values()), many(o['CARA']), many(o['VALE'])
        size = len(values) // len(codes)
        for h in mesh.group_ma[o.get('GROUP_MA_POI1') or o['GROUP_MA_SEG2']]:
            e = model.elements[h]
            e.M = np.zeros((e.size,) * 2)
            node = next(n for n in e.nodes if n in weights)
            for k, code in enumerate(codes):
                v = values[k * size:(k + 1) * size]
                plane = 2 not in e.parts
                kx, ky, kz = list(v[:2]) + [0. if plane else v[2]]
                own = np.array(list(v[:2 if plane else 3]), float)
                if '_TR_' in code:
                    arms = [(w / total, np.array(mesh.nodes[n]) - centre) for n, w in weights.items()]
                    given = np.zeros(3) if plane else np.array(v[3:], float)
                    rest = given - sum(w * np.array([ky * r[2]**2 + kz * r[1]**2, kx * r[2]**2 + kz * r[0]**2, ky * r[0]**2 + kx * r[1]**2]) for w, r in arms)
                    own = np.concatenate([own, rest[2:] if plane else rest])
                m = np.diag(own) * weights[node] / total
                m = m if len(e.nodes) == 1 else np.block([[m, -m], [-m, m]])
                m = e.T.T @ m @ e.T if o.get('REPERE') == 'LOCAL' else m
                setattr(e, 'K' if code[0] == 'K' else 'C', m)
