"""Reads a text mesh: nodes, cells, groups. Nodes and cells are named as in the file; ranks count from 0."""


SIZES = {'POI1': 1, 'SEG2': 2, 'TRIA3': 3, 'QUAD4': 4, 'QUAD8': 8, 'TRIA6': 6}


class Mesh:
    """`nodes`: coordinates by rank; `cells`: (name, kind, ranks of nodes); groups: ranks by name."""

    def __init__(self, path):
        self.nodes, self.node_rank, self.cells, self.cell_rank = [], {}, [], {}
        self.group_no, self.group_ma = {}, {}
        words, block = [], None
        for line in open(path):
            line = line.split('%')[0].strip()
            if not line:
                continue
            if block is None:
                if line in ('FIN', 'TITRE') or line.startswith('TITRE'):
                    block = 'TITRE' if line.startswith('TITRE') else None
                    continue
                head = line.split()
                block, words = head[0], head[1:]
                if block not in ('GROUP_NO', 'GROUP_MA'):
                    words = []
                continue
            if line == 'FINSF':
                self.close(block, words)
                block, words = None, []
            else:
                words += line.split()

    def close(self, block, words):
        if block in ('COOR_3D', 'COOR_2D'):
            size = 4 if block == 'COOR_3D' else 3
            for k in range(0, len(words), size):
                self.node_rank[words[k]] = len(self.nodes)
                place = [float(w.replace('D', 'E')) for w in words[k + 1:k + size]]
                self.nodes.append(place + [0.] * (3 - len(place)))
        elif block in SIZES:
            size = SIZES[block] + 1
            for k in range(0, len(words), size):
                self.cell_rank[words[k]] = len(self.cells)
                self.cells.append((words[k], block, [self.node_rank[n] for n in words[k + 1:k + size]]))
        elif block == 'GROUP_NO':
            words = [w for w in words if w != 'NOM' and w != '=']
            self.group_no[words[0]] = [self.node_rank[n] for n in words[1:]]
        elif block == 'GROUP_MA':
            words = [w for w in words if w != 'NOM' and w != '=']
            self.group_ma[words[0]] = [self.cell_rank[c] for c in words[1:]]

    def add_points(self, group, nodes):
        """A group of new point cells, one a node."""
        self.group_ma[group] = list(range(len(self.cells), len(self.cells) + len(nodes)))
        self.cells += [('', 'POI1', [n]) for n in nodes]

    def find_nodes(self, groups):
        """Ranks of the nodes of one or several groups."""
        return [n for g in many(groups) for n in self.group_no[g]]

    def find_cells(self, keys):
        """Ranks of the cells an occurrence names (TOUT, GROUP_MA)."""
        if keys.get('TOUT') == 'OUI' or not keys.get('GROUP_MA'):
            return list(range(len(self.cells)))
        return [c for g in many(keys['GROUP_MA']) for c in self.group_ma[g]]


def many(value):
    """A value as a list: nothing, one thing, or several."""
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]
