//! Meshes: reading them, naming groups, adding point cells, moving nodes.

mod crea_maillage;
mod defi_group;
mod lines;
mod lire_maillage;
mod modi_maillage;
mod pre_gmsh;
mod refine;

pub use crea_maillage::CREA_MAILLAGE;
pub use defi_group::DEFI_GROUP;
pub use lire_maillage::LIRE_MAILLAGE;
pub use modi_maillage::MODI_MAILLAGE;
pub use pre_gmsh::PRE_GMSH;
