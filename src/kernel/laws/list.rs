//! The list of laws by their name in studies (COMPORTEMENT/RELATION): the material each takes, its internal variables,
//! what it asks of the element and of the analysis, and how it is made.

use std::fmt;
use std::sync::Arc;

use super::arm::{self, Arm};
use super::asymmetric_bar::{self, AsymmetricBar};
use super::bar::{BarLaw, ElasticBar};
use super::bar_hardening::{self, IsotropicCurve, IsotropicLine, KinematicLine};
use super::bilinear::{self, Bilinear};
use super::buckling_penalty::{self, BucklingPenalty};
use super::buckling_stop::{self, BucklingStop};
use super::contact::{self, Contact};
use super::elastic::{self, Elastic, StepDashpot};
use super::elastic_shock::{self, ElasticShockLaw};
use super::fault::SpecFault;
use super::grid_to_rod::{self, GridToRod};
use super::kinematic_hardening::{self, KinematicHardening};
use super::law::{Law, Variable};
use super::names;
use super::parameters::Parameters;
use super::penalty_contact::{self, PenaltyContact};
use super::pinto_menegotto::{self, PintoMenegotto};
use super::plastic_link::{self, PlasticLaw};
use super::relaxing_steel::{self, RelaxingSteel};
use super::stud::{self, Stud};
use super::zener::{self, ZenerLaw};

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
    /// It does without its material.
    pub optional_material: bool,
    /// Internal variables.
    pub variables: &'static [Variable],
    pub elements: Elements,
    /// Its variables stand at the first point only of an element of two nodes.
    pub one_point: bool,
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
    optional_material: false,
    variables: elastic::VARIABLES,
    elements: ANY,
    one_point: false,
    first_evaluation: false,
    always_tangent: false,
    driven: false,
    maker: Maker::Discrete(|_| Ok(Arc::new(StepDashpot))),
};

/// Elements of two nodes.
const PAIR: Elements = Elements { two_nodes: true, ..ANY };
/// Elements of two nodes in space, translations only.
const LINK: Elements = Elements { rotations: Some(false), two_nodes: true, plane: Some(false), local_stiffness: false };
/// Elements of two nodes in space, with rotations.
const FULL_LINK: Elements = Elements { rotations: Some(true), ..LINK };

/// A row of a law of bars.
const BAR: LawInfo = LawInfo { maker: Maker::Bar(|_| Ok(Arc::new(ElasticBar))), ..PLAIN };

/// All laws of discrete elements and of bars.
pub const LAWS: &[LawInfo] = &[
    LawInfo {
        name: "ELAS",
        materials: &["ELAS", "ELAS_FO"],
        optional_material: true,
        maker: Maker::Discrete(|p| Ok(Arc::new(Elastic::new(p)?))),
        ..PLAIN
    },
    LawInfo {
        name: "DIS_CONTACT",
        materials: &["DIS_CONTACT"],
        variables: contact::VARIABLES,
        first_evaluation: true,
        driven: true,
        maker: Maker::Discrete(|p| Ok(Arc::new(Contact::new(p)?))),
        ..PLAIN
    },
    LawInfo {
        name: "DIS_CHOC",
        materials: &["DIS_CONTACT"],
        variables: penalty_contact::VARIABLES,
        always_tangent: true,
        driven: true,
        maker: Maker::Discrete(|p| Ok(Arc::new(PenaltyContact::new(p)?))),
        ..PLAIN
    },
    LawInfo {
        name: "DIS_VISC",
        materials: &["DIS_VISC"],
        variables: zener::VARIABLES,
        maker: Maker::Discrete(|p| Ok(Arc::new(ZenerLaw::new(p)?))),
        ..PLAIN
    },
    LawInfo {
        name: "DIS_ECRO_TRAC",
        materials: &["DIS_ECRO_TRAC"],
        variables: plastic_link::VARIABLES,
        elements: Elements { plane: Some(false), local_stiffness: true, ..ANY },
        maker: Maker::Discrete(|p| Ok(Arc::new(PlasticLaw::new(p)?))),
        ..PLAIN
    },
    LawInfo {
        name: "CHOC_ENDO",
        materials: &["DIS_CHOC_ENDO"],
        variables: buckling_stop::VARIABLES,
        elements: Elements { local_stiffness: true, ..LINK },
        first_evaluation: true,
        driven: true,
        maker: Maker::Discrete(|p| Ok(Arc::new(BucklingStop::new(p)?))),
        ..PLAIN
    },
    LawInfo {
        name: "CHOC_ENDO_PENA",
        materials: &["DIS_CHOC_ENDO"],
        variables: buckling_penalty::VARIABLES,
        elements: LINK,
        driven: true,
        maker: Maker::Discrete(|p| Ok(Arc::new(BucklingPenalty::new(p)?))),
        ..PLAIN
    },
    LawInfo {
        name: "CHOC_ELAS_TRAC",
        materials: &["DIS_CHOC_ELAS"],
        variables: elastic_shock::VARIABLES,
        elements: LINK,
        maker: Maker::Discrete(|p| Ok(Arc::new(ElasticShockLaw::new(p)?))),
        ..PLAIN
    },
    LawInfo { name: "DASHPOT", elements: Elements { rotations: Some(false), ..ANY }, ..PLAIN },
    LawInfo {
        name: "DIS_ECRO_CINE",
        materials: &["DIS_ECRO_CINE"],
        variables: kinematic_hardening::VARIABLES,
        elements: Elements { local_stiffness: true, ..ANY },
        one_point: true,
        maker: Maker::Discrete(|p| Ok(Arc::new(KinematicHardening::new(p)?))),
        ..PLAIN
    },
    LawInfo {
        name: "DIS_BILI_ELAS",
        materials: &["DIS_BILI_ELAS"],
        variables: bilinear::VARIABLES,
        elements: Elements { local_stiffness: true, ..ANY },
        maker: Maker::Discrete(|p| Ok(Arc::new(Bilinear::new(p)?))),
        ..PLAIN
    },
    LawInfo {
        name: "ARME",
        materials: &["ARME"],
        variables: arm::VARIABLES,
        elements: FULL_LINK,
        maker: Maker::Discrete(|p| Ok(Arc::new(Arm::new(p)?))),
        ..PLAIN
    },
    LawInfo {
        name: "DIS_GRICRA",
        materials: &["DIS_GRICRA"],
        variables: grid_to_rod::VARIABLES,
        elements: FULL_LINK,
        maker: Maker::Discrete(|p| Ok(Arc::new(GridToRod::new(p)?))),
        ..PLAIN
    },
    LawInfo {
        name: "DIS_GOUJ2E_ELAS",
        materials: &["TRACTION"],
        variables: stud::VARIABLES,
        elements: Elements { rotations: Some(false), plane: Some(true), ..PAIR },
        maker: Maker::Discrete(|p| Ok(Arc::new(Stud::new(p, false)?))),
        ..PLAIN
    },
    LawInfo {
        name: "DIS_GOUJ2E_PLAS",
        materials: &["TRACTION"],
        variables: stud::VARIABLES,
        elements: Elements { rotations: Some(false), plane: Some(true), ..PAIR },
        maker: Maker::Discrete(|p| Ok(Arc::new(Stud::new(p, true)?))),
        ..PLAIN
    },
    LawInfo { name: "ELAS", materials: &["ELAS", "ELAS_FO"], ..BAR },
    LawInfo {
        name: "VMIS_ISOT_LINE",
        materials: &["ECRO_LINE", "ECRO_LINE_FO"],
        variables: bar_hardening::ISOTROPIC,
        maker: Maker::Bar(|p| Ok(Arc::new(IsotropicLine::new(p)?))),
        ..BAR
    },
    LawInfo {
        name: "VMIS_CINE_LINE",
        materials: &["ECRO_LINE", "ECRO_LINE_FO"],
        variables: bar_hardening::KINEMATIC,
        maker: Maker::Bar(|p| Ok(Arc::new(KinematicLine::new(p)?))),
        ..BAR
    },
    LawInfo {
        name: "VMIS_ISOT_TRAC",
        materials: &["TRACTION"],
        variables: bar_hardening::ISOTROPIC,
        maker: Maker::Bar(|p| Ok(Arc::new(IsotropicCurve::new(p)?))),
        ..BAR
    },
    LawInfo {
        name: "PINTO_MENEGOTTO",
        materials: &["PINTO_MENEGOTTO"],
        variables: pinto_menegotto::VARIABLES,
        maker: Maker::Bar(|p| Ok(Arc::new(PintoMenegotto::new(p)?))),
        ..BAR
    },
    LawInfo {
        name: "VMIS_ASYM_LINE",
        materials: &["ECRO_ASYM_LINE"],
        variables: asymmetric_bar::VARIABLES,
        maker: Maker::Bar(|p| Ok(Arc::new(AsymmetricBar::new(p)?))),
        ..BAR
    },
    LawInfo {
        name: "RELAX_ACIER",
        materials: &["RELAX_ACIER"],
        variables: relaxing_steel::VARIABLES,
        maker: Maker::Bar(|p| Ok(Arc::new(RelaxingSteel::new(p)?))),
        ..BAR
    },
];

/// The law of discrete elements called `name`.
pub fn discrete_law(name: &str) -> Option<&'static LawInfo> {
    LAWS.iter().find(|law| law.name == name && matches!(law.maker, Maker::Discrete(_)))
}

/// The law of bars called `name`.
pub fn bar_law(name: &str) -> Option<&'static LawInfo> {
    LAWS.iter().find(|law| law.name == name && matches!(law.maker, Maker::Bar(_)))
}

impl fmt::Debug for LawInfo {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}

impl LawInfo {
    /// Name that the reference program gives to the variable of a rank (from 0).
    pub fn reference_name(&self, rank: usize) -> Option<String> {
        names::name_of(self.name, rank)
    }

    /// Rank (from 0) of the internal variable called `name`: `V1`, `plastic_displacement_x`, or as in the reference program.
    pub fn variable(&self, name: &str) -> Option<usize> {
        let by_number = name.strip_prefix('V').and_then(|n| n.parse::<usize>().ok()).and_then(|n| n.checked_sub(1));
        by_number
            .filter(|rank| *rank < self.variables.len())
            .or_else(|| self.variables.iter().position(|v| v.name.eq_ignore_ascii_case(name)))
            .or_else(|| names::rank_of(self.name, name).filter(|rank| *rank < self.variables.len()))
    }
}
