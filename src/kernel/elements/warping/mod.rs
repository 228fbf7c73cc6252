//! Beams whose sections warp when they twist: a seventh unknown at each node, `γ = dθx/dx` (GRX), not turned between frames.
//!
//! Local unknowns `u v w θx θy θz γ` of the first node, then of the second. Axial force and bending are those of
//! [`Beam`]; the twist is cubic in `θx1 γ1 θx2 γ2`, with the energy `½ ∫ G JX θx'² + E JG θx''² dx`. GRX has no mass.
//!
//! Forces at the points of integration (N VY VZ MT MFY MFZ and the bimoment BX) come from displacements of the centroid without
//! the offset of the torsion centre, and shear forces are `a G A γ` instead of `G A γ / a`, as Code_Aster has them: nodal
//! forces are then not the stiffness times the displacements unless both coefficients are 1.

mod geometric;
mod points;
mod thin_walled;

pub use points::WarpingPoints;
pub use thin_walled::{widened, widened_forces};
