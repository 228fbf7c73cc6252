//! Why an interaction stops a run.

use crate::laws;
use crate::signal::SignalFault;

/// Fault of one interaction, or of a support, at one instant.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum InteractionFault {
    /// Rank of the interaction (from 0), in the order of definition.
    #[error("interaction {interaction}: {quantity} is not finite at t = {time}")]
    Diverged { interaction: usize, time: f64, quantity: &'static str },
    #[error("interaction {interaction}: {source} (t = {time})")]
    Function { interaction: usize, time: f64, source: SignalFault },
    #[error("interaction {interaction}: {message} (t = {time})")]
    Law { interaction: usize, time: f64, message: String },
    /// The motion of a support (rank of the excitation, from 0) has no value.
    #[error("motion of support {support}: {source} (t = {time})")]
    Support { support: usize, time: f64, source: SignalFault },
}

/// Why a specification makes no law.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecFault {
    /// The two nodes of a link are at the same place.
    #[error("the two nodes are at the same place: the link has no direction")]
    NoDirection,
    /// The numbers of the constitutive law.
    #[error(transparent)]
    Law(#[from] laws::SpecFault),
}

/// An [`InteractionFault`] seen from inside a law, which knows neither its rank nor the time.
#[derive(Clone, Debug, PartialEq)]
pub enum LawFault {
    NotFinite(&'static str),
    Function(SignalFault),
    Law(String),
}

impl From<SignalFault> for LawFault {
    fn from(fault: SignalFault) -> Self {
        LawFault::Function(fault)
    }
}

impl From<laws::LawFault> for LawFault {
    fn from(fault: laws::LawFault) -> Self {
        match fault {
            laws::LawFault::NotFinite(quantity) => LawFault::NotFinite(quantity),
            laws::LawFault::Function { source, .. } => LawFault::Function(source),
            other => LawFault::Law(other.to_string()),
        }
    }
}

impl LawFault {
    /// The fault with the rank of the interaction (from 0) and the time (s).
    pub fn at(self, interaction: usize, time: f64) -> InteractionFault {
        match self {
            LawFault::NotFinite(quantity) => InteractionFault::Diverged { interaction, time, quantity },
            LawFault::Function(source) => InteractionFault::Function { interaction, time, source },
            LawFault::Law(message) => InteractionFault::Law { interaction, time, message },
        }
    }
}
