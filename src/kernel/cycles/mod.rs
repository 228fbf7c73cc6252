//! Periodic motions with friction and impacts: cycles, their multipliers, their branches.
//!
//! * `return_map`: the flow of the event-driven scheme over a period, and its derivative, with a `witness`; `saltation`, `jump`: at events;
//!   `simultaneous`: at several events at once; `entry`: at the start
//! * `forcing`, `parameter`: prescribed forces, what branches are followed in
//! * `settle`: where a search begins; `newton`: a cycle from a guess; `linear`: its linear systems; `multipliers`: its stability;
//!   `measures`: what one asks of it
//! * `continuation`: a branch of cycles; `special`: where it turns or loses its stability; `border`: where the order of events changes,
//!   `touch`: where a stop is reached at speed 0; `states`: one cycle state by state
//!
//! Reference: R. Leine, H. Nijmeijer, Dynamics and Bifurcations of Non-Smooth Mechanical Systems (2004).

mod border;
mod continuation;
mod entry;
mod forcing;
mod jump;
mod linear;
mod measures;
mod multipliers;
mod newton;
mod parameter;
mod return_map;
mod saltation;
mod settle;
mod simultaneous;
mod special;
mod states;
#[cfg(test)]
mod tests;
mod touch;
mod witness;

pub use continuation::{BranchOptions, Ending, Follower, Nature, Row, same_letters};
pub use forcing::{ForceTerm, Forcing};
pub use measures::{Border, BorderKind, Measures, letter};
pub use multipliers::Multipliers;
pub use newton::{Cycle, Failure, NewtonFault, NewtonOptions, Scales, Section, eigenvector};
pub use parameter::{Coefficients, Parameter};
pub use return_map::{Equations, Landing, ReturnFault, ReturnMap, Start, Until};
pub use settle::{Extent, Rest};
pub use witness::{Nobody, Witness};
