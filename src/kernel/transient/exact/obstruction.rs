//! Contacts that an exact scheme cannot start from.

/// A contact that an exact scheme cannot start from.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Obstruction {
    /// Interaction that is no contact of the kinds treated.
    #[error("interaction {rank} is no contact of the kinds treated")]
    NotAContact { rank: usize },
    /// A rigid contact that is passed at the start, by so much (m).
    #[error("the rigid contact {rank} is passed by {depth}")]
    Penetrated { rank: usize, depth: f64 },
    /// A circle without clearance: its normal has no direction at rest.
    #[error("the circle of contact {rank} has no radius")]
    NoClearance { rank: usize },
}
