//! Components of a discrete element: nodes, translations and rotations, plane or space.

/// Nodes and components of a discrete element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub two_nodes: bool,
    pub rotations: bool,
    pub plane: bool,
}

impl Layout {
    /// Slots of the components, in the order of the element: `N VY VZ MT MFY MFZ`, in the plane `N VY MFZ`.
    #[inline(always)]
    pub fn slots(self) -> &'static [usize] {
        match (self.plane, self.rotations) {
            (false, true) => &[0, 1, 2, 3, 4, 5],
            (false, false) => &[0, 1, 2],
            (true, true) => &[0, 1, 5],
            (true, false) => &[0, 1],
        }
    }

    /// Number of components per node.
    #[inline(always)]
    pub fn per_node(self) -> usize {
        self.slots().len()
    }

    /// Number of translations per node.
    #[inline(always)]
    pub fn translations(self) -> usize {
        if self.plane { 2 } else { 3 }
    }

    /// Number of nodes, and of points of the element.
    #[inline(always)]
    pub fn nodes(self) -> usize {
        1 + usize::from(self.two_nodes)
    }

    /// Number of rows of the element.
    #[inline(always)]
    pub fn size(self) -> usize {
        self.nodes() * self.per_node()
    }

    /// Relative values of nodal ones (node after node; empty: zeros).
    #[inline(always)]
    pub fn relative(self, nodal: &[f64]) -> [f64; 6] {
        let mut out = [0.0; 6];
        if nodal.is_empty() {
            return out;
        }
        let n = self.per_node();
        for (i, slot) in self.slots().iter().enumerate() {
            out[*slot] = if self.two_nodes { nodal[n + i] - nodal[i] } else { nodal[i] };
        }
        out
    }
}
