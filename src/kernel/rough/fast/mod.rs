//! The fast method: the contacts of the direct one, at a cost that follows the contacts that are there.
//!
//! Bounds of the motion (`motion`) and of the surfaces (`surface`) prove for most steps that nothing can touch: these are flown
//! over (`flight`). Otherwise two nested lists (`lists`) hold the nodes that may touch, evaluated as patches with polynomial
//! deflections (`patch`), or node by node where a patch cannot be used: at the ends of the bodies, on coarse meshes, when
//! shocks are kept, with multipliers.
//!
//! Multipliers close the gaps at the end of a step: their lists are those of the next position of the slider. A solution whose
//! forces may bring other nodes into contact is done again on all nodes.
//!
//! A second way for speed: `benches/README.md` has what it gives.

mod candidates;
mod evaluation;
mod flight;
mod inner_list;
mod lists;
mod motion;
mod patch;
mod rows;
mod run;
mod sag;
mod stepper;
mod surface;
mod waves;

pub use run::run_fast;
