//! Matrices, constraints and modal damping of a transient on physical unknowns.

use std::sync::Arc;

use super::observation::Observed;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, ModeSet};
use crate::concepts::{MatrixValue, Model};
use crate::diag::Diagnostic;
use crate::kernel::assembly::{Numbering, SparseMatrix};
use crate::kernel::linalg::{Elimination, dot};
use crate::kernel::signal::Signal;
use crate::kernel::structural::{self, KeptInstants, ModalDamping, NodalState, StructuralFault, StructuralSystem};
use crate::operators::Context;
use crate::operators::call::coefficients::doubt_negative_damping;
use crate::operators::call::lost_digits::{Rows, help_with};
use crate::operators::modes::expect_matrices;

/// The structure of a call.
pub(super) struct Structure {
    pub system: StructuralSystem,
    pub stiffness: Arc<MatrixValue>,
    pub model: Arc<Model>,
}

pub(super) fn read(call: &Call) -> Result<Structure, CallError> {
    let (stiffness, mass, damping) = expect_matrices(call, ["MATR_RIGI", "MATR_MASS", "MATR_AMOR"])?;
    let damping = damping.map(|damping| damping.real());
    let Some(matrix) = stiffness.physical().cloned() else {
        let error = call.error("MATR_RIGI", "R333", "these matrices are generalised");
        return Err(Box::new(error.help("use BASE_CALCUL='GENE'")));
    };
    if stiffness.is_complex() || mass.is_complex() {
        let error = call.error("MATR_RIGI", "R333", "a transient needs real matrices");
        return Err(Box::new(error.help("hysteretic damping has a meaning in harmonic responses only (HARM)")));
    }
    let Some(model) = matrix.numbering.model.clone() else {
        return Err(call.error("MATR_RIGI", "R201", "the numbering of this matrix has no model: nodes are unknown"));
    };
    let numbering = &matrix.matrix.numbering;
    let elimination = Elimination::new(numbering.len(), &numbering.constraints);
    let system = StructuralSystem {
        mass: mass.real(),
        damping,
        stiffness: stiffness.real(),
        elimination,
        relations: numbering.constraints.iter().map(|c| c.terms.len() > 1).collect(),
        fixed: numbering.imposed(),
        modal_damping: ModalDamping::default(),
        components: numbering.dofs().iter().map(|dof| dof.component as u8).collect(),
    };
    Ok(Structure { system, stiffness: matrix, model })
}

impl Observed for Structure {
    fn numbering(&self) -> &Numbering {
        &self.stiffness.matrix.numbering
    }
}

impl Structure {
    pub fn numbering(&self) -> &Arc<Numbering> {
        &self.stiffness.matrix.numbering
    }

    /// Whether a state breaks the homogeneous constraints: the scheme must then bring it back.
    pub fn is_off_constraints(&self, state: &NodalState) -> bool {
        let broken = |x: &[f64]| {
            let scale = x.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
            let off = |terms: &[(usize, f64)]| terms.iter().map(|&(k, a)| a * x[k]).sum::<f64>().abs() > 1e-12 * scale;
            self.numbering().constraints.iter().any(|c| off(&c.terms))
        };
        broken(&state.d) || broken(&state.v) || broken(&state.a)
    }

    /// The warning of states that are made of digits which a stiff element takes from its neighbours.
    pub fn lost_digits(&self, call: &Call, kept: &KeptInstants) -> Option<Diagnostic> {
        let states = kept.displacement.chunks(self.system.size().max(1)).zip(&kept.instants);
        let lost = |(u, t): (&[f64], &f64)| {
            Rows::of(&self.stiffness)
                .warning_of(&self.system.stiffness, u, || format!("the displacements at {t} s are"))
        };
        let mut states = states.filter(|_| !self.stiffness.hidden.is_empty());
        states.find_map(lost).map(|warning| warning.at_if_absent(call.span_of("MATR_RIGI")))
    }

    /// A fault of the kernel, with places in words.
    pub fn refused(&self, call: &Call, fault: &StructuralFault) -> CallError {
        let place = |unknown: usize| match self.numbering().dofs().get(unknown) {
            Some(dof) => format!("{} of node N{}", dof.component.name(), dof.node + 1),
            None => format!("unknown {}", unknown + 1),
        };
        let cause = match fault {
            StructuralFault::Singular { .. } => Rows::of(&self.stiffness).cause(),
            _ => None,
        };
        let (keyword, code, message, help) = match fault {
            StructuralFault::Singular { unknown } => {
                let message = format!("the matrix of the scheme is singular at {}", place(*unknown));
                ("MATR_RIGI", "N321", message, "this unknown has neither stiffness nor mass: hold it")
            }
            StructuralFault::NoMass { unknown } => {
                let message = format!("no initial acceleration: the mass is singular at {}", place(*unknown));
                ("MATR_MASS", "N321", message, "give ACCE in ETAT_INIT, or mass to this unknown")
            }
            StructuralFault::Relation { .. } => {
                let message = "a relation joins several unknowns, and explicit schemes move them one by one".into();
                ("MATR_RIGI", "R331", message, "use NEWMARK or WILSON")
            }
            StructuralFault::ImposedMotion { .. } | StructuralFault::Contradictory => {
                ("EXCIT", "R331", fault.to_string(), "use NEWMARK, and motions that agree")
            }
            StructuralFault::StepTooLong { step, limit, unknown } => {
                let message = format!(
                    "the step {step:e} s exceeds {limit:.6e} s, a twentieth of the period of {}",
                    place(*unknown)
                );
                ("INCREMENT", "N322", message, "shorten the step, or use NEWMARK")
            }
            StructuralFault::StepTooShort { time, step } => {
                let message = format!("the step fell to {step:e} s at {time} s, the shortest allowed");
                ("INCREMENT", "N322", message, "lower PAS_MINI or NB_POIN_PERIODE, or raise NMAX_ITER_PAS")
            }
            StructuralFault::StepLost { time, step } => {
                let message = format!(
                    "at t = {time} s a step of {step:e} s is below the rounding of the time, which would not move any more"
                );
                ("INCREMENT", "N303", message, "count the time from a smaller INST_INIT, or raise PAS or PAS_MINI")
            }
            StructuralFault::Diverged { time } | StructuralFault::Interrupted { time } => {
                let message = format!("the motion is not finite any more at {time} s");
                ("INCREMENT", "N323", message, "shorten the step; check that damping and stiffness are positive")
            }
        };
        Box::new(call.error(keyword, code, message).help(help_with(cause, help)))
    }
}

/// AMOR_MODAL: `2 ξ_j ω_j / m_j` and `M φ_j`.
pub(super) fn modal_damping(
    call: &Call,
    context: &mut Context<'_>,
    structure: &Structure,
    supports: &[MovingSupport],
) -> Result<ModalDamping, CallError> {
    let Some(place) = call.one("AMOR_MODAL") else { return Ok(ModalDamping::default()) };
    let modes = match place.concept("MODE_MECA") {
        Some(Concept::Modes(modes)) => modes,
        _ => return Err(place.error("MODE_MECA", "R334", "AMOR_MODAL needs modes: give MODE_MECA")),
    };
    if modes.numbering().is_none_or(|n| n.dofs() != structure.numbering().dofs()) {
        let error = place.error("MODE_MECA", "R334", "these modes are not numbered as the matrices are");
        return Err(Box::new(error.help("compute them with matrices of the same NUME_DDL")));
    }
    let given = match place.concept("LIST_AMOR") {
        Some(Concept::RealList(list)) => list.to_vec(),
        _ => place.reals("AMOR_REDUIT"),
    };
    doubt_negative_damping(context, place, &given);
    let asked = place.integer_if_given("NB_MODE").map_or(modes.len(), |n| n.max(0) as usize);
    let count = asked.min(modes.len());
    let Some(&last) = given.last() else {
        let error = place.error("AMOR_REDUIT", "R334", "AMOR_MODAL gives no damping");
        return Err(Box::new(error.help("give AMOR_REDUIT, one value per mode")));
    };
    let term = |j: usize| mode_term(modes, &structure.system.mass, j, given.get(j).copied().unwrap_or(last));
    let moving =
        supports.iter().map(|s| structural::MovingSupport { shape: s.shape.clone(), velocity: s.motion[1].clone() });
    Ok(ModalDamping { modes: (0..count).map(term).collect(), supports: moving.collect() })
}

fn mode_term(modes: &ModeSet, mass: &SparseMatrix<f64>, j: usize, reduced: f64) -> (f64, Vec<f64>) {
    let mode = &modes[j];
    let mut image = vec![0.0; mode.values.len()];
    mass.multiply(&mode.values, &mut image);
    let generalised = dot(&mode.values, &image);
    let omega = match (mode.parameter("OMEGA2"), mode.parameter("FREQ")) {
        (Some(square), _) => square.max(0.0).sqrt(),
        (None, frequency) => 2.0 * std::f64::consts::PI * frequency.unwrap_or(0.0),
    };
    (2.0 * reduced * omega / generalised, image)
}

/// Static response to a unit motion of some supports, and that motion.
pub struct MovingSupport {
    /// One value for each unknown of the matrices.
    pub shape: Vec<f64>,
    /// Displacement, velocity, acceleration.
    pub motion: [Signal; 3],
}
