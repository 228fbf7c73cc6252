//! States of a contact between two events.

/// Normal state of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Normal {
    /// Apart.
    Open,
    /// A linear stop that pushes.
    Pressing,
    /// A linear stop whose dashpot would pull: in contact, without force.
    Adrift,
    /// A rigid contact.
    Closed,
}

/// Tangential state of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tangential {
    /// No friction: open, or smooth.
    Free,
    /// At rest on its surface.
    Stick,
    /// Slip along the one direction there is, with its sign.
    Slip(f64),
    /// Slip in two directions.
    Slide,
}
