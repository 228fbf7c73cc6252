//! Shapes of cells, by the names mesh files use.

/// Kinds of cells, by shape and number of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CellKind {
    Point1,
    Segment2,
    Segment3,
    Segment4,
    Triangle3,
    Triangle6,
    Quadrangle4,
    Quadrangle8,
    Quadrangle9,
    Tetrahedron4,
    Tetrahedron10,
    Pentahedron6,
    Pentahedron15,
    Hexahedron8,
    Hexahedron20,
    Other,
}

/// Kind, name, number of nodes, dimension.
const KINDS: [(CellKind, &str, usize, usize); 15] = [
    (CellKind::Point1, "POI1", 1, 0),
    (CellKind::Segment2, "SEG2", 2, 1),
    (CellKind::Segment3, "SEG3", 3, 1),
    (CellKind::Segment4, "SEG4", 4, 1),
    (CellKind::Triangle3, "TRIA3", 3, 2),
    (CellKind::Triangle6, "TRIA6", 6, 2),
    (CellKind::Quadrangle4, "QUAD4", 4, 2),
    (CellKind::Quadrangle8, "QUAD8", 8, 2),
    (CellKind::Quadrangle9, "QUAD9", 9, 2),
    (CellKind::Tetrahedron4, "TETRA4", 4, 3),
    (CellKind::Tetrahedron10, "TETRA10", 10, 3),
    (CellKind::Pentahedron6, "PENTA6", 6, 3),
    (CellKind::Pentahedron15, "PENTA15", 15, 3),
    (CellKind::Hexahedron8, "HEXA8", 8, 3),
    (CellKind::Hexahedron20, "HEXA20", 20, 3),
];

impl CellKind {
    /// The kind of a name of mesh files (`SEG2`).
    pub fn from_name(name: &str) -> Option<CellKind> {
        KINDS.iter().find(|k| k.1 == name).map(|k| k.0)
    }

    /// `SEG2` ...; `?` for a kind we do not know.
    pub fn name(self) -> &'static str {
        KINDS.iter().find(|k| k.0 == self).map_or("?", |k| k.1)
    }

    /// Names of all kinds, in the order above.
    pub fn names() -> impl Iterator<Item = &'static str> {
        KINDS.iter().map(|k| k.1)
    }

    /// Number of nodes; `None` for [`CellKind::Other`].
    pub fn node_count(self) -> Option<usize> {
        KINDS.iter().find(|k| k.0 == self).map(|k| k.2)
    }

    /// 0 for points, 1 for segments, 2 for faces, 3 for solids; `None` for [`CellKind::Other`].
    pub fn dimension(self) -> Option<usize> {
        KINDS.iter().find(|k| k.0 == self).map(|k| k.3)
    }

    /// Number of corners: the first nodes of the cell.
    pub fn vertex_count(self) -> Option<usize> {
        Some(match self {
            CellKind::Point1 => 1,
            CellKind::Segment2 | CellKind::Segment3 | CellKind::Segment4 => 2,
            CellKind::Triangle3 | CellKind::Triangle6 => 3,
            CellKind::Quadrangle4 | CellKind::Quadrangle8 | CellKind::Quadrangle9 => 4,
            CellKind::Tetrahedron4 | CellKind::Tetrahedron10 => 4,
            CellKind::Pentahedron6 | CellKind::Pentahedron15 => 6,
            CellKind::Hexahedron8 | CellKind::Hexahedron20 => 8,
            CellKind::Other => return None,
        })
    }

    /// Rank of the node at the centre, for the cells that have one.
    pub fn centre_rank(self) -> Option<usize> {
        (self == CellKind::Quadrangle9).then_some(8)
    }
}
