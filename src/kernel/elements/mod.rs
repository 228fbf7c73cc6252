//! Element matrices: discrete elements, bars, beams.

mod bar;
mod beam;
mod behaviour;
mod discrete;
mod frame;
mod geometric;
mod gyroscopic;
mod mass_properties;
mod material;
mod matrix;
mod member;
mod modelisation;
mod properties;
mod section;
mod shear;
mod warping;

pub use bar::Bar;
pub use beam::Beam;
pub use behaviour::{Answered, BehavingElement, Mechanics, Motion, Stored};
pub use discrete::{DiscreteCode, DiscreteFault, DiscreteMatrix, Letter};
pub use frame::{Frame, angles_of_direction, spin_for_y};
pub use geometric::EndForces;
pub use gyroscopic::{beam_gyroscopy, beam_spin_up, disc_gyroscopy, disc_spin_up};
pub use mass_properties::MassProperties;
pub use material::Elasticity;
pub use matrix::SquareMatrix;
pub use member::Member;
pub use modelisation::Modelisation;
pub use properties::CellProperties;
pub use section::{Elbow, Section, SectionFault, SectionLaw, SectionShape, Variation};
pub use warping::WarpingPoints;
