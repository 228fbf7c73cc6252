//! Meshes: reading them, naming groups, adding point cells, moving nodes.

mod create;
mod groups;
mod lines;
mod modify;
mod read;
mod refine;

pub use create::CREA_MAILLAGE;
pub use groups::DEFI_GROUP;
pub use modify::MODI_MAILLAGE;
pub use read::LIRE_MAILLAGE;
