//! The list of laws by their name in studies (COMPORTEMENT/RELATION): the material each takes, its internal variables,
//! what it asks of the element and of the analysis, and how it is made.

use std::sync::Arc;

use super::bar::{BarLaw, ElasticBar};
use super::elastic::{self, Elastic, StepDashpot};
use super::fault::SpecFault;
use super::law::{Law, Variable};
use super::parameters::Parameters;

/// Elements that a law accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elements {
    /// Rotations: required, refused, or neither.
    pub rotations: Option<bool>,
    /// Two nodes are required.
    pub two_nodes: bool,
    /// Plane elements: required, refused, or neither.
    pub plane: Option<bool>,
    /// The stiffness must be given in local axes.
    pub local_stiffness: bool,
}

/// Any discrete element.
const ANY: Elements = Elements { rotations: None, two_nodes: false, plane: None, local_stiffness: false };

/// Maker of a law from the parameters of its material.
#[derive(Clone, Copy)]
pub enum Maker {
    /// For discrete elements.
    Discrete(fn(&Parameters) -> Result<Arc<dyn Law>, SpecFault>),
    /// For bars.
    Bar(fn(&Parameters) -> Result<Arc<dyn BarLaw>, SpecFault>),
}

/// A law as studies name it.
#[derive(Clone, Copy)]
pub struct LawInfo {
    /// `DIS_CONTACT` ...
    pub name: &'static str,
    /// Factor keywords of DEFI_MATERIAU that hold its parameters, one of them being needed; empty: none.
    pub materials: &'static [&'static str],
    /// Internal variables.
    pub variables: &'static [Variable],
    pub elements: Elements,
    /// It gives linear forces at the first evaluation of a dynamic step.
    pub first_evaluation: bool,
    /// The matrix is rebuilt at every iteration as soon as an element has it.
    pub always_tangent: bool,
    /// It sees the motion of supports (MULT_APPUI).
    pub driven: bool,
    pub maker: Maker,
}

/// A row that asks nothing of elements and analysis.
const PLAIN: LawInfo = LawInfo {
    name: "",
    materials: &[],
    variables: elastic::VARIABLES,
    elements: ANY,
    first_evaluation: false,
    always_tangent: false,
    driven: false,
    maker: Maker::Discrete(|_| Ok(Arc::new(StepDashpot))),
};

/// All laws of discrete elements and of bars.
pub const LAWS: &[LawInfo] = &[
    LawInfo {
        name: "ELAS",
        materials: &["ELAS", "ELAS_FO"],
        maker: Maker::Discrete(|p| Ok(Arc::new(Elastic::new(p)?))),
        ..PLAIN
    },
    LawInfo { name: "ELAS", maker: Maker::Bar(|_| Ok(Arc::new(ElasticBar))), ..PLAIN },
    LawInfo { name: "DASHPOT", ..PLAIN },
];

/// The law of discrete elements called `name`.
pub fn discrete_law(name: &str) -> Option<&'static LawInfo> {
    LAWS.iter().find(|law| law.name == name && matches!(law.maker, Maker::Discrete(_)))
}

/// The law of bars called `name`.
pub fn bar_law(name: &str) -> Option<&'static LawInfo> {
    LAWS.iter().find(|law| law.name == name && matches!(law.maker, Maker::Bar(_)))
}

impl LawInfo {
    /// Rank (from 0) of the internal variable called `name`: `V1` or `plastic_displacement_x`.
    pub fn variable(&self, name: &str) -> Option<usize> {
        let by_number = name.strip_prefix('V').and_then(|n| n.parse::<usize>().ok()).and_then(|n| n.checked_sub(1));
        by_number
            .filter(|rank| *rank < self.variables.len())
            .or_else(|| self.variables.iter().position(|v| v.name.eq_ignore_ascii_case(name)))
    }
}
