//! Structures as drawings (SVG): the mesh at rest, deformed, or moving.
//!
//! Orthographic, along an axis of space when nothing stands out of the plane across it, from above a corner otherwise. Deformed shapes are
//! drawn at a round amplification that makes the largest displacement about a tenth of the structure; lines are straight from node to
//! node. Motion is SMIL animation: browsers play it, other programs show the first shape.

mod motion;
mod outline;
mod page;
mod projection;

pub use motion::{Motion, Shape, amplification, displaced};
pub use page::{Page, Tile, lines};
pub use projection::Projection;
