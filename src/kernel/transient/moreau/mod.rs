//! MOREAU: contacts with Coulomb's law by impulses, without location of events.

mod frame;
mod reduced;
mod scheme;
mod single;
mod step;
#[cfg(test)]
mod tests;
mod workspace;

pub use scheme::MoreauOptions;
pub use workspace::MoreauStepper;
