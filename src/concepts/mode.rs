//! One shape with its parameters: an eigenmode, or a static shape.

use std::sync::Arc;

use indexmap::IndexMap;

use super::fields::ElementField;
use crate::kernel::assembly::Component;
use crate::kernel::mesh::Mesh;

/// Kind of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Dynamic,
    /// Static response to a unit displacement or force of (node, component), or to a direction.
    Static {
        node: Option<usize>,
        component: Option<Component>,
    },
}

/// One shape and its parameters.
#[derive(Clone, Debug)]
pub struct Mode {
    pub shape: Shape,
    /// One value for each unknown of the numbering (or generalised coordinate).
    pub values: Vec<f64>,
    /// Imaginary part, for complex modes; empty otherwise.
    pub imaginary: Vec<f64>,
    /// Rank in the spectrum, from 1.
    pub number: i64,
    /// Real parameters by name: FREQ, OMEGA2, MASS_GENE, RIGI_GENE, AMOR_GENE, AMOR_REDUIT,
    /// FACT_PARTICI_DX ..., MASS_EFFE_DX ..., MASS_EFFE_UN_DX ..., CHAR_CRIT.
    pub parameters: IndexMap<String, f64>,
    /// Text parameters (NORME, NOEUD_CMP, TYPE_MODE ...).
    pub labels: IndexMap<String, String>,
    /// Element fields computed on it (`EFGE_ELNO` ...).
    pub fields: IndexMap<String, Arc<ElementField>>,
}

impl Mode {
    /// A real parameter by its name (`FREQ`).
    pub fn parameter(&self, name: &str) -> Option<f64> {
        self.parameters.get(name).copied()
    }
}

/// Tells whether a static shape stored as `own` (number of a node and component, or `ACCE` and a direction) is the one `asked` for:
/// a node goes by its number (`12`, `N12`), its label in the mesh file, or a group of it alone. The two words have 8 places
/// each, and nothing between them when the first has 8 letters (`COMBIDYNQUAD`).
pub fn is_named(own: &str, asked: &str, mesh: Option<&Mesh>) -> bool {
    let words = |text: &str| {
        let words: Vec<String> = text.split_whitespace().map(str::to_string).collect();
        match words.as_slice() {
            [one] if one.is_char_boundary(8) && one.len() > 8 => vec![one[..8].to_string(), one[8..].to_string()],
            _ => words,
        }
    };
    let (own, asked) = (words(own), words(asked));
    if own == asked {
        return true;
    }
    let ([own_node, own_component], [node, component]) = (&own[..], &asked[..]) else { return false };
    let number = |name: &str| name.strip_prefix('N').unwrap_or(name).parse::<usize>().ok();
    // What is stored is a number; what is asked, a word for a node as studies write it.
    let by_name = |name: &String| {
        let mesh = mesh?;
        let found = match mesh.node_groups.get(name).map(Vec::as_slice) {
            Some([one]) => Some(*one),
            _ => mesh.find_node(name),
        };
        found.map(|node| node + 1)
    };
    let stored = number(own_node).or_else(|| by_name(own_node));
    own_component == component && stored.is_some() && by_name(node).or_else(|| number(node)) == stored
}
