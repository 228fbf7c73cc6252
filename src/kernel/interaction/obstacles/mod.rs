//! Obstacle geometry: the gap between a node and a fixed obstacle, or between two nodes, and the
//! direction of the normal force on node 1.
//!
//! Everything happens in the local (y, z) plane of the obstacle. `u` is the local position of node 1
//! from the origin of the obstacle, or relative to node 2: `u1 - u2`. Contact is `gap <= 0`; the unit
//! normal `(c, s)` points towards the free side.
//!
//! * `geometry`: what each obstacle says of itself, and what it answers
//! * one file per geometry, with its kinds: `plane`, `circle`, `profile`, `pair`
//! * `obstacle`: the list of them, [`Obstacle`], and [`ObstacleShape`], a kind by its name

mod circle;
mod geometry;
mod obstacle;
mod pair;
mod plane;
mod profile;
#[cfg(test)]
mod tests;

pub use geometry::{Gap, Kind, Surface};
pub use obstacle::{Obstacle, ObstacleShape};
pub use plane::Plane;
