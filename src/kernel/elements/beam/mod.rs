//! Straight beams of two nodes, with or without shear deformation (Timoshenko, Euler).
//!
//! Local unknowns `u v w θx θy θz` of the first node, then of the second; x runs from one to the other. With
//! `φ` the ratio of shear to bending flexibility (`12 E I a / (G A L²)`):
//!
//! * stiffness: exact for end forces, also when the section varies, by integrating the flexibility of the
//!   cantilever fixed at node 1;
//! * consistent mass: cubic shapes corrected for shear, with rotary inertia when there is shear deformation; a
//!   varying section counts as the constant one of same volume and mean inertias;
//! * shear stiffness of a varying section: `A/a` at the ends, and between them as the area varies;
//! * between the ends of a varying section, quantities follow `q1 (1 + c s)^m` with the power `m` of Code_Aster;
//! * in an elbow, stiffness has the inertias divided by the flexibility factors, mass the plain ones;
//! * the centroid at (ey, ez) of the torsion centre C: `v_C = v + ez θx`, `w_C = w - ey θx`.

mod centrifugal;
mod inertia;
mod integrals;
mod straight;
#[cfg(test)]
mod tests;

pub use straight::Beam;
