//! CREA_CHAMP: makes fields on nodes and on elements; PROJ_CHAMP carries them to another mesh.
//!
//! ```python
//! START = CREA_CHAMP(TYPE_CHAM="NOEU_DEPL_R", OPERATION="AFFE", MAILLAGE=MESH,
//!                    AFFE=_F(GROUP_NO="TIP", NOM_CMP="DX", VALE=0.01))
//! ```
//!
//! Built, for displacement fields (NOEU_DEPL_R, NOEU_DEPL_C): AFFE, ASSE, COMB, R2C, C2R, and EXTR from a result; for
//! fields on elements (internal forces, energies, numbers of any name, functions): EXTR, AFFE, ASSE, COMB, EVAL; for other fields on
//! nodes (coordinates, numbers of any name, functions): EXTR, AFFE, ASSE, COMB, EVAL.

mod assign;
mod combine;
mod counts;
mod extract;
mod nodal;
mod on_cells;
mod on_elements;
mod on_nodes;
mod operation;
mod places;

pub(in crate::operators) use nodal::{from_values, lay};
pub use operation::CREA_CHAMP;
