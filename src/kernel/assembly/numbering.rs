//! Unknowns of a model: which component of which node has which rank, and the linear constraints.
//!
//! Unknowns are numbered by node, then by component. Constrained unknowns are part of the numbering;
//! there are no multiplier unknowns: solvers eliminate the constraints `A u = d` instead.

/// A component of the displacement of a node, in the order of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Component {
    Dx,
    Dy,
    Dz,
    Drx,
    Dry,
    Drz,
    Grx,
}

impl Component {
    /// All components, in the order in which the unknowns of a node are numbered.
    pub const ALL: [Component; 7] =
        [Component::Dx, Component::Dy, Component::Dz, Component::Drx, Component::Dry, Component::Drz, Component::Grx];

    /// `DX`, `DRX` ...
    pub fn name(self) -> &'static str {
        ["DX", "DY", "DZ", "DRX", "DRY", "DRZ", "GRX"][self as usize]
    }

    /// The component of a name of the command language (`DX`, `GRX`).
    pub fn from_name(name: &str) -> Option<Component> {
        Self::ALL.into_iter().find(|c| c.name() == name)
    }

    /// True for DX, DY, DZ: a displacement (m).
    pub fn is_translation(self) -> bool {
        self <= Component::Dz
    }

    /// True for DRX, DRY, DRZ: a rotation (rad).
    pub fn is_rotation(self) -> bool {
        matches!(self, Component::Drx | Component::Dry | Component::Drz)
    }
}

/// One unknown: component of a node (rank from 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dof {
    pub node: usize,
    pub component: Component,
}

/// One row of `A u = d`: the sum of `coefficient * u[dof]` over `terms` equals `value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Constraint {
    /// (rank of the unknown, coefficient)
    pub terms: Vec<(usize, f64)>,
    pub value: f64,
    /// Rank of the load it comes from, among the loads of the numbering (for imposed motions).
    pub load: usize,
}

impl Constraint {
    /// The unknown it fixes, when it has one term only.
    pub fn imposed_dof(&self) -> Option<usize> {
        match self.terms.as_slice() {
            [(dof, _)] => Some(*dof),
            _ => None,
        }
    }
}

/// All unknowns of a model, in order of node then component, with the constraints on them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbering {
    dofs: Vec<Dof>,
    /// For each node, the rank of each component.
    ranks: Vec<[Option<u32>; 7]>,
    pub constraints: Vec<Constraint>,
}

impl Numbering {
    /// `dofs` in any order, without repetition; `node_count` nodes in the mesh.
    pub fn new(mut dofs: Vec<Dof>, node_count: usize) -> Self {
        dofs.sort_unstable();
        dofs.dedup();
        let mut ranks = vec![[None; 7]; node_count];
        for (rank, dof) in dofs.iter().enumerate() {
            ranks[dof.node][dof.component as usize] = Some(rank as u32);
        }
        Numbering { dofs, ranks, constraints: Vec::new() }
    }

    /// Number of unknowns.
    pub fn len(&self) -> usize {
        self.dofs.len()
    }

    /// True without any unknown.
    pub fn is_empty(&self) -> bool {
        self.dofs.is_empty()
    }

    /// Node and component of each unknown, in their order.
    pub fn dofs(&self) -> &[Dof] {
        &self.dofs
    }

    /// Number of nodes of the mesh it was made on.
    pub fn node_count(&self) -> usize {
        self.ranks.len()
    }

    /// Rank of a component of a node, if the model has that unknown.
    pub fn rank(&self, node: usize, component: Component) -> Option<usize> {
        self.ranks.get(node)?[component as usize].map(|r| r as usize)
    }

    /// For each unknown, whether a one-term constraint fixes it.
    pub fn imposed(&self) -> Vec<bool> {
        let mut imposed = vec![false; self.len()];
        for dof in self.constraints.iter().filter_map(Constraint::imposed_dof) {
            imposed[dof] = true;
        }
        imposed
    }
}
